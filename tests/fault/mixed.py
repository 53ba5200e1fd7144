#!/usr/bin/env python3
"""Sessions on boards that nobody built, of kernels from all sources.

    mixed.py WSP SEED SECONDS [KEEP]
    WSP_LIBRARY=libwsp.so mixed.py WSP SEED SECONDS [KEEP]	# hosts, too

Devices of up to 20 figures drawn from the whole range that hw/fields.def allows,
on top of each other and of any board; kernels compiled to PTX beside kernels of
cells, of addresses, of libraries and of the user, with branches taken by chance,
trips and gathers; indices of `random(n, power = p)`, histograms and rows of
lengths that CSV files say, some of them broken; orders that are functions; sweeps
over boards, figures, kinds, models and options together, by any metric; models of
divergence by hand; measurements that are validated and fitted; pictures.  One
session in five is a talk with `wsp serve`: several sessions side by side,
questions that are cancelled while they run, sessions that are closed, saved and
restored; every request has one answer, and no session sees another's values.
With a shared library one in three is a host of it: contexts and results are used and
freed in any order, by threads of small stacks and by callbacks.

A session fails as one of combined.py does, whose physics it shares.
"""

import ctypes
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.join(HERE, '..', '..')
SPEC = importlib.util.spec_from_file_location(
    'combined', os.path.join(HERE, 'combined.py'))
sys.dont_write_bytecode = True
combined = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(combined)
combined.FETCH = float('inf')  # boards may fetch what they like


def read(*path):
    with open(os.path.join(TOP, *path), encoding='utf-8') as f:
        return f.read()


# Names come from the tables of the program, so that new ones are asked too.
FIELDS = re.findall(r'FIELD\(\w+,\s*"([\w.]+)",\s*"([^"]*)",\s*([-+.\de]+),'
                    r'\s*([-+.\de]+),', read('hw', 'fields.def'))
METRICS = re.findall(r'METRIC\(\w+,\s*"([\w.]+)"', read('engine', 'report', 'metric.def'))
BOARDS = sorted(f[:-4] for f in os.listdir(os.path.join(TOP, 'hw'))
                if f.endswith('.wsp') and 'sm.count' in read('hw', f))
FAMILIES = ['hopper', 'cdna3', 'nvidia', 'rdna2']
PTX = sorted(f for f in os.listdir(os.path.join(TOP, 'tests', 'ptx'))
             if f.endswith('.ptx'))
UNITS = {'B': 'B', 'Hz': 'Hz', 'B/s': 'B/s', 's': 's', 'cyc': 'cyc',
         'FLOP/s': 'FLOP/s', 'FLOP': 'FLOP'}
BARE = ('', 'whole')  # figures without a unit
KINDS = ['"mdm"', '"mdm_fraction"', '"mdm_queue"', '"mdm_mshr"', '"gpumech_plus"',
         '"gpumech"']
NAMED = ['lbm_d2q9_pull', 'lbm_d3q19_push', 'lbm_d3q15_aa_even', 'lbm_d2q9_aa_odd',
         'heat_1d', 'heat_2d', 'heat_3d', 'wave_3d', 'biharmonic_2d', 'box_3d']


LIBRARY = os.environ.get('WSP_LIBRARY')


def entries_of(text):
    """Entries of a PTX file, each with the number of its parameters."""
    return [(m.group(1), m.group(2).count('.param'))
            for m in re.finditer(r'\.entry\s+([\w$]+)\s*\(([^)]*)\)', text)]


ENTRIES = [(f, *e) for f in PTX for e in entries_of(read('tests', 'ptx', f))]


class Maker(combined.Maker):
    def __init__(self, seed, folder):
        super().__init__(seed)
        self.folder = folder

    # ---- boards

    def figure(self):
        path, unit, lo, hi = self.of(FIELDS)
        lo, hi = float(lo), float(hi)
        if self.chance(25):
            v = self.of([lo, hi])
        elif lo > 0:
            v = lo * (hi / lo) ** self.r.random()
        else:
            v = self.of([0, hi * self.r.random()])
        if self.chance(45) and v >= 1:
            v = max(lo, 2 ** (int(v).bit_length() - 1))  # as hardware has it
        elif self.chance(80) and v >= 1:
            v = max(lo, int(v))
        if unit == 'whole' and not self.chance(2):
            v = int(v)
        text = '%d' % v if isinstance(v, int) or v == int(v) else '%.6g' % v
        return '%s = %s%s' % (path, text, '' if unit in BARE else ' ' + UNITS[unit])

    def device(self, name, known):
        parent = self.of(BOARDS + known * 8 + FAMILIES)
        n = self.of([1, 1, 2, 3, 5, 8, 20])
        figures = sorted({f.split()[0]: f for f in
                          (self.figure() for _ in range(n))}.values())
        return self.of([
            'device %s : %s { %s }' % (name, parent, '; '.join(figures)),
            '%s = %s with { %s }' % (name, parent, ', '.join(figures))])

    # ---- data

    def file(self, name):
        """A CSV file; its path."""
        rows = self.of([0, 1, 3, 40, 1000, 5000])
        between = self.of([',', ',', ',', ';', '\t'])
        draw = self.of([
            lambda i: i, lambda i: self.r.randrange(1 << 20),
            lambda i: int(4 / (self.r.random() + 0.001)), lambda i: 7,
            lambda i: round(self.r.random() * 9, 2), lambda i: -i,
            lambda i: self.of(['', 'x', '1e400', '"1"', '0x10', 'nan', '1 KiB', i])])
        lines = [between.join(['n', 'c', 'other'])] if self.chance(90) else []
        for i in range(rows):
            lines.append(between.join([str(draw(i)), str(self.r.randrange(9)), 'a']))
        text = self.of(['\n', '\n', '\r\n']).join(lines) + self.of(['\n', ''])
        if self.chance(8):
            text = text[:self.r.randrange(len(text) + 1)] + self.of(
                ['"', '\x00', '\ufeff', '\n\n\n'])
        path = os.path.join(self.folder, name)
        with open(path, 'w', encoding='utf-8') as f:
            f.write(text)
        return path

    def data(self):
        return ['h = [1, 4, 9, 32, 2]; parts = [(0, 3, 1), (4, 40, 0.2)]; g = [1, 8, 32]',
                'h = read_column("%s", "%s")' % (self.file('h.csv'), self.of('nnnc')),
                self.of(['g = warp_lines(h)',
                         'g = warp_lines(h, per_line = %s, lanes = %s)' % (
                             self.of(['1', '16', '33']), self.of(['32', '64', '7'])),
                         'g = in_proportion([1, 4, 32], [5, 3, 2], n = %s)' % self.of(
                             ['10', '1', '4096']),
                         'g = in_proportion(h, h, n = 64)']),
                self.of(['parts = row_parts(h)', 'parts = row_parts([abs(v) + 1 for v in h])',
                         'parts = row_parts([i % 50 for i in 0..999])'])]

    # ---- kernels

    def at(self, field):
        if field[2] == 1 and self.chance(25):
            n = self.of(['64', '1000', '2^18', '3'])
            draw = self.of(['random(%s, power = %s)' % (n, self.of(
                ['1', '2', '3', '0.5', '10', '1.01', '50', '1/3'])),
                'gather(g)', 'gather(h)', 'random(len(h))'])
            return self.of(['%s', '%s', '8*%s', '%s + 3']) % draw
        return super().at(field)

    def rows(self, name):
        """A matrix whose rows have the lengths of the data."""
        return ('kernel %s(a: %s[2^20], v: float[2^16], i0: int32[2^20], r: float[2^16]) '
                'over (%s) { s = 0; for lo, hi, share in parts { if p(share) { '
                'loop k in lo..hi%s { s += a[%s] * v[%s] } } }; r[0] = s }' % (
                    name, self.of(['float', 'double', 'half']),
                    self.of(['2^16', '4096', '1000']), self.of(['', ' unroll 4']),
                    self.of(['8*x + k', 'x + k*nx', 'k']), self.of([
                        'random(2^16, of = i0[8*x + k])', 'gather(4, i0[8*x + k])',
                        'random(2^16, of = i0[8*x + k], power = 2)', 'x % 64']))), 1

    def triangle(self, name):
        """Nested bounds around vectors, products and atomic updates."""
        kind = self.of(list(combined.VECTORS))
        inner = self.of([
            's += a[j].%s * b[i]' % combined.VECTORS[kind][-1],
            'm += mma %s %s' % (self.of(['m16n8k16', '(16, 8, 8)', '(8, 8, 4)']), self.of(
                ['half -> float', 'int8 -> int32', 'tf32 -> float'])),
            'b[random(64, power = 2)] atomic+= a[i].x',
            'if p(%s) { s += b[j] }' % self.of(['0.1', '0.9', '0'])])
        return ('kernel %s(a: %s[nx], b: float[nx]) over (%s) { s = 0; m = 0; '
                'loop i in %s { loop j in %s { %s } }; b[0] = s + m }' % (
                    name, kind, self.of(['500', '2000', '64']),
                    self.of(['0..x', 'x..nx - 1', '0..tx', '1..min(x, 30)']),
                    self.of(['0..i', 'i..x', '0..7', 'i..i', 'max(i - 5, 0)..i']),
                    inner)), 1

    def addresses(self, name):
        t = self.of(['float', 'double', 'half', 'int32'])
        size = {'float': 4, 'double': 8, 'half': 2, 'int32': 4}[t]
        i = self.of(['threadIdx.x + blockIdx.x*blockDim.x', 'threadIdx.x',
                     'blockIdx.x*64 + threadIdx.x % 32', '31 - threadIdx.x', 'blockIdx.x'])
        lines = ['i = ' + i]
        for _ in range(self.r.randint(1, 4)):
            hint = self.of(['%s', '%s', 'no_l1(%s)', 'evict_first(%s)'])
            lines.append('load %s at %s' % (t, hint % self.of([
                'a + i*%d' % size, 'a + (i + 1)*%d' % size, 'a + 4096*i',
                'a + %d*gather(%s)' % (size, self.of(['4', 'g'])),
                'a + %d*random(5000)' % size, 'a + 8*(i/2)'])))
        if self.chance(40):
            lines.append('loop k in 0..%s { load %s at a + (i + k*%s)*%d; fp32_chain 2; '
                         'load_waits %s }' % (self.of(['3', '99', 'blockIdx.x']), t,
                                              self.of(['1', '4096']), size, self.of('123')))
        lines.append(self.of(['store %s at b + i*%d', 'store %s at atomically(b + i*%d)',
                              'store %s at atomically(b + i*%d, 1)']) % (t, size))
        lines += self.r.sample(['flops 7', 'registers 40', 'special 2', 'integer 12',
                                'control 4', 'wait', 'updates 2', 'spilled 16',
                                'slow_paths 9', 'load_uses 3', 'expanded 20',
                                'integer_either 4', 'integer_products 3', 'fp32_three 2'],
                               self.r.randrange(4))
        return 'kernel %s(a, b: [100000]) over (%s) { %s }' % (
            name, self.of(['100000', '4096', '33']), '; '.join(lines)), 1

    def compiled(self, name):
        """A kernel of a PTX file, called with whatever it may be called with."""
        path, entry, n_param = self.of(ENTRIES)
        more = ['"%s"' % entry]
        n = self.of(['64', '1000', '4096', '2^20', '1', '0', '-1', '2^31'])
        for p in self.r.sample(['nx', 'ny', 'nz', 'n', 'p1', 'p2', 'p3'],
                               self.r.randrange(4)):
            more.append('%s = %s' % (p, self.of([n, n, '512'])))
        if self.chance(25):
            more.append('params = [%s]' % ', '.join('"q%d"' % i for i in range(n_param)))
            more += ['q%d = %s' % (i, n) for i in range(n_param) if self.chance(50)]
        if self.chance(75):
            more.append('over = ' + self.of(['2^20', '(512, 512)', '(64, 64, 64)', '4096',
                                             '(33, 5)', '1']))
        for o, values in (
                ('taken', ['0.3', '0', '1', '[(31, 0.5)]', '[("$L__BB0_4", 0.1)]', '2']),
                ('gather', ['8', 'random', '32', 'g', '0']),
                ('trips', ['20', '1', '0', '10^6', '2.5']),
                ('updates', ['4', '0']), ('registers', ['40', '255', '1']),
                ('block', ['(16, 16)', '256'])):
            if self.chance(30):
                more.append('%s = %s' % (o, self.of(values)))
        return '%s = ptx("%s", %s)' % (name, os.path.join(
            os.path.abspath(TOP), 'tests', 'ptx', path), ', '.join(more)), self.of([1, 2])

    def components(self, name):
        """Fields of components and vectors, interleaved, with all their options."""
        dims = self.of([1, 2, 2, 3])
        n = {1: ['2^16', '1000'], 2: ['256, 256', '130, 33'], 3: ['64, 32, 16']}[dims]
        n, q = self.of(n), self.of(['2', '3', '9', '19'])
        kind = self.of(['float', 'double', 'half', 'float4', 'uchar4', 'double2', 'int2'])
        member = '.' + self.of('xy') if kind[-1].isdigit() else ''
        options = ', '.join(self.r.sample([
            'layout = aos', 'layout = aos', 'halo = %s' % self.of(['1', '4', '0']),
            'align = %s B' % self.of(['32', '8', '4', '100']),
            'pitch = %s' % self.of(['512', '333', '66000']),
            'boundary = ' + self.of(['clamp', 'mirror', 'periodic', 'none'])],
            self.r.randint(1, 3)))
        zero, one = ', '.join('0' * dims), ', '.join('1' * dims)
        lines = [self.of([
            's += sum(f[i][%s]%s for i in 0..%s - 1)' % (self.of([zero, one]), member, q),
            's += f[0][%s]%s + f[1][%s]%s' % (one, member, zero, member),
            'loop k in 0..%s { s += f[k][%s]%s }' % (self.of(['1', 'x % 2', q + ' - 1']),
                                                     zero, member)])
            for _ in range(self.r.randint(1, 3))]
        index = self.of(['', ' { gather = 8 }', ' { random = 1000 }', ' { random = 3 }'])
        lines.append('s += t[%s]' % self.of(['j[0]', '3', 'random(64, of = j[0])', 'x'])
                     if dims == 1 else 's += c')
        lines.append('g[%s][%s] %s s' % (self.of(['0', '1']), zero,
                                         self.of(['=', '=', '+=', 'atomic+='])))
        return ('kernel %s(f: %s[%s][%s]%s { %s }, g: float[2][%s]%s, c: float, '
                'j: int32[2^16]%s, t: float[%s]%s) over (%s) { s = 0; %s }' % (
                    name, kind, q, n, self.of(['', ' restrict']), options, n,
                    self.of(['', ' restrict', ' { layout = aos }']), index,
                    self.of(['64', '2^20']), self.of(['', ' constant', ' restrict']), n,
                    '; '.join(lines))), dims

    def templated(self, name):
        """A kernel with parameters, whose block copies a tile with its rim."""
        vector = self.of(['float', 'float', 'double', 'float4'])
        copy = self.of([
            'for j in ty..by_ + 2*r - 1 step by_ { for i in tx..bx_ + 2*r - 1 step bx_ '
            '{ t[i, j] = a[bx*bx_ + i, by*by_ + j]%s } }' % ('.x' if vector[-1] == '4' else ''),
            't[tx, ty] = a[0, 0]%s; if tx < r { t[tx + bx_, ty] = c }' % (
                '.x' if vector[-1] == '4' else '')])
        made = ('kernel made[bx_, by_ = 4, r = 1](a: %s[512 + 2*r, 512 + 2*r], w: float[2*r + 1] '
                '%s, b: float[512, 512], c: float) over (512, 512) { shared t: %s[bx_ + 2*r, '
                'by_ + 2*r]; %s; barrier; b[0, 0] %s sum(w[i]*t[tx + i, ty] for i in 0..2*r) }' % (
                    vector, self.of(['constant', '', 'restrict']),
                    self.of(['float', 'double', 'half']), copy,
                    self.of(['=', '+=', 'atomic+='])))
        return '%s; %s = made(%s)' % (made, name, self.of(
            ['64, 16', '64, 16, r = 3', '64, 16, 0', '32', '8, 8, r = 3', '16, 16, 2', '0',
             'r = 2'])), 2

    def any_kernel(self, name):
        kind = self.r.randrange(100)
        if kind < 10:
            return self.components(name)
        if kind < 18:
            return self.templated(name)
        if kind < 30:
            return self.kernel(name)
        if kind < 42:
            return self.rows(name)
        if kind < 55:
            return self.triangle(name)
        if kind < 67:
            return self.addresses(name)
        if kind < 90:
            return self.compiled(name)
        return '%s = %s' % (name, self.of(NAMED)), self.of([1, 2, 3])

    # ---- questions

    def on(self):
        return self.of(['d0', 'd0', 'd1', 'd1', 'd2', self.of(BOARDS),
                        '(%s with { %s })' % (self.of(['d0', 'd1', 'h200']), self.figure()),
                        'cache(%s, line = %s B%s)' % (
                            self.of(['1 KiB', '24 * 64 B', '1 MiB']), self.of([16, 64, 128, 48]),
                            self.of(['', ', ways = 3', ', policy = fifo', ', write = through']))])

    def variable(self):
        """What a sweep goes over, and what it leaves to `on` and `with`."""
        path, _, lo, hi = self.of(FIELDS)
        return self.of([
            ('board in [h200, d0, d1, mi300x]', 'board', ''),
            ('%s in [%s, %s]' % (path, lo, hi), '', ''),
            ('n in [64, 1000, 4096]', '', 'domain = n'),
            ('kind in [%s]' % ', '.join(self.r.sample(KINDS, 2)), '', ''),
            ('model in [wsp, ernst2022, warpspeed2025]', '', ''),
            ('counting in [auto, closed, simulated]', '', ''),
            ('strides in [constant, constant64, int32, int64]', '', ''),
            ('stores in [inline, last, auto]', '', ''),
            ('loads in [first, inline]', '', ''),
            ('order in [rows, turned, columns(32), clusters(2), morton, swizzle(4)]', '', ''),
            ('fold in [1, 2, (4 by block, 1)]', '', ''),
            ('grid in [1, 132, 1000]', '', ''), ('requests in [100, 1000]', '', ''),
            ('type in [half, double]', '', ''), ('updates in 1..3', '', ''),
            ('block in blocks(%s)' % self.of(['64', '256', '1024, dims = 1']), '', '')])

    def many(self, name, dims):
        first, on, more = self.variable()
        over = [first]
        if self.chance(50):
            second, on2, more2 = self.variable()
            if second.split()[0] != first.split()[0]:
                over.append(second)
                on, more = on or on2, ', '.join(m for m in (more, more2) if m)
        text = '%s %s on %s over %s' % (self.of(['rank', 'sweep']), name, on or self.on(),
                                        ', '.join(over))
        options = self.options(dims)
        for word in [o.split()[0] for o in over] + ['domain'] * bool(more):
            options = ', '.join(o for o in re.split(r', (?=\w+ =)', options)
                                if not o.startswith(word + ' '))
        options = ', '.join(o for o in (options, more) if o)
        if options:
            text += ' with ' + options
        if self.chance(50):
            text += ' by ' + self.of(METRICS + ['time', 'mdm.ipc', 'performance'])
        if self.chance(30):
            text += ' top ' + self.of(['1', '3', '100'])
        return text

    def options(self, dims, simulates=False):
        text = super().options(dims, simulates)
        if self.chance(8) and 'order' not in text and 'grid' not in text:
            text += ', grid = %s, order = %s' % (
                self.of(['1', '132', '264', '100000']),
                self.of(['clusters(2)', 'clusters(2, 2)', 'clusters(16)', 'clusters(3)']))
        if self.chance(15):
            text += ', stores = ' + self.of(['inline', 'last', 'auto'])
        if self.chance(10) and 'order' not in text:
            text += ', order = ' + self.of(['turned', 'i -> (i % 64, i / 64)', 'i -> i'])
        return text

    def validated(self):
        rows = []
        for _ in range(self.r.randint(1, 4)):
            cells = {'kernel': '"%s"' % self.of(['k0', 'k1', 'k2', 'k3', 'none']),
                     'ms': self.of(['0.1', '1e-9', '0', '-1', '1e9', '"x"'])}
            for c, v in (('bx', '32'), ('by', '4'), ('n', '512'), ('regs', '40'),
                         ('width', '32'), ('order', '"columns(32)"'), ('fold', '2'),
                         ('strides', '"int32"'), ('dram_load', '8'), ('l2_load', '1e3'),
                         ('gpu', '"h200"'), ('domain', '"64x64"'), ('clock', '1500')):
                if self.chance(25):
                    cells[c] = v
            rows.append('record(%s)' % ', '.join('%s = %s' % c for c in cells.items()))
        return '%s([%s], on = %s)' % (self.of(['validate', 'validate', 'fit']),
                                      ', '.join(rows), self.of(['h200', 'd0', 'd1', 'a100']))

    def by_hand(self):
        records = ', '.join('record(instructions = %s, reads = %s%s)' % (
            self.of(['10', '1', '0', '1e6']), self.of(['2', '0', '32', '1e9']), self.of(
                ['', ', writes = 3', ', turns = 100', ', block = 256', ', base = 7',
                 ', llc_miss_ratio = 0.5', ', llc_miss_ratio = 2']))
            for _ in range(self.r.randint(0, 4)))
        return 'mdm([%s], %s, kind = %s%s)' % (records, self.of(['wang2019', 'd0', 'd1']),
                                               self.of(KINDS), self.of(
            ['', ', warps = 48', ', warps = 0', ', launched = 10^9', ', warps = 1/2']))

    def questions(self, name, dims):
        ask = 'estimate %s on %s with %s' % (name, self.on(), self.options(dims))
        lines = ['e = r', 'r = ' + ask, 'r', 'compare(r, e)', 'why(r, e)']
        rest = [
            self.many(name, dims), self.many(name, dims), self.many(name, dims),
            't = %s; t; plot(t)' % self.many(name, dims), 'best(t)', 'explain r',
            'simulate %s on %s with %s' % (name, self.on(), self.options(dims, True)),
            'divergence %s on %s with %s, kind = %s' % (
                name, self.on(), self.options(dims), self.of(KINDS)),
            'explain divergence r', 'roofline %s on %s with %s' % (
                name, self.on(), self.options(dims)),
            'roofline [r, e]', 'divergence r kind ' + self.of(KINDS)[1:-1],
            'plot(roofline %s on %s)' % (name, self.on()),
            'layers %s on %s with block = 64' % (name, self.on()),
            'diagram %s on %s with block = 32, lines = 0..31, window = 0..63, level = %s' % (
                name, self.on(), self.of('12')),
            'show addresses of %s with block = 64' % name, 'show maps of %s' % name,
            'show %s' % name, 'show d0', 'show d1', 'show d0.l2', 'show order turned of (64, 64)',
            'smallest n in 32..512 such that (estimate %s on d0 with block = n).time < 1 ms' %
            name, 'crossover n in 1..64 of ((estimate %s on d0 with updates = n).time) and '
            '(n * 1 us)' % name, self.validated(), self.by_hand(), self.data()[2],
            self.device('d1', ['d0']), 'r.mdm', 'plot(r)', 'svg(r)',
            'set device = %s; estimate %s with block = 64; set device = h200' % (
                self.of(['d0', 'd1']), name), 'board(d0.name)', 'profile_command(on = d0)',
            'entries("%s")' % os.path.join(os.path.abspath(TOP), 'tests', 'ptx', self.of(PTX))]
        return lines + self.r.sample(rest, self.r.randint(3, 7)) + [ask]

    def session(self):
        lines = ['set time = 2 s', 'set memory = 500 MB', 'set accesses = 300000',
                 'set output = 2 MB', 'use lbm', 'use stencil',
                 'def turned(i) = (i / 64, i % 64)',
                 'device d0 : h200 { l2.size = 1 MiB }', 'd1 = d0', 'd2 = d0',
                 'kernel k3(a, b: [64, 64]) { b[0,0] = a[0,0] + a[1,0] }',
                 'k0 = k3; k1 = k3; k2 = k3', 'r = estimate k3 on d0 with block = 32',
                 't = rank k3 over block in [32, 64]']
        lines += self.data()
        lines += [self.device('d%d' % i, ['d%d' % j for j in range(i)]) for i in range(3)]
        known = []
        for i in range(3):
            text, dims = self.any_kernel('k%d' % i)
            lines.append(text)
            known.append(('k%d' % i, dims))
            lines += self.questions(*self.of(known))
        return lines


# ---- a host of the library

class Host:
    """Contexts and results used at any time, in any order, by any thread."""

    def __init__(self, path, maker, lines):
        lib = self.lib = ctypes.CDLL(path)
        pointer, text, size = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t
        self.writer = ctypes.CFUNCTYPE(None, pointer, pointer, size)
        self.shower = ctypes.CFUNCTYPE(None, pointer, pointer)
        number = ctypes.POINTER(ctypes.c_double)
        for name, result, *arguments in (
                ('new', pointer), ('free', None, pointer), ('eval', pointer, pointer, text),
                ('eval_at', pointer, pointer, text, ctypes.c_int, text, size),
                ('check', pointer, pointer, text, text, size), ('save', ctypes.c_bool, pointer),
                ('restore', ctypes.c_bool, pointer), ('interrupt', None, pointer),
                ('on_output', None, pointer, self.writer, pointer),
                ('on_progress', None, pointer, self.shower, pointer),
                ('stream', None, pointer, ctypes.c_bool),
                ('set_shard', ctypes.c_bool, pointer, ctypes.c_int, ctypes.c_int),
                ('set_screen', None, pointer, ctypes.c_int, ctypes.c_int, ctypes.c_bool),
                ('set_format', ctypes.c_bool, pointer, text), ('text', text, pointer),
                ('value_as', text, pointer, text), ('value_error', text, pointer),
                ('error_text', text, pointer), ('count', ctypes.c_longlong, pointer, text),
                ('number', ctypes.c_bool, pointer, text, number),
                ('unit', text, pointer, text), ('string', text, pointer, text),
                ('message_count', ctypes.c_int, pointer), ('result_free', None, pointer),
                ('last_kernel', text, pointer)):
            f = getattr(lib, 'wsp_' + name)
            f.restype, f.argtypes = result, arguments
        self.maker, self.lines = maker, lines
        self.contexts = [lib.wsp_new() for _ in range(3)]
        self.results, self.lock, self.depth = [], threading.Lock(), 0
        self.calls = [self.writer(self.write), self.shower(lambda *_: self.any_call(False)),
                      self.writer(0), self.shower(0)]

    def write(self, *_):
        if self.depth < 3:
            self.depth += 1
            self.any_call(False)
            self.depth -= 1

    def taken(self):
        with self.lock:
            if self.results:
                return self.results.pop(self.maker.r.randrange(len(self.results)))
        return None

    def kept(self, r):
        with self.lock:
            self.results.append(r)

    def read(self):
        lib, of, r = self.lib, self.maker.of, self.taken()
        if r is None:
            return
        for _ in range(3):
            path = of([b'', b'time', b'[0].time', b'fields[0].dram.load', b'dram.load', b'[9][9]',
                       b'kernel', b'..', b'[', b'[99999999999999999999]', b'units', b'name'])
            of([lambda: lib.wsp_number(r, path, ctypes.c_double()),
                lambda: lib.wsp_string(r, path), lambda: lib.wsp_unit(r, path),
                lambda: lib.wsp_count(r, path), lambda: lib.wsp_text(r),
                lambda: lib.wsp_error_text(r), lambda: lib.wsp_message_count(r),
                lambda: lib.wsp_value_as(r, of([b'text', b'json', b'csv', b'svg', b'?'])),
                lambda: lib.wsp_value_as(r, of([b'json', b'markdown']))])()
            lib.wsp_value_error(r)
        if self.maker.chance(50):
            lib.wsp_result_free(r)
        else:
            self.kept(r)

    def any_call(self, may_free=True):
        """One call, of which some are for the thread that owns the contexts."""
        lib, of, i = self.lib, self.maker.of, self.maker.r.randrange(3)
        w, line = self.contexts[i], of(self.lines).encode()
        number = of([0, 1, 7, -1, 2**31 - 1, -2**31])
        calls = [lambda: self.kept(lib.wsp_eval(w, line)), self.read, self.read,
                 lambda: self.kept(lib.wsp_check(w, None, line, len(line))),
                 lambda: self.kept(lib.wsp_eval_at(w, b'f', number, line, len(line))),
                 lambda: lib.wsp_save(w), lambda: lib.wsp_restore(w)]
        if may_free:
            calls += calls[:1] * 12 + [
                lambda: lib.wsp_interrupt(w), lambda: lib.wsp_last_kernel(w),
                lambda: lib.wsp_set_format(w, of([b'text', b'json', b'csv', b'none'])),
                lambda: lib.wsp_set_screen(w, number, of([0, 5, 24, 10**6]), False),
                lambda: lib.wsp_set_shard(w, of([0, 1, 2, -1]), of([1, 1, 3, 0])),
                lambda: lib.wsp_stream(w, of([True, False])),
                lambda: lib.wsp_on_output(w, of([self.calls[0], self.calls[2]]), None),
                lambda: lib.wsp_on_progress(w, of([self.calls[1], self.calls[3]]), None),
                lambda: self.anew(i), lambda: self.beside(w)]
        of(calls)()

    def anew(self, i):
        self.lib.wsp_free(self.contexts[i])
        self.contexts[i] = self.lib.wsp_new()
        for line in self.lines[:16]:
            self.lib.wsp_result_free(self.lib.wsp_eval(self.contexts[i], line.encode()))

    def beside(self, w):
        """Threads of small stacks that use the same contexts at the same time."""
        before = threading.stack_size(self.maker.of([128, 192, 256, 1024]) << 10)
        threads = [threading.Thread(target=lambda: [self.any_call(False) for _ in range(4)])
                   for _ in range(3)]
        for t in threads:
            t.start()
        threading.stack_size(before)
        self.kept(self.lib.wsp_eval(w, self.maker.of(self.lines).encode()))
        if self.maker.chance(50):
            self.lib.wsp_interrupt(w)
        for t in threads:
            t.join()

    def run(self):
        for i in range(3):
            self.anew(i)
        for _ in self.lines:
            self.any_call()
        self.maker.r.shuffle(self.contexts)
        for w in self.contexts[:self.maker.of([0, 3])]:
            self.lib.wsp_free(w)
            self.contexts.remove(w)
        while self.results:
            self.read()
        for w in self.contexts:
            self.lib.wsp_free(w)
        print('the host is done')


# ---- a talk with the server

def talk(command, maker, program):
    """Requests of several sessions side by side; what went wrong, or None."""
    p = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                         stderr=subprocess.STDOUT, text=True, encoding='utf-8',
                         errors='replace')
    answers, other, sent, mine = {}, [], 0, {}

    def listen():
        for line in p.stdout:
            try:
                a = json.loads(line)
            except ValueError:
                other.append(line)
                continue
            if a.get('id') is not None:
                answers.setdefault(a['id'], []).append(a)

    def send(method, session=None, **params):
        nonlocal sent
        sent += 1
        if session:
            params['session'] = session
        p.stdin.write(json.dumps({'jsonrpc': '2.0', 'id': sent, 'method': method,
                                  'params': params}) + '\n')
        p.stdin.flush()
        return sent

    listener = threading.Thread(target=listen)
    listener.start()
    asked = {}
    try:
        for s in 'abc':
            for line in program[:16]:
                send('eval', s, program=line, format='none')
            send('eval', s, program='mine = "of %s"' % s, format='none')
            send('save', s)
        for line in program[16:]:
            s = maker.of('abc')
            request = send(maker.of(['eval'] * 9 + ['check', 'complete', 'define']), s,
                           program=line)
            if maker.chance(20):
                time.sleep(maker.of([0, 0.001, 0.02]))
                send('cancel', **{'id': maker.of([request, request, request - 1, 0])})
            if maker.chance(8):
                send('restore', s)
            if maker.chance(4):
                send('close', s)
                send('eval', s, program='mine = "of %s"' % s, format='none')
                send('save', s)
            if maker.chance(25):
                asked[send('eval', s, program='mine')] = s
        for s in 'abc':
            send('restore', s)
            asked[send('eval', s, program='mine')] = s
        p.stdin.close()
        p.wait(60 * combined.LIMIT_S)
    except subprocess.TimeoutExpired:
        p.kill()
        listener.join()
        return 'no end of the server'
    except BrokenPipeError:
        p.wait(60)
    listener.join()
    text = ''.join(other)
    if p.returncode not in (0, 1) or text.strip():
        return 'server: exit %s, %s' % (p.returncode, text[:2000])
    for i in range(1, sent + 1):
        if len(answers.get(i, [])) != 1:
            return 'request %d of %d has %d answers' % (i, sent, len(answers.get(i, [])))
    for i, s in asked.items():
        value = answers[i][0].get('result', {}).get('value')
        if value is not None and value != 'of ' + s:
            return 'session %s says %r' % (s, value)
    return None


def fails(wsp, seed, folder, keep, counts):
    maker = Maker(seed, folder)
    lines = maker.session()
    text, out = '\n'.join(lines) + '\n', ''
    start = time.time()
    if LIBRARY and seed % 3 == 0:
        command = [sys.executable, __file__, '--host', LIBRARY, str(seed), folder]
        out, why, _ = combined.run(command, text)
        if not why and 'the host is done' not in out:
            why = 'the host failed'
    elif seed % 5 == 4:
        why = talk([wsp, 'serve'], maker, lines)
    else:
        command = [wsp, '--format', 'json']
        out, why, _ = combined.run(command, text)
        if not why and seed % 8 == 0 and "budget of 'time'" not in out:
            again, why, _ = combined.run(command, text)
            if not why and again != out and "budget of 'time'" not in again:
                why = 'says something else'
    if not why and time.time() - start > 15 * combined.LIMIT_S:
        why = 'took %.0f s' % (time.time() - start)
    counts['sessions'] += 1
    counts['inputs'] += len(lines)
    counts['errors'] += len(re.findall(r'(?m)^error: ', out))
    counts['reports'] += out.count('"limits": {')
    counts['slowest'] = max(counts['slowest'], time.time() - start)
    if why:
        print('seed %d: %s' % (seed, why), flush=True)
        if keep:
            for end, what in (('wsp', text), ('out', out)):
                with open('%s/%d.%s' % (keep, seed, end), 'w') as f:
                    f.write(what)
            for name in os.listdir(folder):
                shutil.copy(os.path.join(folder, name), '%s/%d.%s' % (keep, seed, name))
    return bool(why)


def main():
    if sys.argv[1] == '--host':
        lines = sys.stdin.read().split('\n')
        Host(sys.argv[2], Maker(int(sys.argv[3]), sys.argv[4]), lines).run()
        return 0
    wsp, seed, seconds = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
    keep = sys.argv[4] if len(sys.argv) > 4 else None
    counts = dict.fromkeys(('sessions', 'inputs', 'errors', 'reports', 'slowest'), 0)
    end, n_failed = time.time() + seconds, 0
    with tempfile.TemporaryDirectory() as folder:
        while time.time() < end or counts['sessions'] == 0:
            n_failed += fails(wsp, seed + counts['sessions'], folder, keep, counts)
    print('%(sessions)d sessions of %(inputs)d inputs, %(errors)d of them errors, '
          '%(reports)d reports; the slowest took %(slowest).0f s' % counts)
    print('%d passed, %d failed' % (counts['sessions'] - n_failed, n_failed))
    return n_failed > 0


if __name__ == '__main__':
    sys.exit(main())
