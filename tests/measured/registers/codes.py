# Kernels of the part "codes"; generate.py executes this file.  Kinds that the
# other parts lack, as mini-apps, images, networks and solvers have them.
# Written when the rules stood, predicted once and then compiled.
Y_ = 'codes'
def code(name, kind, d, ins, outs, body, **kw):
    kw.setdefault('domain', DOM[d])
    ks.append(K('k_' + name, kind, Y_, d, ins, outs, body, **kw))
ONLY = ('constant',)
# finite volumes and mini-apps
code('flux_x', 'fields', 2, ['r', 'm', 'e'], ['f', 'g', 'h'], [let('u', c2('m')/c2('r')), let('p', 0.4*(c2('e') - 0.5*c2('m')*V('u'))), put(c2('f'), c2('m')), put(c2('g'), c2('m')*V('u') + V('p')), put(c2('h'), (c2('e') + V('p'))*V('u'))])
code('hll', 'special', 2, ['h', 'q'], ['f', 'g'], [let('ul', c2('q')/c2('h')), let('ur', c2('q', 1)/c2('h', 1)), let('cl', sqrt(9.8*c2('h'))), let('cr', sqrt(9.8*c2('h', 1))), let('sl', mn(V('ul') - V('cl'), V('ur') - V('cr'))), let('sr', mx(V('ul') + V('cl'), V('ur') + V('cr'))), let('d', 1/(V('sr') - V('sl'))), put(c2('f'), (V('sr')*c2('q') - V('sl')*c2('q', 1) + V('sl')*V('sr')*(c2('h', 1) - c2('h')))*V('d')), put(c2('g'), V('d')*V('ur'))])
code('lax', 'fields', 2, ['u', 'v', 'w'], ['a', 'b', 'c'], [put(c2(o), 0.25*(c2(f, 1) + c2(f, -1) + c2(f, 0, 1) + c2(f, 0, -1)) - 0.1*(c2(f, 1)*c2('u', 1) - c2(f, -1)*c2('u', -1) + c2(f, 0, 1)*c2('v', 0, 1) - c2(f, 0, -1)*c2('v', 0, -1))) for f, o in zip('uvw', 'abc')])
code('superbee', 'special', 1, ['u'], ['f'], [let('a', F('u', 0) - F('u', -1)), let('b', F('u', 1) - F('u', 0)), put(F('f', 0), F('u', 0) + 0.5*sel(V('a')*V('b'), '>', 0, mx(mn(2*V('a'), V('b')), mn(V('a'), 2*V('b'))), wrap(0)))])
code('minmod3', 'fields', 3, ['u'], ['x_', 'y_', 'z_'], [put(c3(o), mx(mn(c3('u', *d) - c3('u'), c3('u') - c3('u', *[-i for i in d])), 0)) for o, d in (('x_', (1, 0, 0)), ('y_', (0, 1, 0)), ('z_', (0, 0, 1)))])
code('stress', 'fields', 3, ['u', 'v', 'w', 'l', 'm'], ['a', 'b', 'c'], [let('d', c3('u', 1) - c3('u') + c3('v', 0, 1) - c3('v') + c3('w', 0, 0, 1) - c3('w'))] + [put(c3(o), c3(o) + c3('l')*V('d') + 2*c3('m')*(F(f, *e) - c3(f))) for o, f, e in (('a', 'u', (1, 0, 0)), ('b', 'v', (0, 1, 0)), ('c', 'w', (0, 0, 1)))])
code('yee_h', 'fields', 3, ['ex', 'ey', 'ez'], ['hx', 'hy', 'hz'], [put(c3('hx'), c3('hx') - 0.5*(c3('ez', 0, 1) - c3('ez') - c3('ey', 0, 0, 1) + c3('ey'))), put(c3('hy'), c3('hy') - 0.5*(c3('ex', 0, 0, 1) - c3('ex') - c3('ez', 1) + c3('ez'))), put(c3('hz'), c3('hz') - 0.5*(c3('ey', 1) - c3('ey') - c3('ex', 0, 1) + c3('ex')))])
code('euler_update', 'fields', 2, ['r', 'f', 'g', 'e', 'p', 'q'], ['r1', 'e1'], [put(c2('r1'), c2('r') - 0.1*(c2('f', 1) - c2('f') + c2('g', 0, 1) - c2('g'))), put(c2('e1'), c2('e') - 0.1*(c2('p', 1) - c2('p') + c2('q', 0, 1) - c2('q')))])
code('tea_cg', 'fields', 2, ['p', 'kx', 'ky'], ['w'], [put(c2('w'), (1 + c2('kx', 1) + c2('kx') + c2('ky', 0, 1) + c2('ky'))*c2('p') - c2('kx', 1)*c2('p', 1) - c2('kx')*c2('p', -1) - c2('ky', 0, 1)*c2('p', 0, 1) - c2('ky')*c2('p', 0, -1))])
code('gs_var', 'fields', 3, ['a', 'b', 'c', 'f'], ['u'], [put(c3('u'), (c3('f') + c3('a')*(c3('u', 1) + c3('u', -1)) + c3('b')*(c3('u', 0, 1) + c3('u', 0, -1)) + c3('c')*(c3('u', 0, 0, 1) + c3('u', 0, 0, -1)))/(2*(c3('a') + c3('b') + c3('c'))))])
code('hdiff', 'fields', 3, ['u', 'k'], ['o'], [let('l', 4*c3('u') - c3('u', 1) - c3('u', -1) - c3('u', 0, 1) - c3('u', 0, -1)), let('r', 4*c3('u', 1) - c3('u', 2) - c3('u') - c3('u', 1, 1) - c3('u', 1, -1)), let('t', 4*c3('u', 0, 1) - c3('u', 1, 1) - c3('u', -1, 1) - c3('u', 0, 2) - c3('u')), let('fx', sel((V('r') - V('l'))*(c3('u', 1) - c3('u')), '>', 0, wrap(0), V('r') - V('l'))), let('fy', sel((V('t') - V('l'))*(c3('u', 0, 1) - c3('u')), '>', 0, wrap(0), V('t') - V('l'))), put(c3('o'), c3('u') - c3('k')*(V('fx') + V('fy')))])
code('eos', 'special', 2, ['r', 'e'], ['p', 's'], [let('v', 1/c2('r')), let('q', 0.4*c2('r')*c2('e')), put(c2('p'), V('q')), put(c2('s'), sqrt(V('v')*V('v')*(V('q')*0.4*c2('r')*c2('r') + V('q')*0.4*c2('r'))))])
code('weno3', 'special', 2, ['q'], ['f'], [let('b0', sq(c2('q') - c2('q', -1))), let('b1', sq(c2('q', 1) - c2('q'))), let('w0', wrap(0.333)/sq(V('b0') + 0.000001)), let('w1', wrap(0.667)/sq(V('b1') + 0.000001)), put(c2('f'), (V('w0')*(1.5*c2('q') - 0.5*c2('q', -1)) + V('w1')*0.5*(c2('q') + c2('q', 1)))/(V('w0') + V('w1')))])
code('ppm', 'fields', 1, ['q'], ['l', 'r'], [let('d', (F('q', 1) - F('q', -1))*0.5), let('e', (F('q', 2) - F('q', 0))*0.5), let('m', 0.5*(F('q', 0) + F('q', 1)) - 0.1667*(V('e') - V('d'))), put(F('r', 0), mx(mn(V('m'), mx(F('q', 0), F('q', 1))), mn(F('q', 0), F('q', 1)))), put(F('l', 0), 3*F('q', 0) - 2*V('m'))])
code('restrict8', 'fields', 3, ['u'], ['v'], [put(A('v', 'x', 'y', 'z'), 0.125*total(A('u', '2*x+%d' % i, '2*y+%d' % j, '2*z+%d' % l) for l in (0, 1) for j in (0, 1) for i in (0, 1)))], over='nx/2, ny/2, nz/2', domain=(512, 512, 256), strides=ONLY)
code('prolong', 'fields', 2, ['u'], ['v'], [put(A('v', '2*x', '2*y'), c2('u')), put(A('v', '2*x+1', '2*y'), 0.5*(c2('u') + c2('u', 1))), put(A('v', '2*x', '2*y+1'), 0.5*(c2('u') + c2('u', 0, 1))), put(A('v', '2*x+1', '2*y+1'), 0.25*(c2('u') + c2('u', 1) + c2('u', 0, 1) + c2('u', 1, 1)))], over='nx/2, ny/2', size={}, domain=(8192, 8192), strides=ONLY)
# images
code('sobel', 'box', 2, ['u'], ['g'], [let('a', c2('u', 1, -1) + 2*c2('u', 1) + c2('u', 1, 1) - c2('u', -1, -1) - 2*c2('u', -1) - c2('u', -1, 1)), let('b', c2('u', -1, 1) + 2*c2('u', 0, 1) + c2('u', 1, 1) - c2('u', -1, -1) - 2*c2('u', 0, -1) - c2('u', 1, -1)), put(c2('g'), sqrt(sq(V('a')) + sq(V('b'))))])
code('harris', 'box', 2, ['u', 'v'], ['r'], [let('a', total(sq(F('u', *o)) for o in box(2, 1))), let('b', total(sq(F('v', *o)) for o in box(2, 1))), let('c', total(F('u', *o)*F('v', *o) for o in box(2, 1))), put(c2('r'), V('a')*V('b') - sq(V('c')) - 0.04*sq(V('a') + V('b')))])
code('median5', 'box', 2, ['u'], ['v'], [let('a', mn(c2('u', 1), c2('u', -1))), let('b', mx(c2('u', 1), c2('u', -1))), let('c', mn(c2('u', 0, 1), c2('u', 0, -1))), let('d', mx(c2('u', 0, 1), c2('u', 0, -1))), let('e', mx(V('a'), V('c'))), let('f', mn(V('b'), V('d'))), put(c2('v'), mx(mn(V('e'), V('f')), mn(c2('u'), mx(V('e'), V('f')))))])
code('yuv', 'streams', 2, ['r', 'g', 'b'], ['y_', 'u', 'v'], [put(c2('y_'), 0.3*c2('r') + 0.59*c2('g') + 0.11*c2('b')), put(c2('u'), 0.5*c2('b') - 0.17*c2('r') - 0.33*c2('g')), put(c2('v'), 0.5*c2('r') - 0.42*c2('g') - 0.08*c2('b'))])
code('tonemap', 'special', 2, ['r', 'g', 'b'], ['x_', 'y_', 'z_'], [let('l', 0.21*c2('r') + 0.72*c2('g') + 0.07*c2('b')), let('s', V('e')/(1 + V('l')*V('e')))] + [put(c2(o), c2(f)*V('s')) for f, o in zip('rgb', ('x_', 'y_', 'z_'))], scalars=('e',))
code('gamma', 'special', 2, ['u'], ['v'], [put(c2('v'), fn('pow', mx(c2('u'), 0), V('g')))], scalars=('g',))
code('bilat5', 'special', 2, ['u'], ['v'], [let('w%d' % i, exp(-sq(F('u', *o) - c2('u'))*9)) for i, o in enumerate(star(2, 1)[1:])] + [put(c2('v'), (c2('u') + total(V('w%d' % i)*F('u', *o) for i, o in enumerate(star(2, 1)[1:])))/(1 + total(V('w%d' % i) for i in range(4))))])
code('lucas', 'fields', 2, ['i', 'j'], ['u', 'v'], [let('gx', c2('i', 1) - c2('i', -1)), let('gy', c2('i', 0, 1) - c2('i', 0, -1)), let('gt', c2('j') - c2('i')), let('n', 1/(sq(V('gx')) + sq(V('gy')) + 0.1)), put(c2('u'), -V('gx')*V('gt')*V('n')), put(c2('v'), -V('gy')*V('gt')*V('n'))])
code('bayer', 'mixed', 2, ['u'], ['v'], [put(c2('v'), 0.25*(c2('u', 1) + c2('u', -1) + c2('u', 0, 1) + c2('u', 0, -1)))], ftype={'u': 'uint16', 'v': 'float'}, types=('float',))
code('alpha4', 'vector', 2, ['u', 'v'], ['w'], [let('a', Mem(c2('u'), 'w')), put(c2('w'), Pack(*[V('a')*Mem(c2('u'), m) + (1 - V('a'))*Mem(c2('v'), m) for m in 'xyz'], V('a')))], ftype=dict.fromkeys('uvw', 'float4'), types=('float',), domain=(2048, 2048))
# networks
code('gelu', 'special', 1, ['u'], ['v'], [put(F('v', 0), 0.5*F('u', 0)*(1 + fn('tanh', 0.8*(F('u', 0) + 0.0447*F('u', 0)*F('u', 0)*F('u', 0)))))])
code('silu', 'special', 1, ['u', 'g'], ['v'], [put(F('v', 0), F('g', 0)*F('u', 0)/(1 + exp(-F('u', 0))))])
code('adam', 'special', 1, ['g'], ['p', 'm', 'v'], [let('a', 0.9*F('m', 0) + 0.1*F('g', 0)), let('b', 0.999*F('v', 0) + 0.001*sq(F('g', 0))), put(F('m', 0), V('a')), put(F('v', 0), V('b')), put(F('p', 0), F('p', 0) - V('l')*V('a')/(sqrt(V('b')) + 0.00001))], scalars=('l',))
code('bias_relu', 'streams', 2, ['u', 'b'], ['v'], [put(c2('v'), mx(c2('u') + A('b', 'x'), 0))], size={'b': ['nx']})
code('maxpool', 'streams', 2, ['u'], ['v'], [put(A('v', 'x', 'y'), mx(mx(A('u', '2*x', '2*y'), A('u', '2*x+1', '2*y')), mx(A('u', '2*x', '2*y+1'), A('u', '2*x+1', '2*y+1'))))], over='nx/2, ny/2', domain=(8192, 8192), strides=ONLY)
code('dwconv', 'weighted', 3, ['u'], ['v'], [put(c3('v'), total(wrap(round(0.1 + 0.03*i, 3))*F('u', *o, 0) for i, o in enumerate(box(2, 1))))])
code('lstm', 'special', 1, ['i', 'f', 'g', 'o'], ['c', 'h'], [let('s', 1/(1 + exp(-F('f', 0)))), let('t', 1/(1 + exp(-F('i', 0)))), let('n', V('s')*F('c', 0) + V('t')*fn('tanh', F('g', 0))), put(F('c', 0), V('n')), put(F('h', 0), fn('tanh', V('n'))*F('o', 0))])
# particles and chemistry
code('verlet', 'fields', 1, ['ax', 'ay', 'az'], ['x_', 'y_', 'z_', 'u', 'v', 'w'], sum([[let('n' + p, F(q, 0) + V('t')*F(a, 0)), put(F(q, 0), V('n' + p)), put(F(p, 0), F(p, 0) + V('t')*V('n' + p))] for p, q, a in (('x_', 'u', 'ax'), ('y_', 'v', 'ay'), ('z_', 'w', 'az'))], []), scalars=('t',))
code('boris', 'special', 1, ['ex', 'ey', 'bz'], ['u', 'v'], [let('a', F('u', 0) + 0.5*F('ex', 0)), let('b', F('v', 0) + 0.5*F('ey', 0)), let('t', 0.5*F('bz', 0)), let('s', 2*V('t')/(1 + sq(V('t')))), let('c', V('a') + V('b')*V('t')), let('d', V('b') - V('c')*V('s')), put(F('v', 0), V('d') + 0.5*F('ey', 0)), put(F('u', 0), V('c') + V('d')*V('t') + 0.5*F('ex', 0))])
code('brusselator', 'fields', 2, ['u', 'v'], ['a', 'b'], [let('r', sq(c2('u'))*c2('v')), put(c2('a'), c2('u') + 0.1*(lap2('u') + 1 - 4*c2('u') + V('r'))), put(c2('b'), c2('v') + 0.1*(0.5*lap2('v') + 3*c2('u') - V('r')))])
code('fitzhugh', 'fields', 3, ['u', 'v'], ['a', 'b'], [put(c3('a'), c3('u') + 0.05*(lap3('u') + c3('u') - c3('u')*c3('u')*c3('u') - c3('v'))), put(c3('b'), c3('v') + 0.01*(c3('u') - 0.8*c3('v') + 0.7))])
code('phase', 'fields', 3, ['p', 'm'], ['q'], [put(c3('q'), c3('p') + 0.1*(lap3('m') + 0.2*(sq(c3('p', 1) - c3('p', -1)) + sq(c3('p', 0, 1) - c3('p', 0, -1)) + sq(c3('p', 0, 0, 1) - c3('p', 0, 0, -1)))))])
# lattice Boltzmann in other forms
def k_push(name, Q, **kw):
    d, n, zero = len(Q[0]), len(Q), (0,)*len(Q[0]); us = ['ux', 'uy', 'uz'][:d]; f = [V('f%d' % i) for i in range(n)]
    b = [let('f%d' % i, F('a', i, *zero)) for i in range(n)] + [let('rho', total(f))] + [let(u, lin([v[i] for v in Q], f)) for i, u in enumerate(us)] + [let('u2', 1.5*total(V(u)*V(u) for u in us))]
    for i in range(n):
        w = (0.34, 0.056, 0.026, 0.005)[sum(j*j for j in Q[i])]; cu = lin(Q[i], [V(u) for u in us])
        b.append(put(F('b', i, *Q[i]), 0.8*f[i] + 0.2*(w*(V('rho') + 3*cu + 4.5*cu*cu - V('u2')) if cu else w*(V('rho') - V('u2')))))
    code(name, 'lbm', d, ['a'], ['b'], b, comp={'a': n, 'b': n}, domain=(1024, 1024) if d == 2 else (160, 160, 160), **kw)
k_push('push9', d2q9); k_push('push15', d3q15); k_push('push19', d3q19)
f9 = [V('f%d' % i) for i in range(9)]
code('advdiff9', 'lbm', 2, ['a', 'u', 'v'], ['b'], [let('f%d' % i, F('a', i, *[-j for j in d2q9[i]])) for i in range(9)] + [let('t', total(f9))] + [put(F('b', i, 0, 0), 0.7*f9[i] + (0.34, 0.056, 0.026)[sum(j*j for j in d2q9[i])]*V('t')*(1 + 3*(lin(d2q9[i], [c2('u'), c2('v')]) or wrap(0)))) for i in range(9)], comp={'a': 9, 'b': 9}, domain=(1024, 1024))
w2, g2 = guard(2, 1)
code('bounce9', 'lbm', 2, ['a', 'm'], ['b'], [('if', w2, g2, [put(F('b', i, 0, 0), sel(c2('m'), '>', 0.5, F('a', d2q9.index(tuple(-j for j in d2q9[i])), 0, 0), F('a', i, *[-j for j in d2q9[i]]))) for i in range(9)])], comp={'a': 9, 'b': 9}, domain=(1024, 1024))
# loops, some with pointers that may alias
for u in (None, 1):
    t = '' if u is None else '_u1'
    for r in (True, False):
        q = t + ('' if r else '_alias')
        code('axpys' + q, 'loop', 2, ['a'], ['b'], [('loop', 'k', '0', 'ny-1', u, [put(A('b', 'x', 'k'), A('b', 'x', 'k') + 0.3*A('a', 'x', 'k'))])], over='nx', domain=(NX, 1024), restrict=r)
        code('maps' + q, 'loop', 2, ['a', 'c'], ['b'], [('loop', 'k', '0', 'ny-1', u, [put(A('b', 'x', 'k'), A('a', 'x', 'k')*A('c', 'x', 'k') + 0.5)])], over='nx', domain=(NX, 1024), restrict=r)
        code('onto' + q, 'loop', 2, ['a', 'v'], ['s'], [('loop', 'k', '0', 'ny-1', u, [put(A('s', 'x'), A('s', 'x') + A('a', 'x', 'k')*A('v', '0*x+k'))])], size={'s': ['nx'], 'v': ['ny']}, over='nx', domain=(NX, 1024), restrict=r)
    code('inplace' + t, 'loop', 2, [], ['a'], [('loop', 'k', '0', 'ny-1', u, [put(A('a', 'x', 'k'), A('a', 'x', 'k')*0.99)])], over='nx', domain=(NX, 1024))
    code('sweep' + t, 'loop', 2, ['f'], ['a'], [('loop', 'k', '1', 'ny-1', u, [put(A('a', 'x', 'k'), A('f', 'x', 'k') - 0.5*A('a', 'x', 'k-1'))])], over='nx', domain=(NX, 1024))
    code('ratio' + t, 'loop', 2, ['a', 'b'], ['s'], [let('s_', wrap(0)), ('loop', 'k', '0', 'ny-1', u, [('acc', 's_', A('a', 'x', 'k')/A('b', 'x', 'k'))]), put(A('s', 'x'), V('s_'))], size={'s': ['nx']}, over='nx', domain=(NX, 1024))
    code('lse' + t, 'loop', 2, ['a'], ['s'], [let('m', A('a', 'x', '0')), ('loop', 'k', '1', 'ny-1', u, [('set', 'm', mx(V('m'), A('a', 'x', 'k')))]), let('s_', wrap(0)), ('loop', 'j', '0', 'ny-1', u, [('acc', 's_', exp(A('a', 'x', 'j') - V('m')))]), put(A('s', 'x'), fn('log', V('s_')) + V('m'))], size={'s': ['nx']}, over='nx', domain=(NX, 1024))
    code('two_sums' + t, 'loop', 2, ['a', 'b', 'c'], ['s', 'r'], [let('p', wrap(0)), let('q', wrap(0)), ('loop', 'k', '0', 'ny-1', u, [('acc', 'p', A('a', 'x', 'k')*A('b', 'x', 'k')), ('acc', 'q', A('a', 'x', 'k')*A('c', 'x', 'k'))]), put(A('s', 'x'), V('p')), put(A('r', 'x'), V('q'))], size={'s': ['nx'], 'r': ['nx']}, over='nx', domain=(NX, 1024))
code('short8', 'loop', 2, ['a'], ['s'], [let('p', wrap(0)), ('loop', 'k', '0', '7', None, [('acc', 'p', sq(A('a', 'x', 'k')))]), put(A('s', 'x'), V('p'))], size={'s': ['nx']}, over='nx', domain=(65536, 8), strides=ONLY)
code('table16', 'loop', 2, ['a', 'w'], ['b'], [let('p', wrap(0)), ('loop', 'k', '0', '15', None, [('acc', 'p', A('a', 'x', 'y+k')*A('w', '0*x+k'))]), put(A('b', 'x', 'y'), V('p'))], size={'a': ['nx', 'ny+16'], 'w': ['16']}, over='nx, ny', domain=(4096, 4096), strides=ONLY)
# barriers and shared memory
prod = lambda m: total(S('s', str(k), 'ty')*S('t', 'tx', str(k)) for k in range(m))
for m in (8, 16):
    code('small_mm%d' % m, 'tiled', 3, ['a', 'b'], ['c'], [put(S('s', 'tx', 'ty'), F('a', 0, 0, 0)), put(S('t', 'tx', 'ty'), F('b', 0, 0, 0)), ('barrier',), put(F('c', 0, 0, 0), prod(m))], shared=[('s', (m, m)), ('t', (m, m))], domain=(m, m, 65536), strides=ONLY)
code('lu_trail', 'tiled', 2, ['l', 'u'], ['a'], [put(S('s', 'tx', 'ty'), A('l', 'tx', 'y')), put(S('t', 'tx', 'ty'), A('u', 'x', 'ty')), ('barrier',), put(c2('a'), c2('a') - prod(16))], shared=[('s', (16, 16)), ('t', (16, 16))], domain=(4096, 4096), strides=ONLY)
tree = sum(([('if', 'tx < %d' % h, 'tx < %d' % h, [put(S('t', 'tx'), S('t', 'tx') + S('t', 'tx+%d' % h))]), ('barrier',)] for h in (128, 64, 32, 16, 8, 4, 2, 1)), [])
code('dot_block', 'tiled', 1, ['a', 'b'], ['c'], [put(S('t', 'tx'), F('a', 0)*F('b', 0)), ('barrier',)] + tree + [('if', 'tx == 0', 'tx == 0', [put(A('c', 'bx'), S('t', '0'))])], shared=[('t', (256,))], strides=ONLY)
code('sum8_block', 'tiled', 1, ['a'], ['c'], [put(S('t', 'tx'), total(A('a', '2048*bx+tx+%d' % (256*i)) for i in range(8))), ('barrier',)] + tree + [('if', 'tx == 0', 'tx == 0', [put(A('c', 'bx'), S('t', '0'))])], shared=[('t', (256,))], strides=ONLY)
code('scan_block', 'tiled', 1, ['a'], ['c'], [put(S('t', 'tx'), F('a', 0)), ('barrier',)] + sum(([let('v%d' % h, S('t', 'tx')), ('if', 'tx >= %d' % h, 'tx >= %d' % h, [('set', 'v%d' % h, V('v%d' % h) + S('t', 'tx-%d' % h))]), ('barrier',), put(S('t', 'tx'), V('v%d' % h)), ('barrier',)] for h in (1, 2, 4, 8, 16, 32, 64)), []) + [put(F('c', 0), S('t', 'tx'))], shared=[('t', (128,))], strides=ONLY)
code('steps4', 'tiled', 1, ['a'], ['c'], [put(S('t', 'tx'), F('a', 0)), ('barrier',)] + sum(([('if', 'tx > %d and tx < %d' % (i, 127 - i), 'tx > %d && tx < %d' % (i, 127 - i), [put(S('r' if i % 2 == 0 else 't', 'tx'), 0.5*S('t' if i % 2 == 0 else 'r', 'tx') + 0.25*(S('t' if i % 2 == 0 else 'r', 'tx-1') + S('t' if i % 2 == 0 else 'r', 'tx+1')))]), ('barrier',)] for i in range(4)), []) + [put(F('c', 0), S('t', 'tx'))], shared=[('t', (128,)), ('r', (128,))], strides=ONLY)
code('tile_two', 'tiled', 2, ['a', 'b'], ['c'], [put(S('s', 'tx', 'ty'), A('a', '30*bx+tx', '14*by+ty')), put(S('t', 'tx', 'ty'), A('b', '30*bx+tx', '14*by+ty')), ('barrier',), ('if', 'tx > 0 and tx < 31 and ty > 0 and ty < 15', 'tx > 0 && tx < 31 && ty > 0 && ty < 15', [put(A('c', '30*bx+tx', '14*by+ty'), S('t', 'tx', 'ty')*(S('s', 'tx-1', 'ty') + S('s', 'tx+1', 'ty') + S('s', 'tx', 'ty-1') + S('s', 'tx', 'ty+1')) - S('t', 'tx-1', 'ty')*S('s', 'tx', 'ty'))])], shared=[('s', (32, 16)), ('t', (32, 16))], strides=ONLY)
code('gemv_tile', 'tiled', 2, ['a', 'v'], ['b'], [let('r', wrap(0)), ('loop', 'm', '0', 'ny/64-1', 1, [put(S('t', 'tx'), A('v', '64*m+tx')), ('barrier',), ('loop', 'j', '0', '63', 8, [('acc', 'r', A('a', 'x', '64*m+j')*S('t', 'j'))]), ('barrier',)]), put(A('b', 'x'), V('r'))], shared=[('t', (64,))], size={'v': ['ny'], 'b': ['nx']}, over='nx', domain=(16384, 2048), strides=ONLY)
# vectors
code('rot3', 'vector', 1, ['u', 'v'], ['w'], [put(F('w', 0), Pack(Mem(F('u', 0), 'y')*Mem(F('v', 0), 'z') - Mem(F('u', 0), 'z')*Mem(F('v', 0), 'y'), Mem(F('u', 0), 'z')*Mem(F('v', 0), 'x') - Mem(F('u', 0), 'x')*Mem(F('v', 0), 'z'), Mem(F('u', 0), 'x')*Mem(F('v', 0), 'y') - Mem(F('u', 0), 'y')*Mem(F('v', 0), 'x'), Mem(F('u', 0), 'w')))], ftype=dict.fromkeys('uvw', 'float4'), types=('float',), strides=ONLY)
code('box4', 'vector', 2, ['u'], ['w'], [put(c2('w'), Pack(*[0.111*total(Mem(F('u', *o), m) for o in box(2, 1)) for m in 'xyzw']))], ftype=dict.fromkeys('uw', 'float4'), types=('float',), domain=(2048, 2048))
code('cdot2', 'vector', 1, ['u', 'v'], ['r'], [put(F('r', 0), Mem(F('u', 0), 'x')*Mem(F('v', 0), 'x') + Mem(F('u', 0), 'y')*Mem(F('v', 0), 'y'))], ftype={'u': 'double2', 'v': 'double2'}, types=('double',), strides=ONLY)
code('wave2', 'vector', 2, ['u', 'q'], ['w'], [put(c2('w'), Pack(*[2*Mem(c2('u'), m) - Mem(c2('q'), m) + 0.2*(Mem(c2('u', 1), m) + Mem(c2('u', -1), m) + Mem(c2('u', 0, 1), m) + Mem(c2('u', 0, -1), m) - 4*Mem(c2('u'), m)) for m in 'xy']))], ftype=dict.fromkeys('uqw', 'float2'), types=('float',), domain=(4096, 4096))
# folds of a few cells of the above
code('f_tea', 'fields', 2, ['p', 'kx', 'ky'], ['w'], [put(c2('w'), c2('p') - c2('kx', 1)*c2('p', 1) - c2('kx')*c2('p', -1) - c2('ky', 0, 1)*c2('p', 0, 1) - c2('ky')*c2('p', 0, -1))], folds=((1,2,1), (2,1,1), (1,4,1)))
code('f_gray', 'fields', 3, ['u', 'v'], ['a', 'b'], [put(c3('a'), c3('u') + 0.1*lap3('u') - c3('u')*sq(c3('v'))), put(c3('b'), c3('v') + 0.05*lap3('v') + c3('u')*sq(c3('v')))], folds=((1,1,2), (1,2,1), (1,1,4)))
code('f_relu', 'streams', 1, ['u', 'v'], ['w'], [put(F('w', 0), mx(F('u', 0) + F('v', 0), 0))], folds=((2,1,1), (4,1,1), (8,1,1)), strides=ONLY)
code('f_sobel', 'box', 2, ['u'], ['g'], [put(c2('g'), fabs(c2('u', 1, -1) + 2*c2('u', 1) + c2('u', 1, 1) - c2('u', -1, -1) - 2*c2('u', -1) - c2('u', -1, 1)))], folds=((1,2,1), (1,4,1), (4,1,1)))
