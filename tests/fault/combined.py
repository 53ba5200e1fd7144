#!/usr/bin/env python3
"""Sessions whose kernels combine all that the language has, held to physics.

    combined.py WSP SEED SECONDS [KEEP]

Kernels of cells in one to three dimensions: nested loops whose bounds depend on
the cell, the thread, the block and the loops around them, sums and windows over
such loops, lists that they carry, matrix products, atomic updates, drawn indices
with factors and offsets, members of vectors, conditions by place, by counter and
by chance, shared arrays.  Launches with folds side by side and apart, strides,
orders, clusters, persistent grids.  All questions, and answers that are compared.

A session fails as one of shapes.py does, and if a report says what cannot be: a
figure that is no number or negative, a share outside of 0 to 1, an interval
without its estimate, less time than a limit of it, more bytes than a memory can
move in that time, more loaded from DRAM than L2 misses, counts of a simulation
that do not add up, or another figure when it is asked again.
"""

import json
import os
import random
import re
import subprocess
import sys
import time

DEVICES = ['h200', 'h200', 'h100', 'a100', 'v100', 'p100', 'l40s', 't4', 'gh200',
           'b200', 'mi300x', 'mi250x', 'mi210', 'rtx2080ti', 'wang2019']
SCALARS = ['float', 'double', 'half', 'int32', 'int8', 'int64', 'uint16']
VECTORS = {'float2': 'xy', 'float4': 'xyzw', 'double2': 'xy', 'half2': 'xy',
           'int4': 'xyzw', 'uchar4': 'xyzw'}
LIMIT_S = float(os.environ.get('COMBINED_LIMIT', '60'))
SLACK = 1 + 1e-6
FETCH = 2  # sectors that DRAM loads at once, at most


class Maker:
    def __init__(self, seed):
        self.r = random.Random(seed)

    def of(self, items):
        return self.r.choice(items)

    def chance(self, percent):
        return self.r.random() * 100 < percent

    # ---- kernels

    def place(self, d):
        """Something along axis d that depends on who asks."""
        c = 'xyz'[d]
        items = [c, c, 't' + c, 'b' + c, '%s/%s' % (c, self.of([2, 3, 32])),
                 '%s %% %s' % (c, self.of([3, 8, 33])),
                 'min(%s, %s)' % (c, self.of([5, 40])),
                 'max(%s - %s, 0)' % (c, self.of([1, 7]))]
        return self.of(items + self.counters * 3)

    def bounds(self, dims):
        lo = self.of(['0', '0', '1', '-2', self.place(self.r.randrange(dims))])
        d = self.r.randrange(dims)
        hi = self.of([
            self.of(['3', '7', '31', '100']), 'n%s - 1' % 'xyz'[d],
            self.place(d), '%s + %s' % (self.place(d), self.of([0, 2, 9])), '3', '9', 'min(%s, 20)' % self.place(d),
            '%s + %s' % (self.place(d), self.place(self.r.randrange(dims))),
            '2*%s + 1' % self.place(d), 'n%s - %s' % ('xyz'[d], 'xyz'[d]),
            'min(%s, 12)' % self.place(d), self.place(d) + ' - 1'])
        return '%s..%s' % (lo, hi)

    def at(self, field):
        """An index of the field: neighbours, places, counters, by chance."""
        _, _, dims = field
        if dims == 1 and self.chance(22):
            by = ', of = i0[0]' if self.of_i0 and self.chance(50) else ''
            draw = self.of(['random(%s%s)' % (self.of(['64', '200', '700']), by),
                            'gather(%s%s)' % (self.of(['2', '8', '31.5']), by)])
            return self.of(['%s', '4*%s', '%s + 1', '3*%s + 2', '%s + 16']) % draw
        if self.chance(55):
            return ', '.join(str(self.of([0, 0, 0, 1, -1, 2])) for _ in range(dims))
        parts = []
        for d in range(dims):
            c = 'xyz'[d] if d < self.dims else '0'
            parts.append(self.of([
                c, c + ' + 1', 'max(%s - 1, 0)' % c, '%s/2' % c] +
                self.counters * 2 +
                ['max(%s - %s, 0)' % (c, k) for k in self.counters] +
                ['min(%s + %s, n%s - 1)' % (c, k, 'xyz'[d] if d < self.dims else 'x')
                 for k in self.counters]))
        return ', '.join(parts)

    def load(self):
        f = self.of(self.fields)
        text = '%s[%s]' % (f[0], self.at(f))
        if self.chance(8) and 'random' not in text and 'gather' not in text:
            text = '%s(%s)' % (self.of(['no_l1', 'read_only', 'evict_first']), text)
        if f[1] in VECTORS:
            text += '.' + self.of(VECTORS[f[1]])
        return text

    def value(self, depth=0):
        kind = self.r.randrange(100)
        if depth > 2 or kind < 40:
            return self.load()
        if kind < 48:
            return self.of(['c', '2', '0.5', 's'])
        if kind < 70:
            return '(%s %s %s)' % (self.value(depth + 1), self.of('+-*'),
                                   self.value(depth + 1))
        if kind < 78:
            return '%s(%s)' % (self.of(['sqrt', 'exp', 'sin', 'abs', 'rsqrt']),
                               self.value(depth + 1))
        if kind < 92:
            # a window
            f = self.of(self.fields)
            offset = ['0'] * f[2]
            offset[self.r.randrange(f[2])] = 'w'
            member = '.' + VECTORS[f[1]][0] if f[1] in VECTORS else ''
            return '%s(%s[%s]%s for w in %s)' % (
                self.of(['sum', 'sum', 'max']), f[0], ', '.join(offset), member,
                self.of(['-1..1', '-2..2', '0..7', '[0, 3, 5]']))
        return '(if %s > 0 then %s else %s)' % (
            self.load(), self.value(depth + 1), self.value(depth + 1))

    def condition(self):
        c = 'xyz'[self.r.randrange(self.dims)]
        items = ['%s > 0' % c, '%s %% 3 == 1' % c, 'p(0.3)', 'p(0.02)',
                 't%s < 5' % c, 'b%s %% 2 == 0' % c, '(x*3 + %s) %% 7 < 3' % c,
                 '%s < n%s - 2' % (c, c), 'p(0.5) and %s > 1' % c]
        for k in self.counters:
            items += ['%s <= %s' % (k, c), '(%s + %s) %% 4 == 0' % (k, c)]
        return self.of(items)

    def store(self):
        f = self.of(self.fields)
        name, kind, dims = f
        at = ', '.join(['0'] * dims)
        if dims == 1 and self.chance(20):
            at = self.of(['random(512)', 'gather(4)', 'x/2', '2*random(64) + 1'])
        elif self.counters and self.chance(35):
            parts = ['xyz'[d] if d < self.dims else '0' for d in range(dims)]
            parts[self.r.randrange(dims)] = self.of(self.counters)
            at = ', '.join(parts)
        if kind in VECTORS:
            return '%s[%s] = (%s)' % (name, at, ', '.join(
                self.value(2) for _ in VECTORS[kind]))
        how = self.of(['=', '=', '=', '+='] + (
            ['atomic+='] if kind in ('float', 'double', 'int32', 'int64') else []) +
            (['atomic max='] if kind == 'int32' else []))
        return '%s[%s] %s %s' % (name, at, how, self.value(1))

    def body(self, depth=0):
        lines = []
        for _ in range(self.r.randint(1, 2 if depth else 3)):
            kind = self.r.randrange(100)
            if depth >= 3 or kind < 30:
                lines.append(self.store())
            elif kind < 62 and len(self.counters) < 3:
                k = 'k%d' % len(self.counters)
                head = 'loop %s in %s%s' % (k, self.bounds(self.dims), self.of(
                    ['', '', ' unroll 1', ' unroll 4']))
                self.counters.append(k)
                inner = self.of([['s += ' + self.value(1)],
                                 ['s += ' + self.value(1)] + self.body(depth + 1),
                                 self.body(depth + 1)])
                self.counters.pop()
                lines.append('%s { %s }' % (head, '; '.join(inner)))
            elif kind < 76:
                lines.append('if %s { %s }' % (self.condition(),
                                               '; '.join(self.body(depth + 1))))
            elif kind < 83 and depth == 0:
                lines += ['q = [%s for j in 0..3]' % self.load(),
                          'loop k0 in %s { s += sum(q); q = q[1..3] + [%s] }' % (
                              self.bounds(self.dims), self.load())]
            elif kind < 90:
                shape = self.of(['m16n8k16', '(16, 8, 8)', '(64, 64, 32)'])
                types = self.of(['half -> float', 'tf32 -> float', 'int8 -> int32',
                                 'double -> double', 'bf16 -> float'])
                k = 'k%d' % len(self.counters)
                lines.append('m = 0; loop %s in %s { m += mma %s %s }; s += m' % (
                    k, self.bounds(self.dims), shape, types))
            elif depth == 0:
                lines += ['shared t: float[%s]' % self.of(['1024', 'bdx + 8']),
                          't[%s] %s %s' % (self.of(['tx', '0', 'tx % 32']),
                                           self.of(['=', 'atomic+=']), self.load()),
                          'barrier', 's += t[%s]' % self.of(['tx', '0'])]
            else:
                lines.append('s += ' + self.value(1))
        return lines

    def kernel(self, name):
        self.dims = dims = self.of([1, 1, 2, 2, 3])
        self.counters = []
        over = {1: ['2^16', '4096', '1000', '8000'],
                2: ['256, 256', '200, 33', '512, 64', '64, 1000'],
                3: ['64, 64, 64', '128, 32, 9', '100, 10, 10']}[dims]
        over = self.of(over)
        self.fields, params = [], []
        for f in 'abde'[:self.r.randint(2, 4)]:
            n = dims if self.chance(80) else self.of([1, 2])
            kind = self.of(SCALARS) if self.chance(75) else self.of(list(VECTORS))
            extent = over if n == dims and self.chance(70) else ', '.join(
                [self.of(['2^18', '2^20', '3000'])] if n == 1 else
                [self.of(['512', '1024', '130'])] * n)
            self.fields.append((f, kind, n))
            params.append('%s: %s[%s]%s' % (f, kind, extent, self.of(
                ['', ' restrict', ' restrict', ' { halo = 2 }', ' { align = 64 B }'])))
        self.of_i0 = self.chance(50)
        if self.of_i0:
            params.append('i0: int32[2^20]')
            self.of_i0 = dims == 1
        params.append('c: float')
        self.r.shuffle(params)
        lines = self.body()
        lines.append(self.store())
        return 'kernel %s(%s) over (%s) { s = 0; %s }' % (
            name, ', '.join(params), over, '; '.join(lines)), dims

    # ---- questions

    def options(self, dims, simulates=False):
        block = self.of({1: ['32', '64', '256', '1000', '(128)'],
                         2: ['(32, 4)', '(16, 16)', '(64, 1)', '(8, 8)', '(7, 5)'],
                         3: ['(32, 2, 2)', '(8, 8, 4)', '(64, 1, 1)', '(5, 3, 2)']}[dims])
        o = {'block': block}
        if self.chance(30):
            fold = self.of({1: ['2', '4 by block', '8'],
                            2: ['(2, 1)', '(1, 4)', '(2, 2) interleaved',
                                '(2 by block, 2)'],
                            3: ['(1, 1, 4)', '(2, 1, 2)', '(1, 2, 2) interleaved']}[dims])
            o['fold'] = fold
        if self.chance(25):
            o['order'] = self.of(['linear', 'columns(64)', 'zigzag(32)', 'tiles(32, 8)',
                                  'morton', 'hilbert', 'grouped(4)', 'swizzle(3)',
                                  'clusters(2)', 'clusters(2, 2)', 'auto'])
        if self.chance(20):
            o['grid'] = self.of(['7', '132', '264', '1000'])
        for name, values in (('registers', ['32', '128']), ('cache', ['cold']),
                             ('strides', ['int32', 'int64', 'constant64']),
                             ('shared', ['16 KiB']), ('offset', ['1', '7']),
                             ('spilled', ['64 B'])):
            if self.chance(9):
                o[name] = self.of(values)
        if simulates:
            for name, values in (('interleave', ['waves', 'random', 'warps']),
                                 ('policy', ['lru', 'fifo']), ('sms', ['1', '4']),
                                 ('ways', ['4', 'full']), ('seeds', ['1', '2'])):
                if self.chance(20):
                    o[name] = self.of(values)
        elif self.chance(12):
            o['counting'] = self.of(['closed', 'simulated'])
        return ', '.join('%s = %s' % item for item in o.items())

    def questions(self, name, dims):
        on = 'on %s' % self.of(DEVICES)
        first = 'estimate %s %s with %s' % (name, on, self.options(dims))
        again = self.of([first, 'estimate %s %s with %s' % (
            name, on, self.options(dims))])
        lines = ['r = ' + first, 'r', first, 'q = ' + again, 'q']
        rest = [
            's = simulate %s %s with %s; s' % (name, on, self.options(dims, True)),
            'divergence %s %s with %s' % (name, on, self.options(dims)),
            'rank %s %s over %s' % (name, on, self.of([
                'block in blocks(128)', 'block in [32, 64, 256]',
                'grid in [7, 132] with block = 64',
                'order in [rows, morton, grouped(2)] with block = 64',
                'strides in [int32, int64] with block = 64'])),
            'sweep %s %s over registers in [32, 64, 128] with block = 64' % (name, on),
            'explain r', 'compare(r, q)', 'why(r, q)', 'roofline %s %s with %s' % (
                name, on, self.options(dims)),
            'layers %s %s with %s' % (name, on, self.options(dims)),
            'diagram %s %s with block = 32, lines = 0..31, window = 0..63' % (name, on),
            'show %s' % name, 'show addresses of %s with block = 64' % name,
            'validate([record(kernel = "%s", bx = 32, ms = 0.1)], on = %s)' % (
                name, on[3:]), 'plot(r)', 'r.verdict']
        lines += self.r.sample(rest, self.r.randint(3, 6))
        return lines

    def session(self):
        lines = ['set time = 2 s', 'set memory = 500 MB', 'set accesses = 300000']
        known = []
        for i in range(3):
            text, dims = self.kernel('k%d' % i)
            # where it is refused, the questions go to a plain one
            lines += ['kernel k%d(a, b: float[%s]) { b[%s] = a[%s] + 1 }' % (
                i, ', '.join(['64'] * dims), ', '.join('0' * dims),
                ', '.join('1' + '0' * (dims - 1))), text]
            known.append(('k%d' % i, dims))
            name, d = self.of(known)
            lines += self.questions(name, d)
        return lines


# ---- physics

def numbers(value, path=''):
    if isinstance(value, dict):
        for key, v in value.items():
            if key != 'units':
                yield from numbers(v, path + '.' + key)
    elif isinstance(value, list):
        for i, v in enumerate(value):
            yield from numbers(v, '%s[%d]' % (path, i))
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        yield path, value


def shares(r):
    for path, v in numbers(r):
        end = path.rsplit('.', 1)[-1]
        if (end in ('hit_rate', 'dram_share', 'l2_share', 'flops_share', 'lanes') and
                'lines' not in path and isinstance(v, float)) and \
                not -1e-9 <= v <= SLACK:
            yield '%s = %g is no share' % (path, v)
        if v < 0 and end not in ('at',):
            yield '%s = %g is negative' % (path, v)


def estimate_faults(r):
    yield from shares(r)
    for t in ('time', 'kernel_time', 'performance'):
        if t in r and t + '_low' in r and not (
                r[t + '_low'] <= r[t] * SLACK and r[t] <= r[t + '_high'] * SLACK):
            yield '%s is outside of its interval' % t
    limits = r.get('limits', {})
    for name, v in limits.items():
        if v > r['time'] * SLACK:
            yield 'limit %s is %g s, the time %g s' % (name, v, r['time'])
    dram, l2 = r.get('dram', {}), r.get('l2', {})
    if dram and l2 and not r.get('notes'):
        missed = FETCH * l2.get('load', 0) + dram.get('load_partial', 0) + \
            dram.get('load_completed', 0) + l2.get('atomics', 0) * 32
        if dram.get('load', 0) > missed * 1.001 + 1e-6:
            yield 'dram.load %g above l2.load %g' % (dram['load'], l2['load'])


def simulation_faults(s):
    yield from shares(s)
    for level in ('l1', 'l2'):
        c = s.get(level, {})
        if 'requests' in c and 'hits' in c:
            if abs(c['hits'] + c['misses'] - c['requests']) > 1e-6 * c['requests']:
                yield '%s: hits and misses are not all requests' % level
            if abs(c['compulsory'] + c['capacity'] + c['conflict'] -
                   c['misses']) > 1e-6 * c['misses'] + 1e-6:
                yield '%s: kinds of misses are not all misses' % level


def faults(out):
    for line in out.split('\n'):
        if not line.startswith('{'):
            continue
        try:
            r = json.loads(line)
        except ValueError:
            yield 'no JSON: ' + line[:60]
            continue
        if 'limits' in r and r.get('model') == 'wsp':
            yield from estimate_faults(r)
        elif r.get('model') == 'simulation':
            yield from simulation_faults(r)


def run(command, text):
    """The output, what went wrong, or None, and the seconds."""
    start = time.time()
    try:
        p = subprocess.run(command, input=text.encode(), stdout=subprocess.PIPE,
                           stderr=subprocess.STDOUT, timeout=40 * LIMIT_S)
    except subprocess.TimeoutExpired:
        return '', 'no end', 40 * LIMIT_S
    out = p.stdout.decode('utf-8', 'replace')
    took = time.time() - start
    if p.returncode < 0 or p.returncode > 2:
        return out, 'exit %d' % p.returncode, took
    for bad in ('Sanitizer', 'runtime error:', 'breaks a law', 'malloc_',
                'double free', 'corrupted', 'internal error'):
        if bad in out:
            return out, bad, took
    if re.search(r'(?<![A-Za-z_"\'])-?(nan|inf)(?![A-Za-z_])', out, re.I):
        return out, 'no number', took
    for fault in faults(out):
        return out, fault, took
    return out, None, took


def main():
    wsp, seed, seconds = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
    keep = sys.argv[4] if len(sys.argv) > 4 else None
    end, n, n_input, n_error, n_report, n_failed = time.time() + seconds, 0, 0, 0, 0, 0
    slowest = 0
    while time.time() < end or n == 0:
        lines = Maker(seed + n).session()
        text = '\n'.join(lines) + '\n'
        command = [wsp, '--format', 'json']
        out, why, took = run(command, text)
        slowest = max(slowest, took)
        if not why and n % 8 == 0 and "budget of 'time'" not in out:
            again, why, _ = run(command, text)
            if not why and again != out and "budget of 'time'" not in again:
                why = 'says something else'
        if not why and took > LIMIT_S * 10:
            why = 'took %.0f s' % took
        n += 1
        n_input += len(lines)
        n_error += len(re.findall(r'(?m)^error: ', out))
        n_report += out.count('"limits": {')
        if why:
            n_failed += 1
            print('seed %d: %s' % (seed + n - 1, why), flush=True)
            if keep:
                with open('%s/%d.wsp' % (keep, seed + n - 1), 'w') as f:
                    f.write(text)
                with open('%s/%d.out' % (keep, seed + n - 1), 'w') as f:
                    f.write(out)
    print('%d sessions of %d inputs, %d of them errors, %d reports; the slowest took '
          '%.0f s' % (n, n_input, n_error, n_report, slowest))
    print('%d passed, %d failed' % (n - n_failed, n_failed))
    return n_failed > 0


if __name__ == '__main__':
    sys.exit(main())
