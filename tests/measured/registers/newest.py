# Kernels of the part "newest"; generate.py executes this file.  Written when the
# rules stood, predicted once and then compiled; no rule was changed since.
N_ = 'newest'
def newest(name, kind, d, ins, outs, body, **kw):
    kw.setdefault('domain', DOM[d])
    ks.append(K('q_' + name, kind, N_, d, ins, outs, body, **kw))
def row1(f, i=0): return F(f, i)
newest('kdv', 'fields', 1, ['u', 'o'], ['v'], [put(F('v', 0), F('o', 0) - 0.1*(F('u', 1) + F('u', 0) + F('u', -1))*(F('u', 1) - F('u', -1)) - 0.02*(F('u', 2) - 2*F('u', 1) + 2*F('u', -1) - F('u', -2)))])
newest('sine_gordon', 'special', 2, ['u', 'o'], ['v'], [put(c2('v'), 2*c2('u') - c2('o') + 0.2*lap2('u') - 0.04*fn('sin', c2('u')))])
newest('swift', 'fields', 2, ['u'], ['v'], [let('l', lap2('u')), let('b', c2('u', 2) + c2('u', -2) + c2('u', 0, 2) + c2('u', 0, -2) + 2*(c2('u', 1, 1) + c2('u', -1, 1) + c2('u', 1, -1) + c2('u', -1, -1)) - 12*c2('u')), put(c2('v'), c2('u') + 0.01*(0.3*c2('u') - sq(c2('u'))*c2('u') - 2*V('l') - V('b')))])
newest('harmonic', 'special', 2, ['u', 'k'], ['v'], [let('e', c2('k')*c2('k', 1)/(c2('k') + c2('k', 1))), let('n', c2('k')*c2('k', 0, 1)/(c2('k') + c2('k', 0, 1))), put(c2('v'), c2('u') + V('e')*(c2('u', 1) - c2('u')) + V('n')*(c2('u', 0, 1) - c2('u')))])
newest('te', 'fields', 2, ['e', 'm'], ['hx', 'hy'], [put(c2('hx'), c2('hx') - c2('m')*(c2('e', 0, 1) - c2('e'))), put(c2('hy'), c2('hy') + c2('m')*(c2('e', 1) - c2('e')))])
newest('stress', 'fields', 3, ['u', 'v', 'w', 'l', 'm'], ['s', 't'], [let('a', c3('u', 1) - c3('u')), let('b', c3('v', 0, 1) - c3('v')), let('d', c3('w', 0, 0, 1) - c3('w')), put(c3('s'), c3('l')*(V('a') + V('b') + V('d')) + 2*c3('m')*V('a')), put(c3('t'), c3('m')*(c3('u', 0, 1) - c3('u') + c3('v', 1) - c3('v')))])
newest('upwind3', 'special', 3, ['u', 'a', 'b', 'c'], ['v'], [let('p', sel(c3('a'), '>', 0, c3('u') - c3('u', -1), c3('u', 1) - c3('u'))), let('q', sel(c3('b'), '>', 0, c3('u') - c3('u', 0, -1), c3('u', 0, 1) - c3('u'))), let('r', sel(c3('c'), '>', 0, c3('u') - c3('u', 0, 0, -1), c3('u', 0, 0, 1) - c3('u'))), put(c3('v'), c3('u') - 0.1*(c3('a')*V('p') + c3('b')*V('q') + c3('c')*V('r')))])
newest('eddy', 'special', 2, ['u', 'v'], ['n'], [let('a', c2('u', 1) - c2('u', -1)), let('b', c2('v', 0, 1) - c2('v', 0, -1)), let('d', c2('u', 0, 1) - c2('u', 0, -1) + c2('v', 1) - c2('v', -1)), put(c2('n'), 0.02*sqrt(2*sq(V('a')) + 2*sq(V('b')) + sq(V('d'))))])
newest('aniso9', 'weighted', 2, ['u', 'd'], ['v'], [put(c2('v'), total(F('u', *o)*fn('exp', -1.5*c2('d')) for o in [(1, 0), (-1, 0)]) + 0.2*total(F('u', *o) for o in [(0, 1), (0, -1), (1, 1), (-1, -1)]))])
newest('gyro', 'fields', 1, ['bx_', 'by_', 'bz_', 'u', 'v', 'w'], ['p', 'q', 'r'], [put(F('p', 0), F('u', 0) + 0.1*(F('v', 0)*F('bz_', 0) - F('w', 0)*F('by_', 0))), put(F('q', 0), F('v', 0) + 0.1*(F('w', 0)*F('bx_', 0) - F('u', 0)*F('bz_', 0))), put(F('r', 0), F('w', 0) + 0.1*(F('u', 0)*F('by_', 0) - F('v', 0)*F('bx_', 0)))])
newest('bgk_force', 'fields', 3, ['p', 'f'], ['g'], [put(c3('g'), c3('f') + 0.3*(lap3('p') - 0.5*(c3('p', 1, 1) + c3('p', -1, -1) + c3('p', 0, 1, 1) + c3('p', 0, -1, -1))))])
newest('star4', 'star', 2, ['u'], ['v'], [put(c2('v'), 0.06*total(F('u', *o) for o in star(2, 4)))], folds=((1,1,1), (1,3,1), (2,1,1)))
newest('lap8', 'star', 3, ['u'], ['v'], [put(c3('v'), 1.6*total(ring('u', 1, 3)) - 0.2*total(ring('u', 2, 3)) + 0.025*total(ring('u', 3, 3)) - 8.5*c3('u'))], folds=((1,1,1), (1,1,2), (1,2,1), (1,1,4)))
newest('box27n', 'box', 3, ['u'], ['v'], [put(c3('v'), 0.036*total(F('u', *o) for o in box(3, 1)))], folds=((1,1,1), (2,1,1), (1,1,3), (1,2,2)))
newest('heatvar', 'fields', 3, ['u', 'k'], ['v'], [put(c3('v'), c3('u') + c3('k', 1)*(c3('u', 1) - c3('u')) - c3('k')*(c3('u') - c3('u', -1)) + c3('k', 0, 1)*(c3('u', 0, 1) - c3('u')) - c3('k', 0, -1)*(c3('u') - c3('u', 0, -1)))], folds=((1,1,1), (1,1,2), (1,4,1)))
newest('axpby4', 'streams', 1, ['a', 'b', 'c', 'd'], ['r'], [put(F('r', 0), 0.1*F('a', 0) + 0.2*F('b', 0) - 0.3*F('c', 0)*F('d', 0))], folds=((1,1,1), (2,1,1), (4,1,1)))
newest('norm_rgb', 'special', 2, ['r', 'g', 'b'], ['p', 'q'], [let('s', c2('r') + c2('g') + c2('b') + 0.001), put(c2('p'), c2('r')/V('s')), put(c2('q'), c2('g')/V('s'))])
for f, a in (('tanh', 0.5), ('log', 2.0), ('exp', 0.25), ('cos', 1.5)):
    newest('fn_' + f, 'function', 1, ['u', 'w'], ['v'], [put(F('v', 0), F('w', 0)*fn(f, a*F('u', 0)) + F('w', 1))], strides=ONLY)
newest('fn_pow', 'function', 1, ['u', 'w'], ['v'], [put(F('v', 0), fn('pow', F('u', 0), F('w', 0)) + 0.5)], strides=ONLY)
newest('arrhenius', 'special', 2, ['t', 'c'], ['s'], [put(c2('s'), c2('c')*exp(-20.0/(c2('t') + 0.5)) - 0.1*lap2('t'))])
w2, g2 = guard(2, 2); w3, g3 = guard(3, 1)
newest('g_fourth', 'guard', 2, ['u'], ['v'], [('if', w2, g2, [put(c2('v'), 1.33*total(ring('u', 1, 2)) - 0.08*total(ring('u', 2, 2)) - 5*c2('u'))], [put(c2('v'), c2('u'))])])
newest('g_div', 'guard', 3, ['u', 'v', 'w', 'm'], ['d'], [('if', w3, g3, [put(c3('d'), c3('m')*(c3('u', 1) - c3('u', -1) + c3('v', 0, 1) - c3('v', 0, -1) + c3('w', 0, 0, 1) - c3('w', 0, 0, -1)))])])
# lattice Boltzmann
def lbm_new(name, Q, push=False, aos=False, **kw):
    d, n = len(Q[0]), len(Q); f = [V('f%d' % i) for i in range(n)]
    body = [let('f%d' % i, F('a', i, *([0]*d if push else [-j for j in Q[i]]))) for i in range(n)] + [let('r', total(f))]
    body += [let('m%d' % a, lin([e[a] for e in Q], f)) for a in range(d)]
    for i, e in enumerate(Q):
        u = lin(list(e), [V('m%d' % a) for a in range(d)]) if any(e) else wrap(0)
        body.append(put(F('b', i, *(e if push else (0,)*d)), 0.4*f[i] + round(0.6/n, 4)*(V('r') + 3*u + 4.5*u*u) if any(e) else 0.4*f[i] + round(0.6/n, 4)*V('r')))
    newest(name, 'lbm', d, ['a'], ['b'], body, comp={'a': n, 'b': n}, aos=aos, domain=(1024, 1024) if d == 2 else (160, 160, 160), **kw)
lbm_new('d2q9', d2q9); lbm_new('d2q9_push', d2q9, True); lbm_new('d2q9_aos', d2q9, False, True); lbm_new('d3q15', d3q15); lbm_new('d3q19', d3q19)
# loops
for u in (None, 1):
    t = '' if u is None else '_u1'
    newest('dot2' + t, 'loop', 2, ['a', 'b'], ['s'], [let('p', wrap(0)), let('q', wrap(0)), ('loop', 'k', '0', 'ny-1', u, [('acc', 'p', A('a', 'x', 'k')*A('b', 'x', 'k')), ('acc', 'q', sq(A('a', 'x', 'k') - A('b', 'x', 'k')))]), put(A('s', 'x'), V('p')*V('q'))], size={'s': ['nx']}, over='nx', domain=(NX, 2048))
    newest('rmax' + t, 'loop', 2, ['a'], ['b'], [let('m', A('a', 'x', '0')), ('loop', 'k', '0', 'ny-1', u, [('set', 'm', mx(V('m'), A('a', 'x', 'k'))), put(A('b', 'x', 'k'), V('m'))])], over='nx', domain=(NX, 1024))
    newest('ema' + t, 'loop', 3, ['a', 'g'], ['b'], [let('m', A('a', 'x', 'y', '0')), ('loop', 'k', '1', 'nz-1', u, [('set', 'm', 0.9*V('m') + A('g', '0*x+k')*A('a', 'x', 'y', 'k')), put(A('b', 'x', 'y', 'k'), V('m'))])], size={'g': ['nz']}, over='nx, ny', domain=D3)
    newest('horner' + t, 'loop', 1, ['a', 'c'], ['b'], [let('s', wrap(0)), let('v', A('a', 'x')), ('loop', 'k', '0', '31', u, [('set', 's', V('s')*V('v') + A('c', '0*x+k'))]), put(A('b', 'x'), V('s'))], size={'c': ['nx']}, over='nx', domain=(1 << 20,))
    newest('z5' + t, 'loop', 3, ['a'], ['b'], [let('p', A('a', 'x', 'y', '0')), let('q', A('a', 'x', 'y', '1')), ('loop', 'k', '2', 'nz-1', u, [let('h', A('a', 'x', 'y', 'k')), put(A('b', 'x', 'y', 'k'), 0.5*V('q') + 0.25*(V('p') + V('h'))), ('set', 'p', V('q')), ('set', 'q', V('h'))])], over='nx, ny', domain=D3)
newest('scale_alias', 'loop', 2, ['a', 'd'], ['b'], [('loop', 'k', '0', 'ny-1', None, [put(A('b', 'x', 'k'), A('a', 'x', 'k')*A('d', '0*x+k'))])], size={'d': ['ny']}, over='nx', domain=(NX, 1024), restrict=False)
newest('logsum', 'loop', 2, ['a'], ['s'], [let('t', wrap(0)), ('loop', 'k', '0', 'ny-1', None, [('acc', 't', fn('log', A('a', 'x', 'k')))]), put(A('s', 'x'), V('t'))], size={'s': ['nx']}, over='nx', domain=(NX, 1024))
# shared memory
newest('t_r2', 'tiled', 1, ['a'], ['b'], [put(S('t', 'tx'), A('a', '124*bx+tx')), ('barrier',), ('if', 'tx >= 2 and tx < 126', 'tx >= 2 && tx < 126', [put(A('b', '124*bx+tx'), 0.2*total(S('t', at('tx', i)) for i in range(-2, 3)))])], shared=[('t', (128,))], strides=ONLY)
newest('t_prod', 'tiled', 2, ['a', 'b'], ['c'], [let('r', wrap(0)), ('loop', 'm', '0', 'nx/8-1', 1, [put(S('p', 'tx', 'ty'), A('a', '8*m+tx', 'y')), put(S('q', 'tx', 'ty'), A('b', 'x', '8*m+ty')), ('barrier',), ('acc', 'r', total(S('p', str(k), 'ty')*S('q', 'tx', str(k)) for k in range(8))), ('barrier',)]), put(c2('c'), V('r'))], shared=[('p', (8, 8)), ('q', (8, 8))], domain=(1024, 1024))
newest('t_prod2', 'tiled', 2, ['a', 'b'], ['c', 'd'], [let('r', wrap(0)), let('s', wrap(0)), ('loop', 'm', '0', 'nx/8-1', 1, [put(S('p', 'tx', 'ty'), A('a', '8*m+tx', 'y')), put(S('q', 'tx', 'ty'), A('b', 'x', '8*m+ty')), ('barrier',), ('acc', 'r', total(S('p', str(k), 'ty')*S('q', 'tx', str(k)) for k in range(8))), ('acc', 's', total(S('p', str(k), 'ty')*S('q', 'ty', str(k)) for k in range(8))), ('barrier',)]), put(c2('c'), V('r')), put(c2('d'), V('s'))], shared=[('p', (8, 8)), ('q', (8, 8))], domain=(1024, 1024))
newest('t_tr', 'tiled', 2, ['a'], ['b'], [put(S('t', 'tx', 'ty'), 2*c2('a')), ('barrier',), put(A('b', '16*by+tx', '16*bx+ty'), S('t', 'ty', 'tx') + 1)], shared=[('t', (17, 16))], domain=(4096, 4096), strides=ONLY)
tree_new = sum(([('if', 'tx < %d' % h, 'tx < %d' % h, [put(S('t', 'tx'), S('t', 'tx') + S('t', 'tx+%d' % h))]), ('barrier',)] for h in (64, 32, 16, 8, 4, 2, 1)), [])
newest('t_sumsq', 'tiled', 1, ['a', 'b'], ['c'], [put(S('t', 'tx'), sq(F('a', 0) - F('b', 0))), ('barrier',)] + tree_new + [('if', 'tx == 0', 'tx == 0', [put(A('c', 'bx'), S('t', '0'))])], shared=[('t', (128,))], strides=ONLY)
# vectors, small types, atomics
newest('v4_wave', 'vector', 2, ['u', 'o'], ['w'], [put(c2('w'), Pack(*[2*Mem(c2('u'), m) - Mem(c2('o'), m) + 0.2*(Mem(c2('u', 1), m) + Mem(c2('u', -1), m)) for m in 'xyzw']))], ftype=dict.fromkeys('uow', 'float4'), types=('float',), domain=(2048, 2048))
newest('v2_rot', 'vector', 1, ['u'], ['w'], [put(F('w', 0), Pack(0.8*Mem(F('u', 0), 'x') - 0.6*Mem(F('u', 0), 'y'), 0.6*Mem(F('u', 0), 'x') + 0.8*Mem(F('u', 0), 'y')))], ftype=dict.fromkeys('uw', 'double2'), types=('double',))
newest('v4_len', 'vector', 1, ['u', 'v'], ['r'], [put(F('r', 0), sqrt(total(sq(Mem(F('u', 0), m) - Mem(F('v', 0), m)) for m in 'xyzw')))], ftype={'u': 'float4', 'v': 'float4', 'r': 'float'}, types=('float',))
newest('u8_blur', 'mixed', 2, ['u'], ['v'], [put(c2('v'), 0.2*total(F('u', *o) for o in star(2, 1)))], ftype={'u': 'uint8', 'v': 'float'}, types=('float',), folds=((1,1,1), (2,1,1)))
newest('i32_count', 'mixed', 2, ['u'], ['v'], [put(c2('v'), total(F('u', *o) for o in box(2, 1)))], ftype={'u': 'int32', 'v': 'int32'}, types=('float',))
newest('half_mix', 'mixed', 1, ['u', 'w'], ['v'], [put(F('v', 0), 0.7*F('u', 0) + 0.3*F('w', 0))], ftype={'u': 'half', 'w': 'half', 'v': 'half'}, types=('float',))
newest('u16_scale', 'mixed', 2, ['u', 'g'], ['v'], [put(c2('v'), (c2('u') - c2('u', -1))*c2('g'))], ftype={'u': 'uint16', 'g': 'float', 'v': 'float'}, types=('float',))
newest('at_rows', 'special', 2, ['a', 'b'], ['s'], [('raw', 's[y] atomic+= a[0,0]*b[0,0]', 'atomicAdd(&s[y], a[x + y*nx]*b[x + y*nx]);')], size={'s': ['ny']})
newest('at_lap', 'special', 2, ['u'], ['s'], [let('l', lap2('u')), ('raw', 's[x] atomic+= l*l', 'atomicAdd(&s[x], l*l);')], size={'s': ['nx']})
