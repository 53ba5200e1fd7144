#!/usr/bin/env python3
"""Kernels in wsp and in CUDA from one description each, so that both are the
same.  In an empty folder,

    python3 generate.py
    for sm in 75 80 90; do for i in 0 1 2 3; do
        nvcc -O3 -arch=sm_$sm -cubin -Xptxas -v -o k.cubin kernels$i.cu \\
            > k$i.sm_$sm.log 2>&1; done; done
    python3 generate.py collect

writes registers.csv and the kernels of its parts, derive.wsp, held.wsp,
test.wsp, blind.wsp, functions.wsp, users.wsp and so on (those of users.py,
later.py, fresh.py, codes.py, unseen.py and newest.py).  README.md says what the columns are.

    python3 generate.py swap

writes the same kernels with the operands of sums and products in CUDA swapped: how
far registers depend on what changes nothing.
"""
import itertools, pathlib, sys

SWAP = sys.argv[1:] == ['swap']

# ---------------------------------------------------------- expressions
class E:
    def __init__(s, op, *a): s.op, s.a = op, a
    def __add__(s, o): return E('+', s, wrap(o))
    def __radd__(s, o): return E('+', wrap(o), s)
    def __sub__(s, o): return E('-', s, wrap(o))
    def __rsub__(s, o): return E('-', wrap(o), s)
    def __mul__(s, o): return E('*', s, wrap(o))
    def __rmul__(s, o): return E('*', wrap(o), s)
    def __truediv__(s, o): return E('/', s, wrap(o))
    def __rtruediv__(s, o): return E('/', wrap(o), s)
    def __neg__(s): return E('neg', s)

def wrap(v): return v if isinstance(v, E) else E('num', v)
def V(name): return E('var', name)
def F(f, *o): return E('load', f, o)          # relative
def A(f, *i): return E('abs', f, i)           # absolute: texts
def S(f, *i): return E('shm', f, i)           # shared: texts
def sqrt(e): return E('call', 'sqrt', wrap(e))
def exp(e): return E('call', 'exp', wrap(e))
def Mem(load, member): return E('member', load, member)   # of a vector
def Pack(*e): return E('pack', *e)                         # a vector
def total(l):
    l = list(l); r = wrap(l[0])
    for x in l[1:]: r = r + x
    return r

class K:
    """fields: name -> number of components (0: none) or list of dims text."""
    def __init__(s, name, kind, part, dims, ins, outs, body, comp={},
                 aos=False, size={}, over=None, updates=None, shared=(),
                 domain=None, block=None, folds=((1,1,1),), types=('double','float'),
                 strides=('constant','int32'), pre='', scalars=(), restrict=True, ftype={},
                 cells='adjacent', stores=('inline',)):
        s.__dict__.update(locals()); del s.__dict__['s']

def num_w(v):
    return repr(v)
def num_c(v, T):
    if isinstance(v, int): return '(T)%d' % v if v >= 0 else '((T)%d)' % v
    return '(T)%r' % v

def wsp(e, k):
    o, a = e.op, e.a
    if o == 'num': return num_w(a[0]) if a[0] >= 0 else '(%s)' % num_w(a[0])
    if o == 'var': return a[0]
    if o == 'neg': return '(-%s)' % wsp(a[0], k)
    if o == 'call': return '%s(%s)' % (a[0], ', '.join(wsp(i, k) for i in a[1:]))
    if o == 'sel': return '(if %s %s %s then %s else %s)' % (wsp(a[0], k), a[1], wsp(a[2], k), wsp(a[3], k), wsp(a[4], k))
    if o == 'member': return '%s.%s' % (wsp(a[0], k), a[1])
    if o == 'pack': return '(%s)' % ', '.join(wsp(wrap(i), k) for i in a)
    if o in ('load',):
        f, off = a
        if k.comp.get(f): return '%s[%s][%s]' % (f, off[0], ','.join(map(str, off[1:])))
        return '%s[%s]' % (f, ','.join(map(str, off)))
    if o in ('abs', 'shm'):
        f, off = a
        if o == 'abs' and k.comp.get(f): return '%s[%s][%s]' % (f, off[0], ','.join(map(str, off[1:])))
        return '%s[%s]' % (f, ','.join(map(str, off)))
    return '(%s %s %s)' % (wsp(a[0], k), o, wsp(a[1], k))

def c_index(f, off, k, absolute, fold):
    """The index text of an access."""
    comp = k.comp.get(f, 0)
    q = None
    if comp: q, off = off[0], off[1:]
    sz = k.size.get(f)
    if absolute:
        e = ['(%s)' % i for i in off]
    else:
        names = 'xyz'
        e = []
        for d, o in enumerate(off):
            step = '*blockDim.%s' % names[d] if k.cells == 'interleaved' else ''
            e.append('(%s%s%s)' % (names[d], ' + i%s%s' % (names[d], step) if fold[d] > 1 else '', ' + %d' % o if o > 0 else ' - %d' % -o if o < 0 else ''))
    ext = sz or ['nx', 'ny', 'nz'][:k.dims]
    t = e[-1]
    # row-major: ((z)*ny + y)*nx + x
    t = e[0]
    s = None
    for d in range(1, len(e)):
        s = ext[d-1] if s is None else '%s*%s' % (s, ext[d-1])
        t += ' + %s*(%s)' % (e[d], s)
    if comp:
        vol = '*'.join('(%s)' % x for x in ext)
        if k.aos: t = '(%s)*%d + %s' % (t, comp, q)
        else: t = '%s + %s*(%s)' % (t, q, vol)
    return t

C_NAME = {'abs': 'fabs', 'min': 'fmin', 'max': 'fmax', 'mod': 'fmod'}

def c(e, k, fold, stored=False):
    o, a = e.op, e.a
    if o == 'num': return num_c(a[0], None)
    if o == 'var': return a[0] + '_' if a[0] in ('x','y','z') else a[0]
    if o == 'neg': return '(-%s)' % c(a[0], k, fold)
    if o == 'call': return '%s(%s)' % (C_NAME.get(a[0], a[0]), ', '.join(c(i, k, fold) for i in a[1:]))
    if o == 'sel': return '(%s %s %s ? %s : %s)' % (c(a[0], k, fold), a[1], *(c(i, k, fold) for i in a[2:]))
    if o == 'member': return '%s.%s' % (c(a[0], k, fold), a[1])
    if o == 'load' and k.ftype.get(a[0]) == 'half' and not stored: return '__half2float(%s)' % c(e, k, fold, True)
    if o == 'load': return '%s[%s]' % (a[0], c_index(a[0], a[1], k, False, fold))
    if o == 'abs': return '%s[%s]' % (a[0], c_index(a[0], a[1], k, True, fold))
    if o == 'shm': return a[0] + ''.join('[%s]' % i for i in reversed(a[1]))
    if SWAP and o in '+*': a = (a[1], a[0])
    return '(%s %s %s)' % (c(a[0], k, fold), o, c(a[1], k, fold))

# statements: ('let', n, e) ('set', n, e) ('store', E, e) ('loop', v, lo, hi, unroll, body)
# ('if', cond_w, cond_c, body) ('barrier',) ('for', v, list, body) body: function of value
def w_body(b, k, ind):
    out = []
    t = '    ' * ind
    for s in b:
        if s[0] in ('let', 'set'): out.append('%s%s = %s' % (t, s[1], wsp(s[2], k)))
        elif s[0] == 'acc': out.append('%s%s += %s' % (t, s[1], wsp(s[2], k)))
        elif s[0] == 'store': out.append('%s%s = %s' % (t, wsp(s[1], k), wsp(s[2], k)))
        elif s[0] == 'loop':
            u = s[4]
            out.append('%sloop %s in %s..%s%s {' % (t, s[1], s[2], s[3], ' unroll %d' % u if u else ''))
            out += w_body(s[5], k, ind + 1); out.append(t + '}')
        elif s[0] == 'if':
            out.append('%sif %s {' % (t, s[1])); out += w_body(s[3], k, ind+1)
            if len(s) > 4:
                out.append('%s} else {' % t); out += w_body(s[4], k, ind+1)
            out.append(t + '}')
        elif s[0] == 'barrier': out.append(t + 'barrier')
        elif s[0] == 'raw': out.append(t + s[1])
    return out

def c_body(b, k, fold, ind):
    out = []
    t = '    ' * ind
    for s in b:
        if s[0] == 'let': out.append('%sT %s = %s;' % (t, s[1], c(s[2], k, fold)))
        elif s[0] == 'set': out.append('%s%s = %s;' % (t, s[1], c(s[2], k, fold)))
        elif s[0] == 'acc': out.append('%s%s += %s;' % (t, s[1], c(s[2], k, fold)))
        elif s[0] == 'store':
            ty = k.ftype.get(s[1].a[0])
            value = 'make_%s(%s)' % (ty, ', '.join(c(wrap(i), k, fold) for i in s[2].a)) if s[2].op == 'pack' else c(s[2], k, fold)
            out.append('%s%s = %s;' % (t, c(s[1], k, fold, True), '__float2half(%s)' % value if ty == 'half' else value))
        elif s[0] == 'loop':
            if s[4] is not None: out.append('%s_Pragma("unroll %d")' % (t, s[4]) if s[4] else t + '_Pragma("unroll")')
            out.append('%sfor (int %s = %s; %s <= %s; %s++) {' % (t, s[1], s[2], s[1], s[3], s[1]))
            out += c_body(s[5], k, fold, ind + 1); out.append(t + '}')
        elif s[0] == 'if':
            out.append('%sif (%s) {' % (t, s[2])); out += c_body(s[3], k, fold, ind+1)
            if len(s) > 4:
                out.append('%s} else {' % t); out += c_body(s[4], k, fold, ind+1)
            out.append(t + '}')
        elif s[0] == 'barrier': out.append(t + '__syncthreads();')
        elif s[0] == 'raw': out.append(t + s[2])
    return out

NEW_PARTS = ('users', 'later', 'fresh', 'codes', 'unseen', 'newest')

def has_types(k):
    """One kernel in wsp for each type, as something of it has to state its type."""
    return k.shared or (k.part in NEW_PARTS and k.scalars)

def wsp_kernel(k):
    ps = []
    for f in k.ins + [o for o in k.outs if o not in k.ins]:
        comp = k.comp.get(f)
        sz = k.size.get(f) or ['nx','ny','nz'][:k.dims]
        t = k.ftype.get(f, '') + ('[%d]' % comp if comp else '') + '[%s]' % ', '.join(sz)
        if k.restrict: t += ' restrict'
        if k.aos and comp: t += ' { layout = aos }'
        ps.append('%s: %s' % (f, t))
    for f in k.scalars: ps.append('%s: %s' % (f, 'TYPE' if has_types(k) else 'double'))
    head = 'kernel %s(%s)%s {' % (k.name, ', '.join(ps), ' over (%s)' % k.over if k.over else '')
    out = [head]
    if k.updates: out.append('    updates %s' % k.updates)
    for n, dims in k.shared: out.append('    shared %s: TYPE[%s]' % (n, ', '.join(map(str, dims))))
    out += w_body(k.body, k, 1)
    out.append('}')
    text = '\n'.join(out)
    if k.over:
        import re
        dom = dict(zip(['nx', 'ny', 'nz'], k.domain))
        text = re.sub(r'\bn[xyz]\b', lambda m: str(dom[m.group(0)]), text)
        text = re.sub(r'(\d+)/(\d+)', lambda m: str(int(m.group(1)) // int(m.group(2))), text)
    return text

C_TYPE = {'int32': 'int', 'uint8': 'unsigned char', 'uint16': 'unsigned short', 'half': '__half', 'int64': 'long long'}

def cuda_kernel(k, T, strides, fold, name, stores='inline'):
    ps = []
    for f in k.ins + [o for o in k.outs if o not in k.ins]:
        r = '__restrict__ ' if k.restrict else ''
        ps.append('%s%s *%s%s' % ('' if f in k.outs else 'const ', C_TYPE.get(k.ftype.get(f, 'T'), k.ftype.get(f, 'T')), r, f))
    for f in k.scalars: ps.append('T ' + f)
    dom = k.domain
    nm = ['nx', 'ny', 'nz'][:len(dom)]
    if strides != 'constant': ps += [('long ' if strides == 'int64' else 'int ') + n for n in nm]
    out = ['extern "C" __global__ void %s(%s) {' % (name, ', '.join(ps))]
    if strides == 'constant': out.append('    const int %s;' % ', '.join('%s = %d' % p for p in zip(nm, dom)))
    dims = len(dom) if not k.over else k.over.count(',') + 1
    for d in range(dims):
        ax = 'xyz'[d]
        t = 'blockIdx.%s * blockDim.%s + threadIdx.%s' % (ax, ax, ax)
        if fold[d] > 1 and k.cells == 'interleaved': t = 'blockIdx.%s * (blockDim.%s * %d) + threadIdx.%s' % (ax, ax, fold[d], ax)
        elif fold[d] > 1: t = '(%s) * %d' % (t, fold[d])
        out.append('    const int %s = %s;' % (ax, t))
    uses_t = k.shared
    over = k.over.split(',') if k.over else nm
    if not uses_t: out.append('    if (%s) return;' % ' || '.join('%s >= %s' % ('xyz'[d], over[d].strip()) for d in range(dims)))
    out.append('    const int tx = threadIdx.x, ty = threadIdx.y, bx = blockIdx.x, by = blockIdx.y; (void)tx; (void)ty; (void)bx; (void)by;')
    for n, dm in k.shared: out.append('    __shared__ T %s%s;' % (n, ''.join('[%s]' % i for i in reversed(dm))))
    # results of all cells are kept and stored last
    kept = {}
    if stores == 'last':
        for s in k.body:
            if s[0] == 'store': kept[s[1].a[0]] = 'r_%s%s' % (s[1].a[0], ''.join('[%s]' % ('i' + 'xyz'[d] if fold[d] > 1 else '0') for d in reversed(range(dims))))
        for f in kept: out.append('    T r_%s%s;' % (f, ''.join('[%d]' % fold[d] for d in reversed(range(dims)))))
    bodies = [k.body]
    if kept:
        bodies = [[('raw', '', '%s = %s;' % (kept[s[1].a[0]], c(s[2], k, fold))) if s[0] == 'store' else s for s in k.body],
            [('raw', '', '%s = %s;' % (c(s[1], k, fold, True), kept[s[1].a[0]])) for s in k.body if s[0] == 'store']]
    for body in bodies:
        ind = 1
        for d in reversed(range(dims)):
            if fold[d] > 1:
                ax = 'xyz'[d]
                out.append('#pragma unroll\n' + '    ' * ind + 'for (int i%s = 0; i%s < %d; i%s++) {' % (ax, ax, fold[d], ax))
                ind += 1
        out += c_body(body, k, fold, ind)
        while ind > 1: ind -= 1; out.append('    ' * ind + '}')
    out.append('}')
    return '\n'.join(out)

# -------------------------------------------------------------- kernels
def star(d, r):
    o = [(0,)*d]
    for i in range(1, r+1):
        for ax in range(d):
            for sg in (-1, 1):
                v = [0]*d; v[ax] = sg*i; o.append(tuple(v))
    return o
def box(d, r): return [tuple(reversed(p)) for p in itertools.product(range(-r, r+1), repeat=d)]

D1, D2, D3 = (1 << 24,), (4096, 4096), (512, 512, 256)
DOM = {1: D1, 2: D2, 3: D3}
ks = []
FOLDS3 = ((1,1,1), (2,1,1), (1,2,1), (1,1,2), (4,1,1), (1,4,1), (1,1,4), (1,2,2), (1,1,8), (2,2,2))
FOLDS2 = ((1,1,1), (2,1,1), (1,2,1), (4,1,1), (1,4,1), (1,8,1), (2,2,1))

def stencil(name, kind, part, d, offs, weights=None, folds=None, **kw):
    z = (0,)*d
    if weights: e = total(wrap(w) * F('a', *o) for w, o in zip(weights, offs))
    else: e = total(F('a', *o) for o in offs) * round(1.0/len(offs), 4)
    ks.append(K(name, kind, part, d, ['a'], ['b'], [('store', F('b', *z), e)], domain=DOM[d], folds=folds or ((1,1,1),), **kw))

# star and box, all ranges
for d in (1, 2, 3):
    for r in (1, 2, 3, 4, 6):
        part = 'derive' if r in (1, 3, 4) else 'held'
        fo = None
        if d == 3 and r in (1, 2, 4): fo = FOLDS3
        if d == 2 and r in (1, 2, 4): fo = FOLDS2
        if d == 1 and r in (1, 2): fo = ((1,1,1), (2,1,1), (4,1,1), (8,1,1))
        stencil('star%dd_r%d' % (d, r), 'star', part, d, star(d, r), folds=fo)
for d, r in ((2, 1), (2, 2), (2, 3), (3, 1), (3, 2)):
    part = 'derive' if (d, r) in ((2, 1), (2, 3), (3, 1)) else 'held'
    stencil('box%dd_r%d' % (d, r), 'box', part, d, box(d, r), folds=((1,1,1), (1,2,1), (2,1,1), (1,4,1)) if d == 2 else ((1,1,1), (1,1,2), (1,2,1)))
# weights, each neighbour its own
for d, r in ((2, 1), (2, 2), (3, 1), (3, 2)):
    o = star(d, r)
    stencil('wstar%dd_r%d' % (d, r), 'weighted', 'derive' if r == 1 else 'held', d, o, [round(0.11 + 0.013*i, 4) for i in range(len(o))], folds=((1,1,1), (1,1,2)) if d == 3 else ((1,1,1), (1,2,1)))
stencil('wbox2d_r2', 'weighted', 'held', 2, box(2, 2), [round(0.021 + 0.0013*i, 4) for i in range(25)])
stencil('wbox3d_r1', 'weighted', 'derive', 3, box(3, 1), [round(0.021 + 0.0013*i, 4) for i in range(27)])
# streams
for n in (1, 2, 3, 4, 6, 8, 12, 16, 24):
    fs = ['f%d' % i for i in range(n)]
    ks.append(K('sum%d' % n, 'streams', 'derive' if n in (1, 3, 4, 8, 16) else 'held', 1, fs, ['b'], [('store', F('b', 0), total(F(f, 0) for f in fs) * 0.3)], domain=D1,
        folds=((1,1,1), (2,1,1), (4,1,1)) if n in (1, 2, 4, 6) else ((1,1,1),)))
for n in (2, 4, 8, 12):
    os = ['g%d' % i for i in range(n)]
    ks.append(K('spread%d' % n, 'streams', 'derive' if n in (2, 8) else 'held', 3, ['a'], os, [('store', F(o, 0, 0, 0), F('a', 0, 0, 0) * (0.5 + i)) for i, o in enumerate(os)], domain=D3))
for n in (4, 8, 16):
    ks.append(K('comp%d' % n, 'streams', 'derive' if n in (8,) else 'held', 3, ['a'], ['b'], [('store', F('b', 0, 0, 0), total(F('a', q, 0, 0, 0) for q in range(n)) * 0.3)], comp={'a': n}, domain=D3))
ks.append(K('triad', 'streams', 'derive', 1, ['a', 'c'], ['b'], [('store', F('b', 0), F('a', 0) + V('s') * F('c', 0))], scalars=('s',), domain=D1, folds=((1,1,1), (2,1,1), (4,1,1))))
ks.append(K('stride3', 'streams', 'held', 1, ['a'], ['b'], [('store', F('b', 0), A('a', '3*x') + A('a', '3*x+1') + A('a', '3*x+2'))], size={'a': ['3*nx']}, domain=D1))
for n in (3, 9, 19):
    ks.append(K('aos%d' % n, 'aos', 'derive' if n == 9 else 'held', 3, ['a'], ['b'],
        [('let', 'f%d' % q, F('a', q, 0, 0, 0)) for q in range(n)] + [('let', 'r', total(V('f%d' % q) for q in range(n)))] +
        [('store', F('b', q, 0, 0, 0), V('f%d' % q) * 0.4 + 0.03 * V('r')) for q in range(n)], comp={'a': n, 'b': n}, aos=True, domain=(192, 192, 192)))
# lattice Boltzmann
d2q9 = [(0,0),(1,0),(-1,0),(0,1),(0,-1),(1,1),(-1,-1),(1,-1),(-1,1)]
d3q7 = [(0,0,0),(1,0,0),(-1,0,0),(0,1,0),(0,-1,0),(0,0,1),(0,0,-1)]
d3q15 = d3q7 + [(a,b,c_) for a in (1,-1) for b in (1,-1) for c_ in (1,-1)]
d3q19 = d3q7 + [(a,b,0) for a in (1,-1) for b in (1,-1)] + [(a,0,b) for a in (1,-1) for b in (1,-1)] + [(0,a,b) for a in (1,-1) for b in (1,-1)]
d3q27 = d3q19 + [(a,b,c_) for a in (1,-1) for b in (1,-1) for c_ in (1,-1)]
def lin(v, f):
    r = None
    for s, n in zip(v, f):
        if s == 0: continue
        r = (n if s > 0 else -n) if r is None else (r + n if s > 0 else r - n)
    return r
def lbm(name, part, Q, **kw):
    d = len(Q[0]); n = len(Q)
    b = [('let', 'f%d' % q, F('a', q, *[-i for i in Q[q]])) for q in range(n)]
    f = [V('f%d' % q) for q in range(n)]
    b.append(('let', 'rho', total(f)))
    us = ['ux', 'uy', 'uz'][:d]
    for i, u in enumerate(us): b.append(('let', u, lin([v[i] for v in Q], f)))
    b.append(('let', 'u2', 1 - 1.5 * total(V(u) * V(u) for u in us)))
    W = [0.25, 0.1, 0.03, 0.015]
    for q in range(n):
        w = round(0.6 * W[sum(i*i for i in Q[q])], 5)
        cu = lin(Q[q], [V(u) for u in us])
        eq = wrap(w) * V('rho') * ((V('u2') + cu * (3 + 4.5 * cu)) if cu else V('u2'))
        b.append(('store', F('b', q, *((0,)*d)), f[q] * 0.4 + eq))
    ks.append(K(name, 'lbm', part, d, ['a'], ['b'], b, comp={'a': n, 'b': n}, domain=(2048, 2048) if d == 2 else (192, 192, 192), **kw))
lbm('lbm_d2q9', 'derive', d2q9, folds=((1,1,1), (1,2,1)))
lbm('lbm_d3q7', 'held', d3q7)
lbm('lbm_d3q15', 'derive', d3q15)
lbm('lbm_d3q19', 'held', d3q19)
lbm('lbm_d3q27', 'held', d3q27)
# several fields
ks.append(K('yee', 'fields', 'derive', 3, ['hx','hy','hz'], ['ex','ey','ez'], [
  ('store', F('ex',0,0,0), F('ex',0,0,0) + 0.5*((F('hz',0,0,0)-F('hz',0,-1,0))-(F('hy',0,0,0)-F('hy',0,0,-1)))),
  ('store', F('ey',0,0,0), F('ey',0,0,0) + 0.5*((F('hx',0,0,0)-F('hx',0,0,-1))-(F('hz',0,0,0)-F('hz',-1,0,0)))),
  ('store', F('ez',0,0,0), F('ez',0,0,0) + 0.5*((F('hy',0,0,0)-F('hy',-1,0,0))-(F('hx',0,0,0)-F('hx',0,-1,0))))], domain=D3, folds=((1,1,1),(1,1,2))))
ks.append(K('aniso3d', 'fields', 'held', 3, ['a','c','w','e','s','n','d','u'], ['b'], [('store', F('b',0,0,0), F('c',0,0,0)*F('a',0,0,0)+F('w',0,0,0)*F('a',-1,0,0)+F('e',0,0,0)*F('a',1,0,0)+F('s',0,0,0)*F('a',0,-1,0)+F('n',0,0,0)*F('a',0,1,0)+F('d',0,0,0)*F('a',0,0,-1)+F('u',0,0,0)*F('a',0,0,1))], domain=D3, folds=((1,1,1),(1,2,1))))
ks.append(K('wave3d', 'fields', 'held', 3, ['p','q','v'], ['n'], [('let','l', total(F('p',*o) for o in star(3,2)[1:])*0.3 - F('p',0,0,0)*6), ('store', F('n',0,0,0), 2*F('p',0,0,0)-F('q',0,0,0)+F('v',0,0,0)*V('l'))], domain=D3, folds=((1,1,1),(1,1,2))))
ks.append(K('diverge', 'fields', 'derive', 3, ['p','q','r'], ['b'], [('store', F('b',0,0,0), F('p',1,0,0)-F('p',-1,0,0)+F('q',0,1,0)-F('q',0,-1,0)+F('r',0,0,1)-F('r',0,0,-1))], domain=D3))
ks.append(K('hotspot', 'fields', 'held', 2, ['t','p'], ['o'], [('store', F('o',0,0), F('t',0,0)+0.3*(F('p',0,0)+(F('t',0,1)+F('t',0,-1)-2*F('t',0,0))*0.11+(F('t',1,0)+F('t',-1,0)-2*F('t',0,0))*0.12+(80-F('t',0,0))*0.05))], domain=D2, folds=((1,1,1),(1,2,1))))
ks.append(K('update3', 'fields', 'derive', 3, ['u','v','w'], ['u','v','w'], [('store', F(f,0,0,0), F(f,0,0,0)*0.9 + 0.05*F(g,0,0,0)) for f, g in (('u','v'),)], domain=D3))
ks.append(K('grad', 'fields', 'held', 3, ['a'], ['gx','gy','gz'], [('store', F('gx',0,0,0), (F('a',1,0,0)-F('a',-1,0,0))*0.5), ('store', F('gy',0,0,0), (F('a',0,1,0)-F('a',0,-1,0))*0.5), ('store', F('gz',0,0,0), (F('a',0,0,1)-F('a',0,0,-1))*0.5)], domain=D3, folds=((1,1,1),(1,1,2),(2,1,1))))
ks.append(K('norm', 'special', 'derive', 2, ['u','v'], ['o'], [('store', F('o',0,0), sqrt(F('u',0,0)*F('u',0,0)+F('v',0,0)*F('v',0,0)))], domain=D2))
ks.append(K('ratio', 'special', 'derive', 2, ['u','v'], ['o'], [('store', F('o',0,0), F('u',0,0)/(F('v',0,0)+1))], domain=D2))
ks.append(K('ratios', 'special', 'held', 2, ['u','v'], ['o','p'], [('store', F('o',0,0), F('u',1,0)/F('v',0,0)), ('store', F('p',0,0), F('u',-1,0)/F('v',1,0))], domain=D2))
ks.append(K('expo', 'special', 'held', 1, ['u'], ['o'], [('store', F('o',0), exp(F('u',0)*0.5))], domain=D1))
ks.append(K('tvflow', 'special', 'held', 2, ['u'], ['o'], [('let','gx',F('u',1,0)-F('u',0,0)), ('let','gy',F('u',0,1)-F('u',0,0)), ('let','m', sqrt(V('gx')*V('gx')+V('gy')*V('gy')+0.01)), ('store', F('o',0,0), V('gx')/V('m')+V('gy')/V('m'))], domain=D2))
# guards
def guard(d, m): 
    ax = 'xyz'[:d]
    return ' and '.join('%s >= %d and %s < n%s-%d' % (a, m, a, a, m) for a in ax), ' && '.join('%s >= %d && %s < n%s-%d' % (a, m, a, a, m) for a in ax)
for d, r, part in ((1,1,'derive'),(2,1,'derive'),(2,2,'held'),(3,1,'derive'),(3,2,'held'),(3,4,'held')):
    w, cc = guard(d, r)
    ks.append(K('guard%dd_r%d' % (d, r), 'guard', part, d, ['a'], ['b'], [('if', w, cc, [('store', F('b', *((0,)*d)), total(F('a', *o) for o in star(d, r))*0.14)])], domain=DOM[d]))
ks.append(K('gsrb', 'guard', 'held', 3, ['a','c'], ['b'], [('if', '(x + y + z) % 2 == 0', '(x + y + z) % 2 == 0', [('store', F('b',0,0,0), F('a',0,0,0)+0.16*(F('c',0,0,0)-(total(F('a',*o) for o in star(3,1)[1:])-6*F('a',0,0,0))))], [('store', F('b',0,0,0), F('a',0,0,0))])], domain=D3))
# loops
N = 4096
for u in (None, 1, 4, 8):
    t = {None: '', 1: '_u1', 4: '_u4', 8: '_u8'}[u]
    ks.append(K('rowsum'+t, 'loop', 'derive', 2, ['a'], ['b'], [('let','s',wrap(0)), ('loop','k','0','nx-1',u,[('acc','s',A('a','k','x'))]), ('store', A('b','x'), V('s'))], size={'b':['ny']}, over='ny', domain=(N,N)))
    ks.append(K('colsum'+t, 'loop', 'held', 2, ['a'], ['b'], [('let','s',wrap(0)), ('loop','k','0','ny-1',u,[('acc','s',A('a','x','k'))]), ('store', A('b','x'), V('s'))], size={'b':['nx']}, over='nx', domain=(N,N)))
for u in (None, 1):
    t = {None: '', 1: '_u1'}[u]
    ks.append(K('matvec'+t, 'loop', 'held', 2, ['a','v'], ['b'], [('let','s',wrap(0)), ('loop','k','0','nx-1',u,[('acc','s',A('a','k','x')*A('v','0*x+k'))]), ('store', A('b','x'), V('s'))], size={'b':['ny'],'v':['nx']}, over='ny', domain=(N,N)))
    ks.append(K('matmul'+t, 'loop', 'derive', 2, ['a','b'], ['c'], [('let','s',wrap(0)), ('loop','k','0','nx-1',u,[('acc','s',A('a','k','y')*A('b','x','k'))]), ('store', A('c','x','y'), V('s'))], domain=(2048,2048)))
    ks.append(K('march7'+t, 'loop', 'derive', 3, ['a'], ['b'], [('let','lo',A('a','x','y','0')), ('let','mid',A('a','x','y','1')), ('loop','k','1','nz-2',u,[('let','hi',A('a','x','y','k+1')),
        ('store', A('b','x','y','k'), (V('lo')+V('hi')+A('a','x-1','y','k')+A('a','x+1','y','k')+A('a','x','y-1','k')+A('a','x','y+1','k')-6*V('mid'))*0.1+V('mid')), ('set','lo',V('mid')), ('set','mid',V('hi'))])], over='nx, ny', domain=D3))
    ks.append(K('march13'+t, 'loop', 'held', 3, ['a'], ['b'], [('loop','k','2','nz-3',u,[('store', A('b','x','y','k'), total(A('a', 'x%+d'%o[0] if o[0] else 'x', 'y%+d'%o[1] if o[1] else 'y', 'k%+d'%o[2] if o[2] else 'k') for o in star(3,2))*0.07)])], over='nx, ny', domain=D3))
    ks.append(K('thomas'+t, 'loop', 'held', 2, ['a','c','d'], ['u'], [('let','p',A('d','x','0')), ('loop','k','1','ny-1',u,[('set','p',(A('d','x','k')-A('a','x','k')*V('p'))*A('c','x','k')), ('store', A('u','x','k'), V('p'))])], over='nx', domain=(4096,1024)))
# shared memory
for P in (0, 1):
    for BY in (4, 8, 16, 32):
        J = list(range(0, 32, BY))
        ks.append(K('tr%d_p%d' % (BY, P), 'transpose', 'derive' if P == 0 else 'held', 2, ['a'], ['b'], [('store', S('t','tx','ty+%d'%j), A('a','32*bx+tx','32*by+ty+%d'%j)) for j in J]+[('barrier',)]+[('store', A('b','32*by+tx','32*bx+ty+%d'%j), S('t','ty+%d'%j,'tx')) for j in J],
            shared=[('t',(32+P,32))], updates=len(J) if len(J)>1 else None, domain=(8192,8192), over='nx, ny/%d' % len(J) if len(J)>1 else None))
for BY in (4, 8, 16, 32):
    J = list(range(0, 32, BY))
    ks.append(K('trn%d' % BY, 'transpose', 'derive', 2, ['a'], ['b'], [('store', A('b','32*by+ty+%d'%j,'32*bx+tx'), A('a','32*bx+tx','32*by+ty+%d'%j)) for j in J], updates=len(J) if len(J)>1 else None, domain=(8192,8192), over='nx, ny/%d' % len(J) if len(J)>1 else None))
for M in (8, 16, 32):
    ks.append(K('mmt%d' % M, 'tiled', 'derive' if M == 16 else 'held', 2, ['a','b'], ['c'], [('let','r',wrap(0)), ('loop','m','0','nx/%d-1'%M,1,[('store', S('s','tx','ty'), A('a','%d*m+tx'%M,'y')), ('store', S('t','tx','ty'), A('b','x','%d*m+ty'%M)), ('barrier',),
        ('acc','r',total(S('s',str(k),'ty')*S('t','tx',str(k)) for k in range(M))), ('barrier',)]), ('store', A('c','x','y'), V('r'))], shared=[('s',(M,M)),('t',(M,M))], domain=(2048,2048)))
ks.append(K('tile5', 'tiled', 'held', 2, ['a'], ['b'], [('store', S('t','tx+1','ty+1'), F('a',0,0)),
    ('if','tx == 0','tx == 0',[('store', S('t','0','ty+1'), F('a',-1,0))]), ('if','tx == 31','tx == 31',[('store', S('t','33','ty+1'), F('a',1,0))]),
    ('if','ty == 0','ty == 0',[('store', S('t','tx+1','0'), F('a',0,-1))]), ('if','ty == 7','ty == 7',[('store', S('t','tx+1','9'), F('a',0,1))]), ('barrier',),
    ('store', F('b',0,0), (S('t','tx','ty+1')+S('t','tx+2','ty+1')+S('t','tx+1','ty')+S('t','tx+1','ty+2'))*0.25+S('t','tx+1','ty+1'))], shared=[('t',(34,10))], domain=D2))
ks.append(K('tile1', 'tiled', 'derive', 1, ['a'], ['b'], [('store', S('t','tx+1'), F('a',0)), ('if','tx == 0','tx == 0',[('store', S('t','0'), F('a',-1))]), ('if','tx == 255','tx == 255',[('store', S('t','257'), F('a',1))]), ('barrier',), ('store', F('b',0), (S('t','tx')+S('t','tx+1')+S('t','tx+2'))*0.3)], shared=[('t',(258,))], domain=D1))


# ------------------------------------------------- kernels of the test
# Written after the rules were found, compiled once.
H = 'test'
F2 = ((1,1,1), (1,2,1), (2,1,1)); F3 = ((1,1,1), (1,1,2), (1,2,1))
def c2(f, i=0, j=0): return F(f, i, j)
def c3(f, i=0, j=0, k=0): return F(f, i, j, k)
ks.append(K('jacobi_rhs', 'fields', H, 2, ['u','f'], ['v'], [('store', c2('v'), 0.25*(c2('u',-1)+c2('u',1)+c2('u',0,-1)+c2('u',0,1)-0.01*c2('f')))], domain=D2, folds=F2))
ks.append(K('biharm', 'star', H, 2, ['u'], ['v'], [('store', c2('v'), 20*c2('u')-8*(c2('u',1)+c2('u',-1)+c2('u',0,1)+c2('u',0,-1))+2*(c2('u',1,1)+c2('u',-1,1)+c2('u',1,-1)+c2('u',-1,-1))+c2('u',2)+c2('u',-2)+c2('u',0,2)+c2('u',0,-2))], domain=D2, folds=F2))
ks.append(K('lap4', 'star', H, 3, ['u'], ['v'], [('store', c3('v'), total(16*(F('u',*[s if a==d else 0 for a in range(3)])+F('u',*[-s if a==d else 0 for a in range(3)])) if s==1 else -1*(F('u',*[s if a==d else 0 for a in range(3)])+F('u',*[-s if a==d else 0 for a in range(3)])) for d in range(3) for s in (1,2))*0.083 - 7.5*c3('u'))], domain=D3, folds=F3))
ks.append(K('grayscott', 'fields', H, 2, ['u','v'], ['p','q'], [('let','l',c2('u',1)+c2('u',-1)+c2('u',0,1)+c2('u',0,-1)-4*c2('u')), ('let','m',c2('v',1)+c2('v',-1)+c2('v',0,1)+c2('v',0,-1)-4*c2('v')), ('let','r',c2('u')*c2('v')*c2('v')),
    ('store', c2('p'), c2('u')+0.2*V('l')-V('r')+0.03*(1-c2('u'))), ('store', c2('q'), c2('v')+0.1*V('m')+V('r')-0.09*c2('v'))], domain=D2, folds=F2))
ks.append(K('upwind', 'fields', H, 2, ['q','a','b'], ['r'], [('store', c2('r'), c2('q')-0.1*(c2('a')*(c2('q')-c2('q',-1))+c2('b')*(c2('q')-c2('q',0,-1))))], domain=D2, folds=F2))
ks.append(K('varcoef', 'fields', H, 3, ['u','k'], ['v'], [('store', c3('v'), c3('u')+0.1*((c3('k')+c3('k',1))*(c3('u',1)-c3('u'))-(c3('k')+c3('k',-1))*(c3('u')-c3('u',-1))+(c3('k')+c3('k',0,1))*(c3('u',0,1)-c3('u'))-(c3('k')+c3('k',0,-1))*(c3('u')-c3('u',0,-1))+(c3('k')+c3('k',0,0,1))*(c3('u',0,0,1)-c3('u'))-(c3('k')+c3('k',0,0,-1))*(c3('u')-c3('u',0,0,-1))))], domain=D3, folds=F3))
ks.append(K('maxwell_h', 'fields', H, 3, ['ex','ey','ez'], ['hx','hy','hz'], [('store', c3('hx'), c3('hx')-0.4*((c3('ez',0,1)-c3('ez'))-(c3('ey',0,0,1)-c3('ey')))), ('store', c3('hy'), c3('hy')-0.4*((c3('ex',0,0,1)-c3('ex'))-(c3('ez',1)-c3('ez')))), ('store', c3('hz'), c3('hz')-0.4*((c3('ey',1)-c3('ey'))-(c3('ex',0,1)-c3('ex'))))], domain=D3))
ks.append(K('elastic', 'fields', H, 3, ['sxx','sxy','sxz','syy','syz','szz','rho'], ['vx','vy','vz'], [('store', c3('vx'), c3('vx')+c3('rho')*(c3('sxx',1)-c3('sxx')+c3('sxy')-c3('sxy',0,-1)+c3('sxz')-c3('sxz',0,0,-1))), ('store', c3('vy'), c3('vy')+c3('rho')*(c3('sxy')-c3('sxy',-1)+c3('syy',0,1)-c3('syy')+c3('syz')-c3('syz',0,0,-1))), ('store', c3('vz'), c3('vz')+c3('rho')*(c3('sxz')-c3('sxz',-1)+c3('syz')-c3('syz',0,-1)+c3('szz',0,0,1)-c3('szz')))], domain=D3))
ks.append(K('cross', 'star', H, 2, ['u'], ['v'], [('store', c2('v'), (c2('u',1,1)-c2('u',-1,1)-c2('u',1,-1)+c2('u',-1,-1))*0.25)], domain=D2, folds=F2))
ks.append(K('sobel', 'box', H, 2, ['u'], ['v'], [('let','gx',c2('u',1,-1)+2*c2('u',1)+c2('u',1,1)-c2('u',-1,-1)-2*c2('u',-1)-c2('u',-1,1)), ('let','gy',c2('u',-1,1)+2*c2('u',0,1)+c2('u',1,1)-c2('u',-1,-1)-2*c2('u',0,-1)-c2('u',1,-1)), ('store', c2('v'), sqrt(V('gx')*V('gx')+V('gy')*V('gy')))], domain=D2, folds=F2))
ks.append(K('curl', 'fields', H, 3, ['u','v','w'], ['a','b','c'], [('store', c3('a'), (c3('w',0,1)-c3('w',0,-1)-c3('v',0,0,1)+c3('v',0,0,-1))*0.5), ('store', c3('b'), (c3('u',0,0,1)-c3('u',0,0,-1)-c3('w',1)+c3('w',-1))*0.5), ('store', c3('c'), (c3('v',1)-c3('v',-1)-c3('u',0,1)+c3('u',0,-1))*0.5)], domain=D3, folds=F3))
ks.append(K('axpby', 'streams', H, 1, ['a','b'], ['c'], [('store', F('c',0), V('s')*F('a',0)+V('t')*F('b',0))], scalars=('s','t'), domain=D1, folds=((1,1,1),(2,1,1),(4,1,1))))
ks.append(K('cmul', 'streams', H, 1, ['ar','ai','br','bi'], ['cr','ci'], [('store', F('cr',0), F('ar',0)*F('br',0)-F('ai',0)*F('bi',0)), ('store', F('ci',0), F('ar',0)*F('bi',0)+F('ai',0)*F('br',0))], domain=D1, folds=((1,1,1),(2,1,1))))
ks.append(K('nbody', 'special', H, 1, ['x0','y0','z0'], ['o'], [('let','r',F('x0',0)*F('x0',0)+F('y0',0)*F('y0',0)+F('z0',0)*F('z0',0)+0.01), ('store', F('o',0), 1/(V('r')*sqrt(V('r'))))], domain=D1))
ks.append(K('logistic', 'special', H, 2, ['u'], ['v'], [('store', c2('v'), c2('u')/(1+exp(-c2('u'))))], domain=D2))
for n in (5, 10, 20):
    fs = ['f%d' % i for i in range(n)]
    ks.append(K('wsum%d' % n, 'streams', H, 3, fs, ['b'], [('store', F('b',0,0,0), total((0.1+0.01*i)*F(f,0,0,0) for i, f in enumerate(fs)))], domain=D3))
for n in (5, 7, 13):
    ks.append(K('soa%d' % n, 'streams', H, 2, ['a'], ['b'], [('let','m',total(F('a',q,0,0) for q in range(n)))] + [('store', F('b',q,0,0), F('a',q,0,0)-V('m')*0.1) for q in range(n)], comp={'a': n, 'b': n}, domain=(2048,2048)))
for n in (4, 6, 12):
    ks.append(K('aosw%d' % n, 'aos', H, 2, ['a'], ['b'], [('store', F('b',0,0), total((0.3+0.01*q)*F('a',q,0,0) for q in range(n)))], comp={'a': n}, aos=True, domain=(2048,2048)))
for d, r in ((1,5),(2,5),(3,3),(3,5)):
    stencil('tstar%dd_r%d' % (d, r), 'star', H, d, sorted(star(d, r), key=lambda o: tuple(reversed(o))), folds=((1,1,1),(1,2,1),(1,4,1)) if d==2 else ((1,1,1),(1,1,2),(1,1,4),(2,1,1)) if d == 3 else ((1,1,1),(2,1,1)))
stencil('plane3d', 'box', H, 3, [(i,j,0) for j in (-1,0,1) for i in (-1,0,1)]+[(0,0,-1),(0,0,1)], folds=F3)
stencil('diag3d', 'box', H, 3, [(i,j,k) for i in (-1,1) for j in (-1,1) for k in (-1,1)]+[(0,0,0)], folds=F3)
stencil('box2d_r4', 'box', H, 2, box(2,4), folds=F2)
w, cc = guard(2, 2)
ks.append(K('guardbox', 'guard', H, 2, ['a'], ['b'], [('if', w, cc, [('store', c2('b'), total(F('a',*o) for o in box(2,1))*0.11)])], domain=D2))
ks.append(K('checker', 'guard', H, 2, ['a','f'], ['b'], [('if', '(x + y) % 2 == 0', '(x + y) % 2 == 0', [('store', c2('b'), 0.25*(c2('a',1)+c2('a',-1)+c2('a',0,1)+c2('a',0,-1)-c2('f')))])], domain=D2))
w, cc = guard(3, 1)
ks.append(K('guardwave', 'guard', H, 3, ['p','q'], ['n'], [('if', w, cc, [('store', c3('n'), 2*c3('p')-c3('q')+0.1*(total(F('p',*o) for o in star(3,1)[1:])-6*c3('p')))])], domain=D3))
lbm('lbm_d2q5', H, [(0,0),(1,0),(-1,0),(0,1),(0,-1)])
lbm('lbm_d3q13', H, [(0,0,0)]+[q for q in d3q19 if sum(i*i for i in q)==2])
for u in (None, 1, 2, 4):
    t = {None: '', 1: '_u1', 2: '_u2', 4: '_u4'}[u]
    ks.append(K('dotcol'+t, 'loop', H, 2, ['a','b'], ['c'], [('let','s',wrap(0)), ('loop','k','0','ny-1',u,[('acc','s',A('a','x','k')*A('b','x','k'))]), ('store', A('c','x'), V('s'))], size={'c':['nx']}, over='nx', domain=(4096,4096)))
    ks.append(K('smooth_z'+t, 'loop', H, 3, ['a'], ['b'], [('let','lo',A('a','x','y','0')), ('let','mid',A('a','x','y','1')), ('loop','k','1','nz-2',u,[('let','hi',A('a','x','y','k+1')), ('store', A('b','x','y','k'), (V('lo')+V('hi'))*0.25+0.5*V('mid')), ('set','lo',V('mid')), ('set','mid',V('hi'))])], over='nx, ny', domain=D3))
    ks.append(K('scan'+t, 'loop', H, 2, ['a'], ['b'], [('let','s',wrap(0)), ('loop','k','0','ny-1',u,[('set','s',V('s')*0.5+A('a','x','k')), ('store', A('b','x','k'), V('s'))])], over='nx', domain=(4096,1024)))
    ks.append(K('gemm2'+t, 'loop', H, 2, ['a','b'], ['c'], [('let','s',wrap(0)), ('let','t',wrap(0)), ('loop','k','0','nx-1',u,[('acc','s',A('a','k','2*y')*A('b','x','k')), ('acc','t',A('a','k','2*y+1')*A('b','x','k'))]), ('store', A('c','x','2*y'), V('s')), ('store', A('c','x','2*y+1'), V('t'))], over='nx, ny/2', domain=(2048,2048)))
for M in (4, 24):
    ks.append(K('mmx%d' % M, 'tiled', H, 2, ['a','b'], ['c'], [('let','r',wrap(0)), ('loop','m','0','nx/%d-1'%M,1,[('store', S('s','tx','ty'), A('a','%d*m+tx'%M,'y')), ('store', S('t','tx','ty'), A('b','x','%d*m+ty'%M)), ('barrier',),
        ('acc','r',total(S('s',str(k),'ty')*S('t','tx',str(k)) for k in range(M))), ('barrier',)]), ('store', A('c','x','y'), V('r'))], shared=[('s',(M,M)),('t',(M,M))], domain=(1536,1536)))
ks.append(K('tile9', 'tiled', H, 2, ['a'], ['b'], [('store', S('t','tx','ty'), A('a','30*bx+tx','6*by+ty')), ('barrier',), ('if','tx > 0 and tx < 31 and ty > 0 and ty < 7','tx > 0 && tx < 31 && ty > 0 && ty < 7',[('store', A('b','30*bx+tx','6*by+ty'), total(S('t','tx%+d'%i if i else 'tx','ty%+d'%j if j else 'ty') for j in (-1,0,1) for i in (-1,0,1))*0.11)])], shared=[('t',(32,8))], domain=D2))
for BY in (8, 32):
    J = list(range(0, 32, BY))
    ks.append(K('flip%d' % BY, 'transpose', H, 2, ['a'], ['b'], [('store', S('t','tx','ty+%d'%j), A('a','32*bx+tx','32*by+ty+%d'%j)) for j in J]+[('barrier',)]+[('store', A('b','32*bx+tx','32*by+ty+%d'%j), S('t','31-tx','ty+%d'%j)) for j in J], shared=[('t',(32,32))], updates=len(J) if len(J)>1 else None, domain=(8192,8192), over='nx, ny/%d' % len(J) if len(J)>1 else None))

# ------------------------------------------------ kernels of the blind part
# Written as users write them; predicted before they were compiled.
B = 'blind'
def at(e, n): return '%s%+d' % (e, n) if n else e
def box_at(f, r, x='x', y='y', z=None):
    if z is None: return [A(f, at(x, i), at(y, j)) for j in range(-r, r+1) for i in range(-r, r+1)]
    return [A(f, at(x, i), at(y, j), at(z, l)) for l in range(-r, r+1) for j in range(-r, r+1) for i in range(-r, r+1)]
# plain fields
ks.append(K('hotspot2', 'fields', B, 2, ['t','p'], ['o'], [('store', c2('o'), c2('t')+0.3*(c2('p')+(c2('t',0,1)+c2('t',0,-1)-2*c2('t'))*0.7+(c2('t',1)+c2('t',-1)-2*c2('t'))*0.9+(80-c2('t'))*0.01))], domain=D2, folds=F2))
ks.append(K('burgers', 'fields', B, 2, ['u','v'], ['a','b'], [('store', c2('a'), c2('u')-0.1*c2('u')*(c2('u')-c2('u',-1))-0.1*c2('v')*(c2('u')-c2('u',0,-1))+0.02*(c2('u',1)+c2('u',-1)+c2('u',0,1)+c2('u',0,-1)-4*c2('u'))),
    ('store', c2('b'), c2('v')-0.1*c2('u')*(c2('v')-c2('v',-1))-0.1*c2('v')*(c2('v')-c2('v',0,-1))+0.02*(c2('v',1)+c2('v',-1)+c2('v',0,1)+c2('v',0,-1)-4*c2('v')))], domain=D2, folds=F2))
ks.append(K('wave25', 'star', B, 3, ['p','q','m'], ['n'], [('let','l',total((0.3-0.06*s)*(total(F('p',*o) for o in star(3,4)[6*s+1:6*s+7])) for s in range(4))-8.5*c3('p')), ('store', c3('n'), 2*c3('p')-c3('q')+c3('m')*V('l'))], domain=D3, folds=F3+((1,1,4),)))
ks.append(K('hyper', 'fields', B, 3, ['u'] + ['c%d' % i for i in range(9)], ['v'], [('store', c3('v'), c3('c0')*c3('u')+c3('c1')*c3('u',-1)+c3('c2')*c3('u',1)+c3('c3')*c3('u',0,-1)+c3('c4')*c3('u',0,1)+c3('c5')*c3('u',0,0,-1)+c3('c6')*c3('u',0,0,1)+c3('c7')+c3('c8'))], domain=D3, folds=F3))
ks.append(K('hvisc', 'fields', B, 3, ['u','a','b'], ['v'], [('let','dx',c3('a',1)*(c3('u',1)-c3('u'))-c3('a')*(c3('u')-c3('u',-1))), ('let','dy',c3('b',0,1)*(c3('u',0,1)-c3('u'))-c3('b')*(c3('u')-c3('u',0,-1))), ('store', c3('v'), c3('u')+0.2*V('dx')+0.3*V('dy'))], domain=D3, folds=F3))
ks.append(K('div6', 'fields', B, 3, ['u','v','w'], ['d'], [('store', c3('d'), 0.5*(c3('u',1)-c3('u',-1)+c3('v',0,1)-c3('v',0,-1)+c3('w',0,0,1)-c3('w',0,0,-1)))], domain=D3, folds=F3))
ks.append(K('pml', 'fields', B, 2, ['e','h','sa','sb'], ['en','q'], [('let','cur',c2('h')-c2('h',-1)), ('store', c2('q'), c2('sa')*c2('q')+c2('sb')*V('cur')), ('store', c2('en'), c2('e')+0.4*(V('cur')+c2('q')))], domain=D2, folds=F2))
ks.append(K('swe', 'special', B, 2, ['h','hu','hv'], ['o'], [('let','ul',c2('hu',-1)/c2('h',-1)), ('let','ur',c2('hu',1)/c2('h',1)), ('store', c2('o'), c2('h')-0.1*(c2('hu',1)-c2('hu',-1)+c2('hv',0,1)-c2('hv',0,-1))+0.01*(V('ur')-V('ul')))], domain=D2))
ks.append(K('srad', 'special', B, 2, ['j'], ['c'], [('let','n',c2('j',0,-1)-c2('j')), ('let','s',c2('j',0,1)-c2('j')), ('let','w',c2('j',-1)-c2('j')), ('let','e',c2('j',1)-c2('j')), ('let','g',(V('n')*V('n')+V('s')*V('s')+V('w')*V('w')+V('e')*V('e'))/(c2('j')*c2('j'))), ('let','l',(V('n')+V('s')+V('w')+V('e'))/c2('j')), ('store', c2('c'), 1/(1+V('g')+0.25*V('l')))], domain=D2))
ks.append(K('bilateral', 'special', B, 2, ['u'], ['v'], [('let','d%d'%i,F('u',*o)-c2('u')) for i, o in enumerate(star(2,1)[1:])] + [('store', c2('v'), c2('u')+total(V('d%d'%i)*exp(-V('d%d'%i)*V('d%d'%i)) for i in range(4))*0.1)], domain=D2))
ks.append(K('particles', 'special', B, 1, ['px','py','vx','vy'], ['qx','qy'], [('let','r',sqrt(F('px',0)*F('px',0)+F('py',0)*F('py',0)+0.1)), ('store', F('qx',0), F('px',0)+0.1*F('vx',0)-F('px',0)*V('r')), ('store', F('qy',0), F('py',0)+0.1*F('vy',0)-F('py',0)*V('r'))], domain=D1))
stencil('conv5', 'weighted', B, 2, box(2,2), [round(0.01+0.003*((7*i)%25), 4) for i in range(25)], folds=F2+((1,4,1),))
stencil('hex7', 'star', B, 2, [(0,0),(1,0),(-1,0),(0,1),(0,-1),(1,1),(-1,-1)], folds=F2+((4,1,1),(1,8,1)))
stencil('star3d_r3w', 'weighted', B, 3, star(3,3), [round(0.05+0.007*i, 4) for i in range(19)], folds=F3+((2,2,1),(1,1,4),(1,1,8)))
stencil('box27w', 'weighted', B, 3, box(3,1), [0.1 if sum(map(abs,o))==0 else 0.05 if sum(map(abs,o))==1 else 0.025 if sum(map(abs,o))==2 else 0.0125 for o in box(3,1)], folds=F3+((2,1,1),(1,2,2),(1,1,4)))
# LBM
def trt(name, Q, aos=False, **kw):
    d = len(Q[0]); n = len(Q)
    b = [('let', 'f%d' % q, F('a', q, *[-i for i in Q[q]])) for q in range(n)]
    f = [V('f%d' % q) for q in range(n)]
    b.append(('let', 'rho', total(f)))
    us = ['ux', 'uy', 'uz'][:d]
    for i, u in enumerate(us): b.append(('let', u, lin([v[i] for v in Q], f)))
    b.append(('let', 'u2', 1.5 * total(V(u) * V(u) for u in us)))
    W = [0.3, 0.07, 0.02, 0.008]
    b.append(('store', F('b', 0, *((0,)*d)), 0.2*f[0] + W[0]*(V('rho')-V('u2'))))
    for q in range(1, n):
        p = Q.index(tuple(-i for i in Q[q]))
        if p < q: continue
        w = W[sum(i*i for i in Q[q])]; t = str(q)
        b.append(('let', 'e'+t, 0.5*(f[q]+f[p]))); b.append(('let', 'o'+t, 0.5*(f[q]-f[p])))
        b.append(('let', 'k'+t, lin(Q[q], [V(u) for u in us])))
        b.append(('let', 'm'+t, 0.9*(V('e'+t) - w*(V('rho') + 4.5*V('k'+t)*V('k'+t) - V('u2')))))
        b.append(('let', 'n'+t, 1.2*(V('o'+t) - w*3*V('k'+t))))
        b.append(('store', F('b', q, *((0,)*d)), f[q]-V('m'+t)-V('n'+t)))
        b.append(('store', F('b', p, *((0,)*d)), f[p]-V('m'+t)+V('n'+t)))
    ks.append(K(name, 'lbm', B, d, ['a'], ['b'], b, comp={'a': n, 'b': n}, aos=aos, domain=(2048, 2048) if d == 2 else (192, 192, 192), **kw))
trt('trt_d2q9', d2q9, folds=((1,1,1),(2,1,1)))
trt('trt_d2q9_aos', d2q9, aos=True)
trt('trt_d3q19', d3q19)
trt('trt_d3q27', d3q27)
w, cc = guard(3, 1)
ks.append(K('lbm_stream', 'lbm', B, 3, ['a'], ['b'], [('if', w, cc, [('store', F('b', q, 0,0,0), F('a', q, *[-i for i in d3q19[q]])) for q in range(19)])], comp={'a': 19, 'b': 19}, domain=(192,192,192)))
# guards
ks.append(K('guard27', 'guard', B, 3, ['a','f'], ['b'], [('if', w, cc, [('store', c3('b'), total(F('a',*o) for o in box(3,1))*0.03+c3('f'))])], domain=D3))
ks.append(K('edges', 'guard', B, 2, ['a'], ['b'], [('if', 'x > 0 and x < nx-1 and y > 0 and y < ny-1', 'x > 0 && x < nx-1 && y > 0 && y < ny-1', [('store', c2('b'), 0.25*(c2('a',1)+c2('a',-1)+c2('a',0,1)+c2('a',0,-1)))], [('store', c2('b'), c2('a'))])], domain=D2))
# loops
for u in (None, 1, 4):
    t = {None: '', 1: '_u1', 4: '_u4'}[u]
    ks.append(K('queue5'+t, 'loop', B, 3, ['a'], ['b'], [('let','m2',A('a','x','y','0')), ('let','m1',A('a','x','y','1')), ('let','c0',A('a','x','y','2')), ('let','p1',A('a','x','y','3')), ('loop','k','2','nz-3',u,[('let','p2',A('a','x','y','k+2')),
        ('store', A('b','x','y','k'), 0.1*(V('m2')+V('p2'))+0.2*(V('m1')+V('p1'))+V('c0')*0.4), ('set','m2',V('m1')), ('set','m1',V('c0')), ('set','c0',V('p1')), ('set','p1',V('p2'))])], over='nx, ny', domain=D3))
    ks.append(K('rowdot'+t, 'loop', B, 2, ['a','b'], ['c'], [('let','s',wrap(0)), ('loop','k','0','nx-1',u,[('acc','s',(A('a','k','x')-A('b','k','x'))*(A('a','k','x')-A('b','k','x')))]), ('store', A('c','x'), V('s'))], size={'c':['ny']}, over='ny', domain=(4096,4096)))
    ks.append(K('colstats'+t, 'loop', B, 2, ['a'], ['m','v'], [('let','s',wrap(0)), ('let','q',wrap(0)), ('loop','k','0','ny-1',u,[('acc','s',A('a','x','k')), ('acc','q',A('a','x','k')*A('a','x','k'))]), ('store', A('m','x'), V('s')*0.001), ('store', A('v','x'), V('q')*0.001)], size={'m':['nx'],'v':['nx']}, over='nx', domain=(4096,4096)))
    ks.append(K('march5'+t, 'loop', B, 2, ['a'], ['b'], [('loop','k','1','ny-2',u,[('store', A('b','x','k'), 0.25*(A('a','x-1','k')+A('a','x+1','k')+A('a','x','k-1')+A('a','x','k+1')))])], over='nx', domain=D2))
    ks.append(K('iir'+t, 'loop', B, 2, ['a'], ['b'], [('let','s',wrap(0)), ('let','t',wrap(0)), ('loop','k','0','ny-1',u,[('let','n',A('a','x','k')+1.2*V('s')-0.5*V('t')), ('store', A('b','x','k'), V('n')), ('set','t',V('s')), ('set','s',V('n'))])], over='nx', domain=(4096,1024)))
ks.append(K('gemm22', 'loop', B, 2, ['a','b'], ['c'], [('let','s%d%d'%(i,j),wrap(0)) for i in (0,1) for j in (0,1)] + [('loop','k','0','nx-1',1,[('acc','s%d%d'%(i,j),A('a','k','2*y+%d'%j)*A('b','2*x+%d'%i,'k')) for j in (0,1) for i in (0,1)])] + [('store', A('c','2*x+%d'%i,'2*y+%d'%j), V('s%d%d'%(i,j))) for j in (0,1) for i in (0,1)], over='nx/2, ny/2', domain=(2048,2048)))
# tiles in shared memory
ks.append(K('tile13', 'tiled', B, 2, ['a'], ['b'], [('store', S('t','tx+2','ty+2'), F('a',0,0)), ('if','tx < 2','tx < 2',[('store', S('t','tx','ty+2'), F('a',-2,0)), ('store', S('t','tx+34','ty+2'), F('a',32,0))]), ('if','ty < 2','ty < 2',[('store', S('t','tx+2','ty'), F('a',0,-2)), ('store', S('t','tx+2','ty+10'), F('a',0,8))]), ('barrier',),
    ('store', F('b',0,0), total(S('t',at('tx',2+o[0]),at('ty',2+o[1])) for o in star(2,2))*0.1)], shared=[('t',(36,12))], domain=D2))
ks.append(K('sep1', 'tiled', B, 1, ['a'], ['b'], [('store', S('t','tx'), A('a','128*bx+tx')), ('barrier',), ('if','tx > 3 and tx < 124','tx > 3 && tx < 124',[('store', A('b','128*bx+tx'), total((0.2-0.04*abs(i))*S('t',at('tx',i)) for i in range(-4,5)))])], shared=[('t',(128,))], domain=D1))
for M_ in (16, 32):
    ks.append(K('mmsub%d' % M_, 'tiled', B, 2, ['a','b'], ['c'], [('let','r',wrap(0)), ('loop','m','0','nx/%d-1'%M_,1,[('store', S('s','tx','ty'), A('a','%d*m+tx'%M_,'y')), ('store', S('t','tx','ty'), A('b','x','%d*m+ty'%M_)), ('barrier',), ('acc','r',total(S('s',str(k),'ty')*S('t','tx',str(k)) for k in range(M_))), ('barrier',)]), ('store', F('c',0,0), F('c',0,0)-V('r'))], shared=[('s',(M_,M_)),('t',(M_+1,M_))], domain=(1024,1024)))
ks.append(K('march_tile', 'tiled', B, 3, ['a'], ['b'], [('let','lo',A('a','x','y','0')), ('let','mid',A('a','x','y','1')), ('loop','k','1','nz-2',1,[('let','hi',A('a','x','y','k+1')), ('barrier',), ('store', S('t','tx','ty'), V('mid')), ('barrier',), ('if','tx > 0 and tx < 31 and ty > 0 and ty < 7','tx > 0 && tx < 31 && ty > 0 && ty < 7',[('store', A('b','x','y','k'), 0.1*(V('lo')+V('hi')+S('t','tx-1','ty')+S('t','tx+1','ty')+S('t','tx','ty-1')+S('t','tx','ty+1'))+0.4*V('mid'))]), ('set','lo',V('mid')), ('set','mid',V('hi'))])], shared=[('t',(32,8))], over='nx, ny', domain=D3))
# vectors and mixed types
ks.append(K('axpy4', 'vector', B, 1, ['u','v'], ['w'], [('store', F('w',0), Pack(*[V('s')*Mem(F('u',0),m)+Mem(F('v',0),m) for m in 'xyzw']))], ftype={'u':'float4','v':'float4','w':'float4'}, scalars=('s',), types=('float',), domain=D1))
ks.append(K('norm4', 'vector', B, 1, ['u'], ['w'], [('store', F('w',0), sqrt(total(Mem(F('u',0),m)*Mem(F('u',0),m) for m in 'xyz')))], ftype={'u':'float4'}, types=('float',), domain=D1))
ks.append(K('blur4', 'vector', B, 2, ['u'], ['w'], [('store', c2('w'), Pack(*[0.2*total(Mem(F('u',*o),m) for o in star(2,1)) for m in 'xyzw']))], ftype={'u':'float4','w':'float4'}, types=('float',), domain=(2048,2048)))
ks.append(K('cmul2', 'vector', B, 1, ['u','v'], ['w'], [('store', F('w',0), Pack(Mem(F('u',0),'x')*Mem(F('v',0),'x')-Mem(F('u',0),'y')*Mem(F('v',0),'y'), Mem(F('u',0),'x')*Mem(F('v',0),'y')+Mem(F('u',0),'y')*Mem(F('v',0),'x')))], ftype={'u':'double2','v':'double2','w':'double2'}, types=('double',), domain=D1))
ks.append(K('masked', 'mixed', B, 2, ['u','m'], ['v'], [('store', c2('v'), c2('m')*0.25*(c2('u',1)+c2('u',-1)+c2('u',0,1)+c2('u',0,-1)))], ftype={'m':'uint8'}, domain=D2, folds=F2))
ks.append(K('half5', 'mixed', B, 2, ['u'], ['v'], [('store', c2('v'), 0.25*(c2('u',1)+c2('u',-1)+c2('u',0,1)+c2('u',0,-1)))], ftype={'u':'half','v':'half'}, types=('float',), domain=D2, folds=F2))
ks.append(K('accum', 'mixed', B, 3, ['u'], ['v'], [('store', c3('v'), total(F('u',*o) for o in star(3,1))*0.1)], ftype={'u':'float','v':'double'}, types=('double',), domain=D3, folds=F3))
ks.append(K('life', 'mixed', B, 2, ['u'], ['v'], [('store', c2('v'), total(F('u',*o) for o in box(2,1) if o != (0,0)))], ftype={'u':'int32','v':'int32'}, types=('float',), domain=D2, folds=F2))

for file in ("users.py", "later.py", "fresh.py", "codes.py", "unseen.py",
    "newest.py"):
    exec(pathlib.Path(__file__).with_name(file).read_text())

# -------------------------------------------------------------- collect
def collect():
    import csv, re
    regs = {}
    for a in (75, 80, 90):
        for i in range(4):
            cur = None
            for l in open('k%d.sm_%d.log' % (i, a)):
                m = re.search(r"Compiling entry function '(\w+)'", l)
                if m: cur = m.group(1)
                m = re.search(r'Used (\d+) registers', l)
                if m: regs[cur, a] = m.group(1)
    names = 'kernel kind part type strides dims nx ny nz fx fy fz cells stores'.split()
    with open('registers.csv', 'w') as f:
        f.write(','.join(names + ['sm_75', 'sm_80', 'sm_90']) + '\n')
        for r in csv.DictReader(open('rows.csv')):
            f.write(','.join([r[c] for c in names] + [regs[r['name'], a] for a in (75, 80, 90)]) + '\n')

if sys.argv[1:] == ['collect']:
    collect()
    sys.exit()

# ------------------------------------------------------------- output
def file_of(k): return k.part + ('_loops' if k.part in NEW_PARTS and k.kind in ('loop', 'tiled', 'interleaved') else '')
rows, cu, wt = [], [], {}
for k in ks:
    if has_types(k):
        for T in k.types:
            wt.setdefault(file_of(k), []).append(wsp_kernel(k).replace('TYPE', T).replace('kernel %s(' % k.name, 'kernel %s_%s(' % (k.name, T)))
    else: wt.setdefault(file_of(k), []).append(wsp_kernel(k))
    for T, st, f, when in itertools.product(k.types, k.strides, k.folds, k.stores):
        # run-time sizes for one fold only
        if k.part not in ('later', 'fresh') and st != 'constant' and f not in ((1,1,1), (1,1,2), (1,2,1), (2,1,1)): continue
        if when == 'last' and f == (1,1,1): continue
        n = '%s_%s_%s_%d_%d_%d_%s' % (k.name, T, st, *f, when)
        over = k.over.count(',') + 1 if k.over else 0
        rows.append((k.name + ('_'+T if has_types(k) else ''), k.kind, k.part, '-' if set(k.ins + k.outs) <= set(k.ftype) else T, st, over or len(k.domain), *((0, 0, 0) if over else (list(k.domain)+[1,1])[:3]), *f, k.cells, when, n))
        cu.append('#define T %s\n%s\n#undef T\n' % (T, cuda_kernel(k, T, st, f, n, when)))
for part, kernels in wt.items():
    head = '# The kernels of part "%s" of registers.csv; generate.py wrote them.' % part
    open(part + '.wsp', 'w').write('\n\n'.join([head] + kernels) + '\n')
n = 4
for i in range(n): open('kernels%d.cu' % i, 'w').write('#include <cuda_fp16.h>\n' + '\n'.join(cu[i::n]))
open('rows.csv', 'w').write('kernel,kind,part,type,strides,dims,nx,ny,nz,fx,fy,fz,cells,stores,name\n' + ''.join(','.join(map(str, r)) + '\n' for r in rows))
print(len(ks), 'kernels', len(rows), 'rows')
