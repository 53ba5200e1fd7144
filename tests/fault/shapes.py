#!/usr/bin/env python3
"""Sessions of shapes that the other generators seldom make.

    shapes.py WSP SEED SECONDS [KEEP]

Kernels of cells with functions of all kinds, loops that end where the thread
says, lists that they carry, indices
known from lists and by chance, members of vectors, atomic updates of all types,
matrix products, constants, parameters, shared arrays; launches with folds by
block, clusters, persistent grids and orders; kernels that are defined anew
between questions; requests to `wsp serve` that are broken, cancelled or sent to
closed sessions.  A session fails if the program ends by a signal, a sanitizer
or a law of physics complains, a figure is no number, it takes too long, or it
says something else the second time.
"""

import json
import os
import random
import re
import resource
import subprocess
import sys
import time

TYPES = ['half', 'float', 'double', 'int8', 'int16', 'int32', 'int64', 'uint8',
         'uint16', 'uint32']
VECTORS = {'half2': 'xy', 'float2': 'xy', 'float4': 'xyzw', 'double2': 'xy',
           'uchar4': 'xyzw', 'int2': 'xy', 'int4': 'xyzw'}
ONE = ['sqrt', 'rsqrt', 'exp', 'log', 'sin', 'cos', 'tan', 'abs', 'floor',
       'ceil', 'tanh', 'exp2', 'log2', 'log10', 'cbrt', 'erf', 'asin', 'acos',
       'atan', 'sinh', 'cosh', 'round', 'sign', 'expm1', 'log1p']
TWO = ['min', 'max', 'pow', 'atan2', 'hypot', 'mod']
DEVICES = ['h200', 'h100', 'a100', 'v100', 'p100', 'l40s', 't4', 'mi300x',
           'mi250x', 'mi100', 'gh200', 'cache(64 KiB)', 'wang2019', 'rtx2080ti',
           'cache(32 KiB, line = 128 B, sector = 32 B, ways = 4)']
ABSURD = ['0', '-1', '1', '2^31', '2^40', '2^62', '2^63', '10^30', '1/3', '-0.5',
          '"a"', 'true', '[]', '(1, 2, 3, 4)', 'auto', 'none', '1 B', '[1]',
          '()', '1e-300', '1e300', 'k0', 'x -> x']
LIMIT_S = float(os.environ.get('SHAPES_LIMIT', '60'))


class Maker:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.names = ['k0', 'k1', 'k2']
        self.parameters = {}

    def of(self, items):
        return self.r.choice(items)

    def chance(self, percent):
        return self.r.random() * 100 < percent

    def number(self, most=9):
        return str(self.of([0, 1, 2, 3, 4, 7, 8, self.r.randint(0, most)]))

    # ---- kernels of cells

    def offset(self, dims):
        if self.chance(15):
            return ', '.join(self.coordinate(d) for d in range(dims))
        return ', '.join(str(self.of([0, 0, 0, 1, -1, 2, -3, 8]))
                         for _ in range(dims))

    def coordinate(self, d):
        c = 'xyz'[d]
        return self.of([c, c + ' + 1', '2*' + c, c + '/2', c + ' % 8',
                        'min(%s, 7)' % c, 'max(%s - 3, 0)' % c, 't' + c,
                        'b' + c, '63 - ' + c, 't%s + b%s*bd%s' % (c, c, c)])

    def index(self, f, dims):
        kind = self.r.randint(0, 99)
        size = self.of(['64', '1000', 'nx', '2^20'])
        by = self.of(['', ', of = i0[%s]' % self.offset(dims)])
        if kind < 8:
            return 'random(%s%s)' % (size, by)
        if kind < 14:
            return 'gather(%s)' % self.of(['1', '4', '32', '2.5', '[1, 2, 32]'])
        if kind < 24:
            return 'known(%s, of = i0[%s])' % (
                self.of(['x + 1', 'x/2', '2*x', 'x % 64', '7', 'x + 128']),
                self.offset(dims))
        if kind < 28 and dims == 1:
            return 'i0[0]'
        return None

    def load(self, dims):
        f = self.of(self.fields)
        name, kind, parts = f
        index = self.index(f, dims) if dims == 1 else None
        if dims == 2 and self.chance(12):
            index = 'known(x + 1, of = i0[0, 0]), y'
        at = index or self.offset(dims)
        text = '%s[%s]' % (name, at)
        if parts:
            text = '%s[%s][%s]' % (name, self.r.randint(0, parts - 1), at)
        if self.chance(8):
            text = '%s(%s)' % (self.of(['no_l1', 'read_only', 'evict_first']),
                               text)
        if kind in VECTORS:
            text += '.' + self.of(VECTORS[kind])
        return text

    def value(self, dims, depth=0):
        kind = self.r.randint(0, 99)
        if depth > 3 or kind < 30:
            return self.load(dims)
        if kind < 36:
            return self.of(['1.5', '2', 'c', '0.0', '1e-3', 's0'])
        if kind < 60:
            return '(%s %s %s)' % (self.value(dims, depth + 1),
                                   self.of('+-**/'),
                                   self.value(dims, depth + 1))
        if kind < 74:
            return '%s(%s)' % (self.of(ONE), self.value(dims, depth + 1))
        if kind < 82:
            return '%s(%s, %s)' % (self.of(TWO), self.value(dims, depth + 1),
                                   self.value(dims, depth + 1))
        if kind < 87:
            return 'fma(%s, %s, %s)' % tuple(self.value(dims, depth + 2)
                                            for _ in range(3))
        if kind < 92:
            return '(%s)^%s' % (self.value(dims, depth + 1),
                                self.of(['2', '3', '0.5', '-1', '10', '1/3']))
        if kind < 96:
            return '(if %s > 0 then %s else %s)' % tuple(
                self.value(dims, depth + 2) for _ in range(3))
        return 'sum(%s * j for j in 1..%s)' % (self.value(dims, depth + 1),
                                               self.of(['2', '5', '9']))

    def condition(self, dims):
        c = 'xyz'[self.r.randint(0, dims - 1)]
        return self.of([
            '%s > 0' % c, '%s %% 2 == 0' % c, 'p(0.3)', 'p(0.01)', 'p(1)',
            'p(0.5, of = i0[%s])' % self.offset(dims), 't%s < 7' % c,
            '%s < n%s - 1 and p(0.2)' % (c, c), 'b%s == 0' % c,
            '(x*3 + %s) %% 7 < 3' % c, 'not (%s == 5 or x > 100)' % c,
            'x*x > 4', '%s > 1000000' % c])

    def store(self, dims):
        name, kind, parts = self.of(self.fields)
        at = self.offset(dims)
        if dims == 1 and self.chance(12):
            at = self.of(['random(512, of = i0[0])', 'random(64)',
                          'gather(8)', 'known(x/2, of = i0[0])'])
        text = '%s[%s]' % (name, at)
        if parts:
            text = '%s[%d][%s]' % (name, self.r.randint(0, parts - 1), at)
        hows = ['=', '=', '=', '+=', '*=']
        if kind in VECTORS and self.chance(95):
            hows = ['=']
        elif kind in ('float', 'double', 'int32', 'uint32', 'int64', '') or \
                self.chance(5):
            hows.append('atomic+=')
            if 'int' in kind or self.chance(5):
                hows += ['atomic max=', 'atomic min=']
        how = self.of(hows)
        v = self.value(dims)
        if kind in VECTORS and how == '=' and self.chance(97):
            v = '(%s)' % ', '.join(self.value(dims, 3) for _ in VECTORS[kind])
        return '%s %s %s' % (text, how, v)

    def body(self, dims, depth=0):
        lines = []
        for _ in range(self.r.randint(1, 3)):
            kind = self.r.randint(0, 99)
            if kind < 45 or depth > 2:
                lines.append(self.store(dims))
            elif kind < 60:
                lines.append('if %s { %s }' % (
                    self.condition(dims), '; '.join(self.body(dims, depth + 1))))
            elif kind < 70:
                n = self.of(['3', '7', '16', 'nx - 1', '100'])
                lines.append('s0 = 0')
                first = self.of(['0', '0', 'x', 'x/4', 'tx', 'x - 9', 'max(0, x - 7)'])
                n = self.of([n, n, 'x', 'x + 5', 'min(x, 40)', 'x % 33', '2*x + 1',
                             'nx - x', 'x*x', 'tx + 3', '2^40*x'])
                lines.append('loop k%d in %s..%s%s { s0 += %s }' % (
                    depth, first, n, self.of(['', ' unroll 1', ' unroll 4',
                                       ' step 2', ' unroll 64']),
                    self.value(dims, 2)))
                lines.append(self.store(dims))
            elif kind < 80:
                # a list that a loop carries
                m = self.r.randint(1, 8)
                lines.append('q = [%s for k in 0..%d]' % (self.load(dims), m))
                lines.append('loop w in %d..%s { %s; q = q[1..%d] + [%s] }' % (
                    self.r.randint(0, 4), self.of(['5', '60', 'nx - 2']),
                    self.store(dims), m, self.load(dims)))
                lines.append('s0 += sum(q)')
                lines.append(self.store(dims))
            elif kind < 88:
                t = self.of(TYPES + list(VECTORS))
                lines.append('shared t%d: %s[%s]' % (
                    depth, t, self.of(['bdx + 2', '64', '33, 32', '1024'])))
                lines.append('t%d[%s] %s %s' % (
                    depth, self.of(['tx', 'tx + 1', 'tx, ty', '0', 'random(32)']),
                    self.of(['=', '=', 'atomic+=', 'atomic max=']),
                    self.value(dims, 2)))
                lines.append('barrier')
                lines.append(self.store(dims) + ' + t%d[%s]' % (
                    depth, self.of(['tx', '31 - tx % 32', '0', 'ty, tx'])))
            elif kind < 93:
                lines.append('acc = %s' % self.of(['0', '0.0']))
                lines.append('loop m in 0..%s { acc += %s %s %s }' % (
                    self.of(['3', '99']), self.of(['mma', 'mma', 'wgmma']),
                    self.of(['m16n8k16', '(16, 8, 8)', '(64, 64, 32)',
                             '(64, 256, 64)', '(1, 1, 1)', '(8, 8, 4)']),
                    self.of(['half -> float', 'tf32 -> float', 'half -> half',
                             'double -> double', 'int8 -> int32',
                             'fp8 -> float', 'bf16 -> float',
                             'float -> float'])))
                lines.append('s0 += acc')
                lines.append(self.store(dims))
            else:
                lines.append('for j in 0..%s { %s }' % (
                    self.of(['1', '3', '7']), self.store(dims)))
        return lines

    def kernel(self, name):
        dims = self.of([1, 1, 2, 2, 3])
        size = {1: ['nx', '4096', '1000', '2^20', '37'],
                2: ['nx, ny', '512, 512', '64, 33', '1000, 7', '4096, 4096'],
                3: ['nx, ny, nz', '64, 64, 64', '33, 5, 9', '128, 128, 64']}
        self.fields = []
        params = []
        for f in 'abd'[:self.r.randint(1, 3)]:
            kind = self.of(TYPES + list(VECTORS) + ['float', 'double', ''])
            parts = self.r.randint(2, 5) if self.chance(15) else 0
            extent = self.of(size[dims]) if self.chance(85) else \
                '2*' + size[dims][0]
            text = '%s: %s%s[%s]' % (f, kind, '[%d]' % parts if parts else '',
                                     extent)
            if self.chance(25):
                text += ' restrict'
            elif self.chance(15):
                text += ' { %s }' % self.of([
                    'halo = 2', 'align = 32 B', 'boundary = periodic',
                    'boundary = clamp', 'boundary = mirror', 'layout = aos',
                    'halo = 4, align = 8 B', 'pitch = 4100', 'align = 3 B'])
            self.fields.append((f, kind, parts))
            params.append(text)
        params.append('i0: int32[%s]%s' % (size[dims][0], self.of(
            ['', ' { random = 1000 }', ' { gather = 8 }', ' restrict'])))
        params.append('c: %s' % self.of(['float', 'double', 'int32']))
        self.r.shuffle(params)
        brackets = ''
        self.parameters.pop(name, None)
        if self.chance(12):
            brackets = '[n = 4, m = 2]'
        over = self.of(['', ' over (%s)' % self.of(
            {1: ['2^20', '100', '37', '2^16'],
             2: ['512, 512', '1000, 30', '64, 64'],
             3: ['64, 64, 64', '100, 10, 10']}[dims])])
        lines = self.body(dims)
        if self.chance(10):
            lines.insert(0, self.of(['registers 40', 'updates 4', 'spilled 64',
                                     'integer 10', 'control 3', 'flops 3']))
        return 'kernel %s%s(%s)%s { s0 = 0; %s }' % (
            name, brackets, ', '.join(params), over, '; '.join(lines))

    # ---- questions

    def block(self):
        return self.of(['32', '64', '256', '1024', '(32, 8)', '(16, 16)',
                        '(8, 8, 8)', '(32, 2, 4)', '(1, 32)', '(33, 3)', '128',
                        'auto', '(64, 4, 1)', '1'])

    def option(self):
        usual = {
            'block': self.block(),
            'fold': self.of(['2', '(4, 1)', '(2, 2)', '(1, 2, 2)',
                             '(4 by block, 1)', '(2, 2) interleaved',
                             '(2 by block, 2)', '4 by block', '(1, 1, 8)',
                             '(256, 1)']),
            'cells': self.of(['interleaved', 'adjacent']),
            'order': self.of(['rows', 'linear', 'columns(64)', 'zigzag(32)',
                              'tiles(32, 8)', 'tiles(8, 8, 8)', 'morton',
                              'hilbert', 'grouped(4)', 'swizzle(3)',
                              'clusters(2)', 'clusters(2, 2)',
                              'clusters(16, 1, 1)', 'clusters(3, 5, 7)',
                              'auto', 'turned']),
            'grid': self.of(['1', '7', '132', '264', '100000']),
            'registers': self.of(['32', '255', '16']),
            'spilled': self.of(['64 B', '616 B']),
            'shared': self.of(['48 KiB', '1 B', '227 KiB', '16 KiB']),
            'domain': self.of(['4096', '(512, 512)', '(64, 64, 64)', '1',
                               '(4096, 4096)', '(37, 5)']),
            'type': self.of(['float', 'half', 'int8', 'double']),
            'offset': self.of(['1', '4', '31']),
            'updates': self.of(['1', '4']),
            'cache': self.of(['cold', 'warm']),
            'strides': self.of(['int32', 'int64', 'constant']),
            'model': self.of(['wsp', 'ernst2022', 'warpspeed2025']),
            'counting': self.of(['auto', 'closed', 'simulated']),
            'kind': self.of(['"mdm"', '"gpumech"', '"mdm_queue"']),
            'loads': self.of(['first', 'inline']),
            'requests': self.of(['1000', '100', '50000']),
            'interleave': self.of(['waves', 'random', 'sequential', 'warps']),
            'policy': self.of(['lru', 'fifo', 'random']),
            'ways': self.of(['1', '4', 'full']), 'sms': self.of(['1', '3']),
            'resident': '2', 'apart': self.of(['1', '64']), 'seed': '7',
            'seeds': self.of(['2', '1']), 'level': '2',
            'window': self.of(['0..99', '5..5']),
            'lines': '0..63', 'at': '50'}
        name = self.of(list(usual))
        if self.chance(35):
            name = self.of(['block', 'fold', 'order', 'grid', 'domain'])
        value = usual[name] if not self.chance(8) else self.of(ABSURD)
        return '%s = %s' % (name, value)

    def subject(self):
        name = self.of(self.names)
        if self.chance(10):
            name += self.of(['(8)', '(4, 2)', '(n = 3)', '(m = 1, n = 2)'])
        return name

    def question(self):
        what = self.of(['estimate'] * 6 + [
            'simulate', 'simulate', 'rank', 'sweep', 'roofline', 'divergence',
            'layers', 'diagram', 'show addresses of', 'show maps of',
            'explain estimate', 'show'])
        text = '%s %s' % (what, self.subject())
        if what in ('rank', 'sweep'):
            text += ' over %s' % self.of([
                'block in blocks(256)', 'fold in [(1, 1), (2, 1)]',
                'order in [rows, columns(64), clusters(2)]',
                'block in [32, 64, (16, 4)]', 'grid in [1, 66, 132]',
                'registers in [32, 64, 128]', 'domain in [64, 128, 4096]'])
        if what not in ('show', 'show addresses of', 'show maps of') \
           and self.chance(85):
            text += ' on %s' % self.of(DEVICES)
        if what != 'show':
            options = {}
            if self.chance(85):
                options['block'] = 'block = ' + self.block()
            for _ in range(self.r.randint(0, 3)):
                o = self.option()
                options[o.split()[0]] = o
            if options:
                text += ' with ' + ', '.join(options.values())
        return text

    def other(self):
        return self.of([
            'r', 'r.time', 'r.notes', 'explain r', 'plot(r)', 'r.limits',
            'json(r)', 'compare(r, r)', 'show devices',
            'set fold = (2, 1)', 'set fold = auto', 'set block = 64',
            'set block = auto', 'show set', 'q = [r, r]', 'len(text(r))',
            'k0 = 5', 'k1 = k2', 'show kernels', 'svg(r)', 'r.l2.load',
            'r.advice', 'k0.flops', 'k1.fields', 'show k2', 'keys(r)',
            'show r', 'smallest n in 1..1000 such that '
            '(estimate k0 with block = n).time < 1 ms'])

    def session(self):
        lines = ['set time = 3 s', 'set memory = 300 MB', 'set output = 1 MB',
                 'set accesses = 200000',
                 'def turned(i) = (i % 64, i / 64)', 'n = 32',
                 'kernel k0(a, b: [64, 64]) { b[0,0] = a[0,0] + a[1,0] }',
                 'kernel k1(h: int32[64], i: int32[nx]) over (2^16) '
                 '{ h[random(64, of = i[0])] atomic+= 1 }',
                 'kernel k2(a: [512], b: float[512]) { b[0] = 2 * a[-1] }',
                 'r = estimate k0 with block = 32']
        lines += [self.kernel(k) for k in self.names]
        for _ in range(self.r.randint(6, 14)):
            kind = self.r.randint(0, 99)
            if kind < 20:
                lines.append(self.kernel(self.of(self.names)))
            elif kind < 85:
                q = self.question()
                if not q.startswith(('show', 'explain')):
                    q = self.of(['', 'r = ', 'r = ']) + q
                lines.append(q)
            else:
                lines.append(self.other())
        return lines

    # ---- requests

    def requests(self):
        lines, program = [], self.session()
        for i, text in enumerate(program):
            request = {'jsonrpc': '2.0', 'id': i, 'method': self.of(
                ['eval'] * 8 + ['check', 'define', 'complete', 'format']),
                'params': {'program': text + '\n',
                           'session': self.of(['a', 'a', 'b', 'c'])}}
            if self.chance(30):
                request['params']['format'] = self.of(
                    ['json', 'text', 'csv', 'markdown', 'svg', 'none', 'foo'])
            line = json.dumps(request)
            if self.chance(8):
                request[self.of(['id', 'method', 'params'])] = self.of(
                    [None, 1, [], {}, 'x', 1e300, [[]]])
                line = json.dumps(request)
            if self.chance(10):
                cut = self.r.randint(0, len(line))
                line = self.of([
                    line[:cut], line[cut:], line[:cut] + '\x00' + line[cut:],
                    line + line, line.replace('"', "'"), '[' * 2000,
                    line[:cut] + '\\ud800' + line[cut:], '{"id": 1e999}',
                    line[:cut] + '\udcff' + line[cut:], '[]', '[%s]' % line])
            lines.append(line)
            if self.chance(15):
                lines.append(json.dumps({'jsonrpc': '2.0', 'method': 'cancel',
                                         'params': {'id': self.of([i, i - 1, 0,
                                                                   'x', None])}}))
            if self.chance(8):
                lines.append(json.dumps({
                    'jsonrpc': '2.0', 'id': 'c%d' % i, 'method': self.of(
                        ['close', 'save', 'restore', 'version', 'nothing']),
                    'params': {'session': self.of(['a', 'b', 'z'])}}))
        return lines


def run(command, text):
    """The output, and why it is wrong, or None."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        p = subprocess.run(command, input=text.encode('utf-8', 'surrogateescape'),
                           stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                           timeout=40 * LIMIT_S)
    except subprocess.TimeoutExpired:
        return '', 'no end'
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    out = p.stdout.decode('utf-8', 'replace')
    took = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    if p.returncode < 0 or p.returncode > 2:
        return out, 'exit %d' % p.returncode
    for bad in ('Sanitizer', 'runtime error:', 'breaks a law', 'malloc_',
                'double free', 'corrupted'):
        if bad in out:
            return out, bad
    if re.search(r'(?<![A-Za-z_"])-?(nan|inf)(?![A-Za-z_])', out):
        return out, 'no number'
    if took > LIMIT_S:
        return out, 'took %.0f s' % took
    return out, None


def steady(out):
    return re.sub(r'"seconds": [0-9.e-]+', '', out)


def main():
    wsp, seed, seconds = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
    keep = sys.argv[4] if len(sys.argv) > 4 else None
    end, n, n_input, n_error, n_failed = time.time() + seconds, 0, 0, 0, 0
    while time.time() < end or n == 0:
        m = Maker(seed + n)
        is_served = n % 4 == 3
        lines = m.requests() if is_served else m.session()
        text = '\n'.join(lines) + '\n'
        command = [wsp, 'serve', '--safe'] if is_served else [wsp]
        out, why = run(command, text)
        if not why and not is_served and n % 8 == 0 and \
           "budget of 'time'" not in out:
            again, why = run(command, text)
            if not why and again != out and "budget of 'time'" not in again:
                why = 'says something else'
        n += 1
        n_input += len(lines)
        n_error += out.count('\nerror: ') + out.count('"error": ')
        if why:
            n_failed += 1
            print('seed %d: %s' % (seed + n - 1, why), flush=True)
            if keep:
                with open('%s/%d.wsp' % (keep, seed + n - 1), 'w',
                          errors='surrogateescape') as f:
                    f.write(text)
                with open('%s/%d.out' % (keep, seed + n - 1), 'w') as f:
                    f.write(out)
    print('%d sessions of %d inputs, %d of them errors' % (n, n_input, n_error))
    print('%d passed, %d failed' % (n - n_failed, n_failed))
    return n_failed > 0


sys.exit(main())
