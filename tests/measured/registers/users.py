# Kernels of the parts "functions" and "users"; generate.py executes this file.

# ---------------------------------------------------------------- functions
# Every function alone, beside a sum, and twice: they led to the registers of
# expansion.def.
def fn(name, *e): return E('call', name, *map(wrap, e))
ONE = 'sqrt rsqrt cbrt exp exp2 expm1 log log2 log10 log1p sin cos tan asin acos atan sinh cosh tanh erf erfc floor round'.split()
TWO = 'pow atan2 hypot mod min'.split()
P = 'functions'
a_, b_, c_ = F('u', 0), F('v', 0), F('w', 0)
def f_of(name, x, y): return 1/x if name == 'rcp' else x/y if name == 'div' else fn(name, x, y) if name in TWO else fn(name, x)
for n in ['rcp', 'div'] + ONE + TWO:
    kw = dict(domain=D1, strides=('constant',))
    ks.append(K('f1_' + n, 'function', P, 1, ['u'] + (['v'] if n in TWO + ['div'] else []), ['o'], [('store', F('o', 0), f_of(n, a_, b_))], **kw))
    ks.append(K('f2_' + n, 'function', P, 1, ['u', 'v', 'w'], ['o'], [('store', F('o', 0), a_*b_ + b_*c_ + a_*c_ + f_of(n, a_ + b_, b_ - c_))], **kw))
    ks.append(K('f3_' + n, 'function', P, 1, ['u', 'v', 'w'], ['o'], [('store', F('o', 0), a_*f_of(n, a_ + b_, b_ - c_) + b_*f_of(n, b_ + c_, a_ - c_) + c_)], **kw))

# -------------------------------------------------------------------- users
# Written as users write them, and predicted before they were compiled.
U = 'users'
def sel(a, op, b, yes, no): return E('sel', wrap(a), op, wrap(b), wrap(yes), wrap(no))
def fabs(e): return fn('abs', e)
def mn(a, b): return fn('min', a, b)
def mx(a, b): return fn('max', a, b)
def lap2(f): return c2(f, 1) + c2(f, -1) + c2(f, 0, 1) + c2(f, 0, -1) - 4*c2(f)
def lap3(f): return c3(f, 1) + c3(f, -1) + c3(f, 0, 1) + c3(f, 0, -1) + c3(f, 0, 0, 1) + c3(f, 0, 0, -1) - 6*c3(f)
def sq(e): return e*e
def let(n, e): return ('let', n, e)
def put(f, e): return ('store', f, e)
def user(name, kind, d, ins, outs, body, **kw):
    kw.setdefault('domain', DOM[d])
    ks.append(K(name, kind, U, d, ins, outs, body, **kw))
def at(e, n): return '%s%+d' % (e, n) if n else e

# several fields, as codes of physics have them
user('heat_s', 'fields', 2, ['u'], ['v'], [put(c2('v'), c2('u') + V('k')*lap2('u'))], scalars=('k',), folds=F2)
user('acoustic4', 'fields', 2, ['p', 'q', 'c'], ['n'], [let('d', total(w*(c2('p', i) + c2('p', -i) + c2('p', 0, i) + c2('p', 0, -i)) for i, w in ((1, 1.333), (2, -0.0833))) - 5*c2('p')), put(c2('n'), 2*c2('p') - c2('q') + c2('c')*V('d'))], folds=F2)
user('fdtd_ez', 'fields', 2, ['ca', 'cb', 'hx', 'hy'], ['ez'], [put(c2('ez'), c2('ca')*c2('ez') + c2('cb')*(c2('hy') - c2('hy', -1) - c2('hx') + c2('hx', 0, -1)))], folds=F2)
user('donor', 'fields', 2, ['q', 'u', 'v'], ['r'], [let('fx', sel(c2('u'), '>', 0, c2('q', -1), c2('q'))), let('gx', sel(c2('u', 1), '>', 0, c2('q'), c2('q', 1))), let('fy', sel(c2('v'), '>', 0, c2('q', 0, -1), c2('q'))), let('gy', sel(c2('v', 0, 1), '>', 0, c2('q'), c2('q', 0, 1))),
    put(c2('r'), c2('q') - 0.1*(c2('u', 1)*V('gx') - c2('u')*V('fx') + c2('v', 0, 1)*V('gy') - c2('v')*V('fy')))])
user('minmod', 'fields', 1, ['q'], ['s'], [let('l', F('q', 0) - F('q', -1)), let('r', F('q', 1) - F('q', 0)), put(F('s', 0), sel(V('l')*V('r'), '>', 0, sel(fabs(V('l')), '<', fabs(V('r')), V('l'), V('r')), 0))], folds=((1,1,1), (2,1,1)))
user('cahn', 'fields', 2, ['c'], ['m'], [put(c2('m'), c2('c')*c2('c')*c2('c') - c2('c') - 0.7*lap2('c'))], folds=F2)
user('fitzhugh', 'fields', 3, ['u', 'w'], ['a', 'b'], [let('r', c3('u')*(1 - c3('u'))*(c3('u') - 0.1) - c3('w')), put(c3('a'), c3('u') + 0.05*(lap3('u') + V('r'))), put(c3('b'), c3('w') + 0.01*(c3('u') - 2*c3('w')))], folds=F3)
user('maxwell_e', 'fields', 3, ['hx', 'hy', 'hz', 'm'], ['ex', 'ey', 'ez'], [
    put(c3('ex'), c3('ex') + c3('m')*(c3('hz') - c3('hz', 0, -1) - c3('hy') + c3('hy', 0, 0, -1))),
    put(c3('ey'), c3('ey') + c3('m')*(c3('hx') - c3('hx', 0, 0, -1) - c3('hz') + c3('hz', -1))),
    put(c3('ez'), c3('ez') + c3('m')*(c3('hy') - c3('hy', -1) - c3('hx') + c3('hx', 0, -1)))])
user('stress', 'fields', 3, ['vx', 'vy', 'vz', 'la', 'mu'], ['txx', 'tyy', 'tzz'], [let('dx', c3('vx', 1) - c3('vx')), let('dy', c3('vy', 0, 1) - c3('vy')), let('dz', c3('vz', 0, 0, 1) - c3('vz')), let('t', c3('la')*(V('dx') + V('dy') + V('dz'))),
    put(c3('txx'), c3('txx') + V('t') + 2*c3('mu')*V('dx')), put(c3('tyy'), c3('tyy') + V('t') + 2*c3('mu')*V('dy')), put(c3('tzz'), c3('tzz') + V('t') + 2*c3('mu')*V('dz'))])
user('advect3', 'fields', 3, ['q', 'u', 'v', 'w'], ['r'], [put(c3('r'), c3('q') - 0.05*(c3('u')*(c3('q', 1) - c3('q', -1)) + c3('v')*(c3('q', 0, 1) - c3('q', 0, -1)) + c3('w')*(c3('q', 0, 0, 1) - c3('q', 0, 0, -1))) + 0.01*lap3('q'))], folds=F3)
user('helm27', 'box', 3, ['u', 'k'], ['v'], [put(c3('v'), c3('k')*c3('u') + total(w*F('u', *o) for o in box(3, 1) for w in [(-2.5, 0.15, 0.08, 0.03)[sum(map(abs, o))]]))], folds=F3)
stencil('wide9', 'star', U, 2, [(i, 0) for i in range(-4, 5)] + [(0, j) for j in range(-4, 5) if j], [round(0.2 - 0.01*i, 3) for i in range(17)], folds=F2)
stencil('skew', 'star', U, 3, [(0, 0, 0), (1, 0, 0), (2, 0, 0), (0, 1, 0), (0, 2, 0), (0, 0, 1), (0, 0, 2)], folds=F3)
# functions of the library
user('sigmoid', 'special', 1, ['u'], ['v'], [put(F('v', 0), 1/(1 + exp(-F('u', 0))))], folds=((1,1,1), (2,1,1), (4,1,1)))
user('gelu', 'special', 1, ['u'], ['v'], [let('t', fn('tanh', 0.797*(F('u', 0) + 0.0447*F('u', 0)*F('u', 0)*F('u', 0)))), put(F('v', 0), 0.5*F('u', 0)*(1 + V('t')))], folds=((1,1,1), (4,1,1)))
user('softplus', 'special', 1, ['u'], ['v'], [put(F('v', 0), fn('log', 1 + exp(F('u', 0))))])
user('gamma_', 'special', 2, ['u'], ['v'], [put(c2('v'), fn('pow', c2('u'), V('g')))], scalars=('g',))
user('blackscholes', 'special', 1, ['s', 'k', 't'], ['c', 'p'], [let('q', fn('sqrt', F('t', 0))), let('d', (fn('log', F('s', 0)/F('k', 0)) + 0.06*F('t', 0))/(0.3*V('q'))), let('e', V('d') - 0.3*V('q')), let('m', 0.5*fn('erfc', -0.7071*V('d'))), let('n', 0.5*fn('erfc', -0.7071*V('e'))), let('xk', F('k', 0)*exp(-0.02*F('t', 0))),
    put(F('c', 0), F('s', 0)*V('m') - V('xk')*V('n')), put(F('p', 0), V('xk')*(1 - V('n')) - F('s', 0)*(1 - V('m')))])
user('normalize3', 'special', 1, ['u', 'v', 'w'], ['a', 'b', 'c'], [let('r', fn('rsqrt', sq(F('u', 0)) + sq(F('v', 0)) + sq(F('w', 0)))), put(F('a', 0), F('u', 0)*V('r')), put(F('b', 0), F('v', 0)*V('r')), put(F('c', 0), F('w', 0)*V('r'))], folds=((1,1,1), (2,1,1)))
user('rotate', 'special', 1, ['x0', 'y0', 't'], ['a', 'b'], [let('s', fn('sin', F('t', 0))), let('k', fn('cos', F('t', 0))), put(F('a', 0), V('k')*F('x0', 0) - V('s')*F('y0', 0)), put(F('b', 0), V('s')*F('x0', 0) + V('k')*F('y0', 0))])
user('perona', 'special', 2, ['u'], ['v'], [let('n%d' % i, F('u', *o) - c2('u')) for i, o in enumerate(star(2, 1)[1:])] + [put(c2('v'), c2('u') + 0.2*total(V('n%d' % i)/(1 + sq(V('n%d' % i))*9) for i in range(4)))])
user('smag', 'special', 3, ['u', 'v', 'w'], ['n'], [let('xx', c3('u', 1) - c3('u', -1)), let('yy', c3('v', 0, 1) - c3('v', 0, -1)), let('zz', c3('w', 0, 0, 1) - c3('w', 0, 0, -1)), let('xy', c3('u', 0, 1) - c3('u', 0, -1) + c3('v', 1) - c3('v', -1)), let('xz', c3('u', 0, 0, 1) - c3('u', 0, 0, -1) + c3('w', 1) - c3('w', -1)), let('yz', c3('v', 0, 0, 1) - c3('v', 0, 0, -1) + c3('w', 0, 1) - c3('w', 0, -1)),
    put(c3('n'), 0.02*sqrt(sq(V('xx')) + sq(V('yy')) + sq(V('zz')) + 0.5*(sq(V('xy')) + sq(V('xz')) + sq(V('yz')))))])
user('rusanov', 'special', 2, ['h', 'u'], ['f'], [let('al', fabs(c2('u')) + sqrt(9.8*c2('h'))), let('ar', fabs(c2('u', 1)) + sqrt(9.8*c2('h', 1))), let('s', mx(V('al'), V('ar'))), put(c2('f'), 0.5*(c2('h')*c2('u') + c2('h', 1)*c2('u', 1)) - 0.5*V('s')*(c2('h', 1) - c2('h')))])
def weno(m2, m1, z, p1, p2):
    b0 = 1.0833*sq(m2 - 2*m1 + z) + 0.25*sq(m2 - 4*m1 + 3*z); b1 = 1.0833*sq(m1 - 2*z + p1) + 0.25*sq(m1 - p1); b2 = 1.0833*sq(z - 2*p1 + p2) + 0.25*sq(3*z - 4*p1 + p2)
    return b0, b1, b2
q = [F('q', i) for i in range(-2, 3)]
bs = weno(*q)
user('weno5', 'special', 1, ['q'], ['f'], [let('b%d' % i, b + 0.000001) for i, b in enumerate(bs)] + [let('w%d' % i, wrap(g)/sq(V('b%d' % i))) for i, g in enumerate((0.1, 0.6, 0.3))] +
    [put(F('f', 0), (V('w0')*(2*q[0] - 7*q[1] + 11*q[2]) + V('w1')*(5*q[2] - q[1] + 2*q[3]) + V('w2')*(2*q[2] + 5*q[3] - q[4]))/(6*(V('w0') + V('w1') + V('w2'))))])
user('arrhenius', 'special', 3, ['t', 'f'], ['s'], [put(c3('s'), c3('f')*c3('f')*exp(-8.5/c3('t')))])
# images
user('dilate3', 'box', 2, ['u'], ['v'], [put(c2('v'), mx(mx(mx(mx(mx(mx(mx(mx(*[F('u', *o) for o in box(2, 1)[:2]]), *[F('u', *box(2, 1)[2])]), F('u', *box(2, 1)[3])), F('u', *box(2, 1)[4])), F('u', *box(2, 1)[5])), F('u', *box(2, 1)[6])), F('u', *box(2, 1)[7])), F('u', *box(2, 1)[8])))], folds=F2, types=('float',))
user('blur8', 'mixed', 2, ['u'], ['v'], [put(c2('v'), total(F('u', *o) for o in box(2, 1))*0.111)], ftype={'u': 'uint8', 'v': 'float'}, types=('float',), folds=F2)
user('lut', 'mixed', 2, ['u', 'g'], ['v'], [put(c2('v'), c2('u')*c2('g') + 0.5)], ftype={'u': 'uint16', 'g': 'float', 'v': 'float'}, types=('float',), folds=F2)
user('gray4', 'vector', 2, ['u'], ['v'], [put(c2('v'), 0.3*Mem(c2('u'), 'x') + 0.59*Mem(c2('u'), 'y') + 0.11*Mem(c2('u'), 'z'))], ftype={'u': 'uchar4', 'v': 'float'}, types=('float',))
user('unsharp', 'box', 2, ['u'], ['v'], [let('b', total(w*F('u', *o) for o in box(2, 1) for w in [(0.25, 0.125, 0.0625)[sum(map(abs, o))]])), put(c2('v'), c2('u') + V('k')*(c2('u') - V('b')))], scalars=('k',), folds=F2)
user('sad', 'fields', 2, ['l', 'r'], ['d'], [put(c2('d'), total(fabs(F('l', *o) - F('r', *o)) for o in box(2, 1)))], folds=F2)
# vectors
user('scale4', 'vector', 1, ['u'], ['w'], [put(F('w', 0), Pack(*[V('s')*Mem(F('u', 0), m) for m in 'xyzw']))], ftype={'u': 'float4', 'w': 'float4'}, scalars=('s',), types=('float',), folds=((1,1,1), (2,1,1), (4,1,1)))
user('fma4', 'vector', 1, ['u', 'v', 'p'], ['w'], [put(F('w', 0), Pack(*[Mem(F('u', 0), m)*Mem(F('v', 0), m) + Mem(F('p', 0), m) for m in 'xyzw']))], ftype=dict.fromkeys('uvpw', 'float4'), types=('float',))
user('heat4', 'vector', 2, ['u'], ['w'], [put(c2('w'), Pack(*[Mem(c2('u'), m) + 0.1*(Mem(c2('u', 1), m) + Mem(c2('u', -1), m) + Mem(c2('u', 0, 1), m) + Mem(c2('u', 0, -1), m) - 4*Mem(c2('u'), m)) for m in 'xyzw']))], ftype={'u': 'float4', 'w': 'float4'}, types=('float',), domain=(2048, 2048))
user('schroed2', 'vector', 1, ['u'], ['w'], [put(F('w', 0), Pack(Mem(F('u', 0), 'x') - 0.1*(Mem(F('u', 1), 'y') + Mem(F('u', -1), 'y') - 2*Mem(F('u', 0), 'y')), Mem(F('u', 0), 'y') + 0.1*(Mem(F('u', 1), 'x') + Mem(F('u', -1), 'x') - 2*Mem(F('u', 0), 'x'))))], ftype={'u': 'float2', 'w': 'float2'}, types=('float',))
user('zaxpy', 'vector', 1, ['u', 'v'], ['w'], [put(F('w', 0), Pack(V('s')*Mem(F('u', 0), 'x') + Mem(F('v', 0), 'x'), V('s')*Mem(F('u', 0), 'y') + Mem(F('v', 0), 'y')))], ftype=dict.fromkeys('uvw', 'double2'), scalars=('s',), types=('double',), folds=((1,1,1), (2,1,1)))
user('len4', 'vector', 1, ['u', 'v'], ['o'], [let('dx', Mem(F('u', 0), 'x') - Mem(F('v', 0), 'x')), let('dy', Mem(F('u', 0), 'y') - Mem(F('v', 0), 'y')), let('dz', Mem(F('u', 0), 'z') - Mem(F('v', 0), 'z')), put(F('o', 0), Mem(F('u', 0), 'w')*fn('rsqrt', sq(V('dx')) + sq(V('dy')) + sq(V('dz')) + 0.01))], ftype={'u': 'float4', 'v': 'float4', 'o': 'float'}, types=('float',))
user('half_axpy', 'mixed', 1, ['u', 'v'], ['w'], [put(F('w', 0), V('s')*F('u', 0) + F('v', 0))], ftype=dict.fromkeys('uvw', 'half'), scalars=('s',), types=('float',), folds=((1,1,1), (2,1,1), (4,1,1)))
user('half_box', 'mixed', 2, ['u'], ['w'], [put(c2('w'), total(F('u', *o) for o in box(2, 1))*0.111)], ftype=dict.fromkeys('uw', 'half'), types=('float',), folds=F2)
user('mixed_res', 'mixed', 3, ['u', 'f'], ['r'], [put(c3('r'), c3('f') - total(F('u', *o) for o in star(3, 1)[1:]) + 6*c3('u'))], ftype={'u': 'double', 'f': 'double', 'r': 'float'}, types=('double',), folds=F3)
user('count32', 'mixed', 2, ['u'], ['v'], [put(c2('v'), total(F('u', *o) for o in star(2, 2)))], ftype={'u': 'int32', 'v': 'int32'}, types=('float',), folds=F2)
# guards
w3, g3 = guard(3, 1); w2, g2 = guard(2, 1)
user('g_heat', 'guard', 2, ['a'], ['b'], [('if', w2, g2, [put(c2('b'), c2('a') + V('k')*lap2('a'))])], scalars=('k',))
user('g_rb', 'guard', 2, ['f'], ['a'], [('if', w2 + ' and (x + y) % 2 == 1', g2 + ' && (x + y) % 2 == 1', [put(c2('a'), 0.25*(c2('a', 1) + c2('a', -1) + c2('a', 0, 1) + c2('a', 0, -1) - c2('f')))])])
user('g_wave13', 'guard', 3, ['p', 'q', 'v'], ['n'], [('if', guard(3, 2)[0], guard(3, 2)[1], [put(c3('n'), 2*c3('p') - c3('q') + c3('v')*(total(F('p', *o) for o in star(3, 2)[1:7])*1.33 - total(F('p', *o) for o in star(3, 2)[7:])*0.083 - 7.5*c3('p')))])])
user('g_neumann', 'guard', 2, ['a'], ['b'], [('if', 'x > 0 and x < nx-1', 'x > 0 && x < nx-1', [put(c2('b'), 0.5*(c2('a', 1) + c2('a', -1)))], [put(c2('b'), c2('a'))])])
user('g_mask', 'guard', 3, ['u', 'm'], ['v'], [('if', w3, g3, [put(c3('v'), sel(c3('m'), '>', 0.5, c3('u') + 0.1*lap3('u'), c3('u')))])])
user('g_curl', 'guard', 3, ['u', 'v', 'w'], ['a', 'b', 'c'], [('if', w3, g3, [put(c3('a'), c3('w', 0, 1) - c3('w', 0, -1) - c3('v', 0, 0, 1) + c3('v', 0, 0, -1)), put(c3('b'), c3('u', 0, 0, 1) - c3('u', 0, 0, -1) - c3('w', 1) + c3('w', -1)), put(c3('c'), c3('v', 1) - c3('v', -1) - c3('u', 0, 1) + c3('u', 0, -1))])])
# a thread for each element of a linear array
def lin_at(f, *o): return A(f, ' '.join(['x'] + ['%+d' % v if isinstance(v, int) else v for v in o]))
user('lin5', 'linear', 1, ['a'], ['b'], [('if', 'x >= 4096 and x < 16773120', 'x >= 4096 && x < 16773120', [put(A('b', 'x'), 0.25*(A('a', 'x-1') + A('a', 'x+1') + A('a', 'x-4096') + A('a', 'x+4096')))])])
user('lin7', 'linear', 1, ['a'], ['b'], [('if', 'x >= 65536 and x < 16711680', 'x >= 65536 && x < 16711680', [put(A('b', 'x'), A('a', 'x') + 0.1*(A('a', 'x-1') + A('a', 'x+1') + A('a', 'x-256') + A('a', 'x+256') + A('a', 'x-65536') + A('a', 'x+65536') - 6*A('a', 'x')))])])
# lattice Boltzmann
def bgk(name, Q, aos=False, **kw):
    d = len(Q[0]); n = len(Q); zero = (0,)*d
    b = [let('f%d' % i, F('a', i, *[-j for j in Q[i]])) for i in range(n)]; f = [V('f%d' % i) for i in range(n)]
    us = ['ux', 'uy', 'uz'][:d]
    b += [let('rho', total(f)), let('inv', 1/V('rho'))] + [let(u, lin([v[i] for v in Q], f)*V('inv')) for i, u in enumerate(us)]
    b.append(let('u2', 1.5*total(V(u)*V(u) for u in us)))
    W = {9: (0.4444, 0.1111, 0.0278), 19: (0.3333, 0.0556, 0.0278), 15: (0.2222, 0.1111, 0, 0.0139), 27: (0.2963, 0.0741, 0.0185, 0.0046)}[n]
    for i in range(n):
        w = W[sum(j*j for j in Q[i])]; cu = lin(Q[i], [V(u) for u in us])
        eq = wrap(w)*V('rho')*(1 + 3*cu + 4.5*cu*cu - V('u2')) if cu else wrap(w)*V('rho')*(1 - V('u2'))
        b.append(put(F('b', i, *zero), f[i] + V('om')*(eq - f[i])))
    user(name, 'lbm', d, ['a'], ['b'], b, comp={'a': n, 'b': n}, aos=aos, scalars=('om',), domain=(2048, 2048) if d == 2 else (192, 192, 192), **kw)
bgk('bgk_d2q9', d2q9); bgk('bgk_d2q9_aos', d2q9, aos=True); bgk('bgk_d3q15', d3q15); bgk('bgk_d3q19', d3q19); bgk('bgk_d3q27', d3q27)
n9 = [V('f%d' % i) for i in range(9)]
user('moments9', 'lbm', 2, ['a'], ['r', 'u', 'v'], [let('f%d' % i, F('a', i, 0, 0)) for i in range(9)] + [let('s', total(n9)), put(c2('r'), V('s')), put(c2('u'), lin([e[0] for e in d2q9], n9)/V('s')), put(c2('v'), lin([e[1] for e in d2q9], n9)/V('s'))], comp={'a': 9}, domain=(2048, 2048))
# loops
NX = 4096
for u in (None, 1, 4):
    t = {None: '', 1: '_u1', 4: '_u4'}[u]
    user('gemv'+t, 'loop', 2, ['a', 'v'], ['b'], [let('s', wrap(0)), ('loop', 'k', '0', 'ny-1', u, [('acc', 's', A('a', 'x', 'k')*A('v', '0*x+k'))]), put(A('b', 'x'), V('s'))], size={'b': ['nx'], 'v': ['ny']}, over='nx', domain=(NX, NX))
    user('colmax'+t, 'loop', 2, ['a'], ['b'], [let('s', A('a', 'x', '0')), ('loop', 'k', '1', 'ny-1', u, [('set', 's', mx(V('s'), A('a', 'x', 'k')))]), put(A('b', 'x'), V('s'))], size={'b': ['nx']}, over='nx', domain=(NX, NX))
    user('expsum'+t, 'loop', 2, ['a', 'm'], ['b'], [let('c', A('m', 'x')), let('s', wrap(0)), ('loop', 'k', '0', 'ny-1', u, [('acc', 's', exp(A('a', 'x', 'k') - V('c')))]), put(A('b', 'x'), V('s'))], size={'b': ['nx'], 'm': ['nx']}, over='nx', domain=(NX, NX))
    user('tridiag'+t, 'loop', 2, ['a', 'b', 'c', 'd'], ['p', 'q'], [let('e', wrap(0)), let('g', wrap(0)), ('loop', 'k', '0', 'ny-1', u, [let('r', 1/(A('b', 'x', 'k') - A('a', 'x', 'k')*V('e'))), ('set', 'g', (A('d', 'x', 'k') - A('a', 'x', 'k')*V('g'))*V('r')), ('set', 'e', A('c', 'x', 'k')*V('r')), put(A('p', 'x', 'k'), V('e')), put(A('q', 'x', 'k'), V('g'))])], over='nx', domain=(NX, 1024))
    user('march25d'+t, 'loop', 3, ['a'], ['b'], [let('m', A('a', 'x', 'y', '0')), let('c', A('a', 'x', 'y', '1')), ('loop', 'k', '1', 'nz-2', u, [let('p', A('a', 'x', 'y', 'k+1')), put(A('b', 'x', 'y', 'k'), V('c') + 0.1*(V('m') + V('p') + A('a', 'x-1', 'y', 'k') + A('a', 'x+1', 'y', 'k') + A('a', 'x', 'y-1', 'k') + A('a', 'x', 'y+1', 'k') - 6*V('c'))), ('set', 'm', V('c')), ('set', 'c', V('p'))])], over='nx, ny', domain=D3)
    user('column'+t, 'loop', 2, ['t', 'q', 'w'], ['r'], [let('h', wrap(0)), let('s', wrap(0)), ('loop', 'k', '0', 'ny-1', u, [('set', 'h', V('h') + 0.3*A('t', 'x', 'k')*A('q', 'x', 'k')), ('set', 's', 0.9*V('s') + A('w', 'x', 'k')*V('h')), put(A('r', 'x', 'k'), V('h') - V('s'))])], over='nx', domain=(NX, 1024))
    user('force'+t, 'loop', 2, ['p', 'g'], ['f'], [let('xi', A('p', 'x')), let('yi', A('g', 'x')), let('s', wrap(0)), ('loop', 'j', '0', 'nx-1', u, [let('dx', A('p', '0*x+j') - V('xi')), let('dy', A('g', '0*x+j') - V('yi')), let('r', fn('rsqrt', sq(V('dx')) + sq(V('dy')) + 0.01)), ('acc', 's', V('dx')*V('r')*V('r')*V('r'))]), put(A('f', 'x'), V('s'))], size=dict.fromkeys('pgf', ['nx']), over='nx', domain=(65536, 1))
user('poly', 'streams', 1, ['u'], ['v'], [let('p', wrap(0.1)*F('u', 0) + 0.2)] + [('set', 'p', V('p')*F('u', 0) + round(0.3 + 0.1*i, 2)) for i in range(6)] + [put(F('v', 0), V('p'))], folds=((1,1,1), (2,1,1), (4,1,1)))
# a queue of planes as a list that a loop carries
for r, u in ((1, 1), (2, 1), (4, 1), (2, None)):
    n = 2*r + 1
    rot = '; '.join('q%d = q%d' % (i, i + 1) for i in range(n - 1))
    user('list%d%s' % (n, '' if u else 'd'), 'loop', 3, ['a'], ['b'], [('raw', 'q = [a[x, y, k] for k in 0..%d]' % (n - 1), ' '.join('T q%d = a[x + y*nx + %d*(nx*ny)];' % (i, i) for i in range(n))),
        ('loop', 'k', str(r), 'nz-%d' % (r + 2), u, [('raw', 'b[x, y, k] = 0.2*sum(q)', 'b[x + y*nx + k*(nx*ny)] = (T)0.2*(%s);' % '+'.join('q%d' % i for i in range(n))), ('raw', 'q = q[1..%d] + [a[x, y, k + %d]]' % (n - 1, r + 1), rot + '; q%d = a[x + y*nx + (k + %d)*(nx*ny)];' % (n - 1, r + 1))])], over='nx, ny', domain=D3)
# shared memory
user('row_tile', 'tiled', 1, ['a'], ['b'], [put(S('t', 'tx+3'), F('a', 0)), ('if', 'tx < 3', 'tx < 3', [put(S('t', 'tx'), F('a', -3)), put(S('t', 'tx+131'), F('a', 128))]), ('barrier',), put(F('b', 0), total((0.3 - 0.05*abs(i))*S('t', at('tx', 3 + i)) for i in range(-3, 4)))], shared=[('t', (134,))])
user('tile_heat', 'tiled', 2, ['a'], ['b'], [put(S('t', 'tx', 'ty'), A('a', '30*bx+tx', '14*by+ty')), ('barrier',), ('if', 'tx > 0 and tx < 31 and ty > 0 and ty < 15', 'tx > 0 && tx < 31 && ty > 0 && ty < 15', [put(A('b', '30*bx+tx', '14*by+ty'), S('t', 'tx', 'ty') + V('k')*(S('t', 'tx-1', 'ty') + S('t', 'tx+1', 'ty') + S('t', 'tx', 'ty-1') + S('t', 'tx', 'ty+1') - 4*S('t', 'tx', 'ty')))])], shared=[('t', (32, 16))], scalars=('k',))
user('gemm_tile', 'tiled', 2, ['a', 'b'], ['c'], [let('r', wrap(0)), let('s', wrap(0)), ('loop', 'm', '0', 'nx/16-1', 1, [put(S('p', 'tx', 'ty'), A('a', '16*m+tx', 'y')), put(S('q', 'tx', 'ty'), A('b', '32*bx+tx', '16*m+ty')), put(S('q', 'tx+16', 'ty'), A('b', '32*bx+tx+16', '16*m+ty')), ('barrier',), ('acc', 'r', total(S('p', str(k), 'ty')*S('q', 'tx', str(k)) for k in range(16))), ('acc', 's', total(S('p', str(k), 'ty')*S('q', 'tx+16', str(k)) for k in range(16))), ('barrier',)]), put(A('c', '32*bx+tx', 'y'), V('r')), put(A('c', '32*bx+tx+16', 'y'), V('s'))], shared=[('p', (16, 16)), ('q', (32, 16))], over='nx/2, ny', domain=(2048, 2048))
user('blocksum', 'tiled', 1, ['a'], ['b'], [put(S('t', 'tx'), F('a', 0)), ('barrier',)] + sum(([('if', 'tx < %d' % h, 'tx < %d' % h, [put(S('t', 'tx'), S('t', 'tx') + S('t', 'tx+%d' % h))]), ('barrier',)] for h in (64, 32, 16)), []) + [('if', 'tx < 16', 'tx < 16', [put(F('b', 0), S('t', 'tx'))])], shared=[('t', (128,))])
user('nbody_tile', 'tiled', 1, ['p'], ['f'], [let('xi', F('p', 0)), let('s', wrap(0)), ('loop', 'm', '0', '1023', 1, [put(S('t', 'tx'), A('p', '64*m+tx')), ('barrier',), ('loop', 'j', '0', '63', 8, [let('d', S('t', 'j') - V('xi')), ('acc', 's', V('d')*fn('rsqrt', sq(V('d')) + 0.01))]), ('barrier',)]), put(F('f', 0), V('s'))], shared=[('t', (64,))], domain=(65536,))
user('plane_tile', 'tiled', 3, ['a'], ['b'], [let('lo', A('a', 'x', 'y', '0')), let('mid', A('a', 'x', 'y', '1')), ('loop', 'k', '1', 'nz-2', 1, [let('hi', A('a', 'x', 'y', 'k+1')), put(S('t', 'tx+1', 'ty+1'), V('mid')), ('if', 'tx == 0', 'tx == 0', [put(S('t', '0', 'ty+1'), A('a', 'x-1', 'y', 'k'))]), ('if', 'tx == 31', 'tx == 31', [put(S('t', '33', 'ty+1'), A('a', 'x+1', 'y', 'k'))]), ('if', 'ty == 0', 'ty == 0', [put(S('t', 'tx+1', '0'), A('a', 'x', 'y-1', 'k'))]), ('if', 'ty == 3', 'ty == 3', [put(S('t', 'tx+1', '5'), A('a', 'x', 'y+1', 'k'))]), ('barrier',),
    put(A('b', 'x', 'y', 'k'), V('mid') + 0.1*(V('lo') + V('hi') + S('t', 'tx', 'ty+1') + S('t', 'tx+2', 'ty+1') + S('t', 'tx+1', 'ty') + S('t', 'tx+1', 'ty+2') - 6*V('mid'))), ('barrier',), ('set', 'lo', V('mid')), ('set', 'mid', V('hi'))])], shared=[('t', (34, 6))], over='nx, ny', domain=D3)
# cells of a thread a block apart
ADD = ((1,1,1), (2,1,1), (4,1,1), (8,1,1))
user('i_axpy', 'interleaved', 1, ['u', 'v'], ['w'], [put(F('w', 0), V('s')*F('u', 0) + F('v', 0))], scalars=('s',), folds=ADD[1:], cells='interleaved')
user('i_copy', 'interleaved', 1, ['u'], ['w'], [put(F('w', 0), F('u', 0))], folds=ADD[1:], cells='interleaved')
user('i_star1', 'interleaved', 1, ['u'], ['w'], [put(F('w', 0), F('u', 0) + 0.2*(F('u', 1) + F('u', -1) - 2*F('u', 0)))], folds=ADD[1:3], cells='interleaved')
user('i_heat', 'interleaved', 2, ['u'], ['w'], [put(c2('w'), c2('u') + 0.2*lap2('u'))], folds=((2,1,1), (1,2,1), (1,4,1)), cells='interleaved')
user('i_star3', 'interleaved', 3, ['u'], ['w'], [put(c3('w'), c3('u') + 0.2*lap3('u'))], folds=((1,1,2), (1,2,1), (2,1,1)), cells='interleaved')
