# Kernels of the part "fresh"; generate.py executes this file.  Written when the
# rules stood, predicted once and then compiled.
Z_ = 'fresh'
def fresh(name, kind, d, ins, outs, body, **kw):
    kw.setdefault('domain', DOM[d])
    ks.append(K(name, kind, Z_, d, ins, outs, body, **kw))
def ring(f, r, d): return [F(f, *[s*r if a == b else 0 for b in range(d)]) for a in range(d) for s in (-1, 1)]
# stencils and folds
fresh('n_jac27', 'box', 3, ['u', 'f'], ['v'], [put(c3('v'), c3('f') + 0.02*total(F('u', *o) for o in box(3, 1)))], folds=((1,1,1), (1,1,4), (1,4,1), (1,1,12)), strides=('constant', 'int64'), stores=BOTH, types=('double',))
fresh('n_lap4_3', 'star', 3, ['u'], ['v'], [put(c3('v'), 1.33*total(ring('u', 1, 3)) - 0.083*total(ring('u', 2, 3)) - 7.5*c3('u'))], folds=((1,1,1), (1,1,6), (1,1,12), (1,6,1), (1,1,24)), strides=('int32', 'int64'), stores=BOTH)
fresh('n_lap6_2', 'star', 2, ['u', 'c'], ['v'], [put(c2('v'), c2('c')*(1.5*total(ring('u', 1, 2)) - 0.15*total(ring('u', 2, 2)) + 0.011*total(ring('u', 3, 2)) - 5.44*c2('u')))], folds=((1,1,1), (1,6,1), (1,12,1), (1,24,1), (2,4,1)), strides=('constant', 'int64'), stores=BOTH)
fresh('n_star5', 'star', 3, ['a'], ['b'], [put(c3('b'), total((0.3 - 0.05*r)*total(ring('a', r, 3)) for r in range(1, 6)) + 0.1*c3('a'))], folds=((1,1,1), (1,1,4), (1,1,10), (1,1,20)), strides=('int64',), stores=BOTH)
fresh('n_blur5', 'box', 2, ['a'], ['b'], [put(c2('b'), total(F('a', *o) for o in box(2, 2))*0.04)], folds=((1,1,1), (1,8,1), (1,20,1), (8,1,1)), strides=('constant', 'int32'), types=('float',), stores=BOTH)
fresh('n_smooth1', 'star', 1, ['a'], ['b'], [put(F('b', 0), total((0.4, 0.25, 0.05)[abs(i)]*F('a', i) for i in range(-2, 3)))], folds=((1,1,1), (6,1,1), (12,1,1)), strides=('constant',), stores=BOTH)
fresh('n_advdiff', 'fields', 3, ['c', 'u', 'v', 'w'], ['r'], [put(c3('r'), c3('c') + 0.1*lap3('c') - 0.2*(c3('u')*(c3('c', 1) - c3('c', -1)) + c3('v')*(c3('c', 0, 1) - c3('c', 0, -1)) + c3('w')*(c3('c', 0, 0, 1) - c3('c', 0, 0, -1))))], folds=((1,1,1), (1,1,3), (1,1,10)), strides=('constant', 'int64'), stores=BOTH)
fresh('n_saxpby', 'streams', 2, ['x_', 'y_'], ['z_'], [put(c2('z_'), 0.3*c2('x_') + V('b')*c2('y_'))], scalars=('b',), folds=((1,1,1), (1,3,1), (1,12,1)), strides=('constant', 'int64'), stores=BOTH)
fresh('n_sum5', 'streams', 3, list('abcde'), ['o'], [put(c3('o'), total(c3(f) for f in 'abcde'))], folds=((1,1,1), (1,1,3), (1,1,6)), strides=('int32', 'int64'))
fresh('n_mhd', 'fields', 2, ['bx_', 'by_', 'u', 'v'], ['ex_', 'jz'], [put(c2('ex_'), c2('u')*c2('by_') - c2('v')*c2('bx_')), put(c2('jz'), 0.5*(c2('by_', 1) - c2('by_', -1) - c2('bx_', 0, 1) + c2('bx_', 0, -1)))], folds=((1,1,1), (1,3,1), (1,6,1)), strides=('constant', 'int64'), stores=BOTH)
fresh('n_pair', 'fields', 3, ['u'], ['p', 'q'], [put(c3('p'), total(ring('u', 1, 3))), put(c3('q'), c3('u', 0, 0, 1) - c3('u', 0, 0, -1))], folds=((1,1,1), (1,1,6)), strides=('constant', 'int64'), stores=BOTH)
# one cell
fresh('n_aniso', 'box', 2, ['u', 'a', 'b', 'c'], ['v'], [put(c2('v'), c2('a')*(c2('u', 1) + c2('u', -1) - 2*c2('u')) + c2('b')*(c2('u', 0, 1) + c2('u', 0, -1) - 2*c2('u')) + c2('c')*(c2('u', 1, 1) + c2('u', -1, -1) - c2('u', 1, -1) - c2('u', -1, 1)))], strides=ALL3)
fresh('n_viscous', 'fields', 3, ['u', 'v', 'w', 'm'], ['r'], [put(c3('r'), c3('m')*(sq(c3('u', 1) - c3('u', -1)) + sq(c3('v', 0, 1) - c3('v', 0, -1)) + sq(c3('w', 0, 0, 1) - c3('w', 0, 0, -1)) + 0.5*sq(c3('u', 0, 1) - c3('u', 0, -1) + c3('v', 1) - c3('v', -1))))], strides=ALL3)
fresh('n_gray', 'streams', 2, ['r', 'g', 'b'], ['y_'], [put(c2('y_'), 0.3*c2('r') + 0.59*c2('g') + 0.11*c2('b'))], strides=ALL3)
fresh('n_relu', 'streams', 3, ['u', 'w'], ['v'], [put(c3('v'), mx(c3('u')*c3('w'), 0))], strides=ALL3)
fresh('n_godunov', 'special', 1, ['u'], ['f'], [let('l', mx(F('u', 0), 0)), let('r', mn(F('u', 1), 0)), put(F('f', 0), 0.5*mx(sq(V('l')), sq(V('r'))))], strides=('constant',))
fresh('n_curv', 'special', 2, ['p'], ['k'], [let('px', c2('p', 1) - c2('p', -1)), let('py', c2('p', 0, 1) - c2('p', 0, -1)), put(c2('k'), (sq(V('px')) + sq(V('py')))/sqrt(sq(V('px')) + sq(V('py')) + 0.001))], strides=('constant', 'int32'))
fresh('n_lj', 'special', 1, ['r'], ['e'], [let('s', 1/sq(F('r', 0))), let('t', V('s')*V('s')*V('s')), put(F('e', 0), 4*V('t')*(V('t') - 1))], strides=('constant',), folds=((1,1,1), (4,1,1)))
fresh('n_mandel', 'special', 2, ['a', 'b'], ['m'], [put(c2('m'), fn('hypot', sq(c2('a')) - sq(c2('b')) + 0.3, 2*c2('a')*c2('b')))], strides=('constant', 'int32'))
fresh('n_decay', 'special', 3, ['n_', 'l'], ['o'], [put(c3('o'), c3('n_')*exp(-c3('l')*V('t')))], scalars=('t',), strides=('constant', 'int32'))
fresh('n_logsum', 'special', 1, ['a', 'b'], ['c'], [let('m', mx(F('a', 0), F('b', 0))), put(F('c', 0), V('m') + fn('log', exp(F('a', 0) - V('m')) + exp(F('b', 0) - V('m'))))], strides=('constant',))
# guards
w2, g2 = guard(2, 2); w3, g3 = guard(3, 2)
fresh('n_g13', 'guard', 2, ['a', 'c'], ['b'], [('if', w2, g2, [put(c2('b'), c2('a') - c2('c')*(total(F('a', *o) for o in star(2, 2)[1:5])*1.3 - 0.08*total(F('a', *o) for o in star(2, 2)[5:])))])], strides=ALL3)
fresh('n_g25', 'guard', 3, ['a'], ['b'], [('if', w3, g3, [put(c3('b'), 0.1*total(ring('a', 1, 3)) - 0.01*total(ring('a', 2, 3)) + c3('a'))])], strides=ALL3)
fresh('n_gx', 'guard', 2, ['a'], ['b'], [('if', 'x > 0', 'x > 0', [put(c2('b'), c2('a') - c2('a', -1))], [put(c2('b'), 2*c2('a'))])], strides=('constant', 'int32'))
# vectors
fresh('n_v4_add', 'vector', 2, ['u', 'v'], ['w'], [put(c2('w'), Pack(*[Mem(c2('u'), m) + 0.5*Mem(c2('v'), m) for m in 'xyzw']))], ftype=dict.fromkeys('uvw', 'float4'), types=('float',), domain=(2048, 2048), strides=('constant', 'int32'), folds=((1,1,1), (1,2,1)))
fresh('n_v2_1d', 'vector', 1, ['u'], ['w'], [put(F('w', 0), Pack(*[total((0.5, 0.25)[abs(i)]*Mem(F('u', i), m) for i in (-1, 0, 1)) for m in 'xy']))], ftype=dict.fromkeys('uw', 'double2'), types=('double',), strides=('constant',), folds=((1,1,1), (4,1,1)))
fresh('n_i8', 'mixed', 2, ['u', 'v'], ['w'], [put(c2('w'), c2('u')*c2('v') + 0.5)], ftype={'u': 'uint8', 'v': 'float', 'w': 'float'}, types=('float',), strides=('constant', 'int32'), folds=((1,1,1), (1,6,1)))
# lattice Boltzmann
def fresh_lbm(name, Q, **kw):
    d, n, zero = len(Q[0]), len(Q), (0,)*len(Q[0]); us = ['ux', 'uy', 'uz'][:d]
    f = [V('f%d' % i) for i in range(n)]
    b = [let('f%d' % i, F('a', i, *[-j for j in Q[i]])) for i in range(n)] + [let('rho', total(f)), let('inv', 1/V('rho'))] + [let(u, lin([v[i] for v in Q], f)*V('inv')) for i, u in enumerate(us)] + [let('u2', total(V(u)*V(u) for u in us))]
    for i in range(n):
        w = (0.34, 0.056, 0.026, 0.005)[sum(j*j for j in Q[i])]; cu = lin(Q[i], [V(u) for u in us])
        b.append(put(F('b', i, *zero), f[i] + V('om')*((w*V('rho')*(1 + 3*cu + 4.5*cu*cu - 1.5*V('u2')) if cu else w*V('rho')*(1 - 1.5*V('u2'))) - f[i])))
    fresh(name, 'lbm', d, ['a'], ['b'], b, comp={'a': n, 'b': n}, scalars=('om',), domain=(1024, 1024) if d == 2 else (160, 160, 160), **kw)
fresh_lbm('n_lbm9', d2q9, strides=ALL3)
fresh_lbm('n_lbm19', d3q19, strides=ALL3)
# loops and shared memory
for u in (None, 1, 4):
    t = {None: '', 1: '_u1', 4: '_u4'}[u]
    fresh('n_colnorm'+t, 'loop', 2, ['a'], ['b'], [let('s', wrap(0)), ('loop', 'k', '0', 'ny-1', u, [('acc', 's', sq(A('a', 'x', 'k')))]), put(A('b', 'x'), sqrt(V('s')))], size={'b': ['nx']}, over='nx', domain=(NX, NX))
    fresh('n_ema'+t, 'loop', 2, ['a'], ['b'], [let('s', A('a', 'x', '0')), ('loop', 'k', '1', 'ny-1', u, [('set', 's', 0.9*V('s') + 0.1*A('a', 'x', 'k')), put(A('b', 'x', 'k'), V('s'))])], over='nx', domain=(NX, 1024))
    fresh('n_march5'+t, 'loop', 3, ['a', 'c'], ['b'], [('loop', 'k', '1', 'nz-2', u, [put(A('b', 'x', 'y', 'k'), A('c', 'x', 'y', 'k')*(A('a', 'x', 'y', 'k-1') + A('a', 'x', 'y', 'k+1') + A('a', 'x-1', 'y', 'k') + A('a', 'x+1', 'y', 'k')))])], over='nx, ny', domain=D3)
fresh('n_t_five', 'tiled', 2, ['a'], ['b'], [put(S('t', 'tx', 'ty'), A('a', '30*bx+tx', '6*by+ty')), ('barrier',), ('if', 'tx > 0 and tx < 31 and ty > 0 and ty < 7', 'tx > 0 && tx < 31 && ty > 0 && ty < 7', [put(A('b', '30*bx+tx', '6*by+ty'), 0.25*(S('t', 'tx-1', 'ty') + S('t', 'tx+1', 'ty') + S('t', 'tx', 'ty-1') + S('t', 'tx', 'ty+1')))])], shared=[('t', (32, 8))])
fresh('n_t_rev', 'tiled', 1, ['a'], ['b'], [put(S('t', 'tx'), F('a', 0)), ('barrier',), put(F('b', 0), S('t', '127-tx') + 0.5*S('t', 'tx'))], shared=[('t', (128,))])
