# Kernels of the part "later"; generate.py executes this file.
#
# Folds of up to 64 cells, strides of 64 bits, and threads that keep the results
# of all their cells and store them last, beside kernels of all other kinds.
L_ = 'later'
ALL3 = ('constant', 'int32', 'int64')
DEEP3 = ((1,1,1), (1,1,4), (1,1,8), (1,1,16), (1,8,1), (1,2,4))
DEEP2 = ((1,1,1), (1,4,1), (1,16,1), (4,4,1))
BOTH = ('inline', 'last')
def later(name, kind, d, ins, outs, body, **kw):
    kw.setdefault('domain', DOM[d])
    ks.append(K(name, kind, L_, d, ins, outs, body, **kw))
def later_sum(name, kind, d, offs, weights=None, **kw):
    z = (0,)*d
    e = total(wrap(w)*F('a', *o) for w, o in zip(weights, offs)) if weights else total(F('a', *o) for o in offs)*round(0.9/len(offs), 4)
    later(name, kind, d, ['a'], ['b'], [put(F('b', *z), e)], **kw)

# stencils with large folds
later_sum('l_star3_r3', 'star', 3, star(3, 3), folds=DEEP3, stores=BOTH, strides=('constant', 'int64'))
later_sum('l_star3_r1w', 'weighted', 3, star(3, 1), [0.4] + [0.1]*2 + [0.11]*2 + [0.12]*2, folds=DEEP3 + ((1,1,32),), stores=BOTH, strides=('constant', 'int64'))
later_sum('l_star2_r3', 'star', 2, star(2, 3), folds=DEEP2 + ((1,32,1),), stores=BOTH, strides=('constant', 'int32'))
later_sum('l_box2_r1w', 'weighted', 2, box(2, 1), [round(0.1 + 0.01*i, 3) for i in range(9)], folds=DEEP2, stores=BOTH, strides=('int64',))
later_sum('l_box3_19', 'box', 3, [o for o in box(3, 1) if sum(map(abs, o)) < 3], folds=((1,1,1), (1,1,4), (1,1,8), (1,4,1)), stores=BOTH, strides=('int64',))
later_sum('l_line_z', 'star', 3, [(0, 0, i) for i in range(-4, 5)], folds=((1,1,1), (1,1,8), (1,1,16)), strides=('int32', 'int64'))
later_sum('l_line_y', 'star', 3, [(0, i, 0) for i in range(-2, 3)], folds=((1,1,1), (1,8,1), (1,32,1)), strides=('constant', 'int32'))
later_sum('l_corner', 'box', 3, [(i, j, k) for i in (0, 1) for j in (0, 1) for k in (0, 1)], folds=((1,1,1), (1,1,8), (2,2,2)), strides=('constant', 'int64'))
later('l_heat3', 'fields', 3, ['u', 'f'], ['v'], [put(c3('v'), c3('u') + V('k')*(lap3('u') + c3('f')))], scalars=('k',), folds=((1,1,1), (1,1,4), (1,1,16), (1,4,1)), stores=BOTH, strides=('constant', 'int64'))
later('l_wave2', 'fields', 2, ['p', 'q'], ['n'], [put(c2('n'), 2*c2('p') - c2('q') + 0.2*lap2('p'))], folds=((1,1,1), (1,4,1), (1,16,1)), stores=BOTH, strides=('int32', 'int64'))
later('l_acoustic3', 'fields', 3, ['p', 'q', 'c'], ['n'], [let('d', total(w*(F('p', i, 0, 0) + F('p', -i, 0, 0) + F('p', 0, i, 0) + F('p', 0, -i, 0) + F('p', 0, 0, i) + F('p', 0, 0, -i)) for i, w in ((1, 1.6), (2, -0.2), (3, 0.0254), (4, -0.0018))) - 8.54*c3('p')), put(c3('n'), 2*c3('p') - c3('q') + c3('c')*V('d'))], folds=((1,1,1), (1,1,2), (1,1,8), (1,1,16)), stores=BOTH, strides=('int64',))
later('l_poisson', 'fields', 3, ['u', 'f', 'm'], ['v'], [put(c3('v'), c3('u') + c3('m')*(c3('f') - lap3('u')))], folds=((1,1,1), (1,1,4), (1,2,2)), stores=BOTH, strides=('constant', 'int64'))
later('l_react', 'fields', 2, ['u', 'v'], ['p', 'q'], [let('r', c2('u')*c2('v')*c2('v')), put(c2('p'), c2('u') + 0.16*lap2('u') - V('r') + 0.035*(1 - c2('u'))), put(c2('q'), c2('v') + 0.08*lap2('v') + V('r') - 0.1*c2('v'))], folds=((1,1,1), (1,4,1), (2,2,1)), stores=BOTH, strides=('constant', 'int64'))
later('l_axpy', 'streams', 1, ['u', 'v'], ['w'], [put(F('w', 0), V('s')*F('u', 0) + F('v', 0))], scalars=('s',), folds=((1,1,1), (8,1,1), (16,1,1)), stores=BOTH, strides=('constant',))
later('l_triple', 'streams', 3, ['u', 'v', 'w'], ['o'], [put(c3('o'), c3('u')*c3('v') + c3('w'))], folds=((1,1,1), (1,1,4), (1,8,1)), stores=BOTH, strides=('int32', 'int64'))

# one cell, sizes as constants or arguments of 32 or 64 bits
one = dict(strides=ALL3)
later('l_tti', 'box', 3, ['u', 'a', 'c'], ['v'], [put(c3('v'), c3('a')*lap3('u') + c3('c')*(c3('u', 1, 1) - c3('u', 1, -1) - c3('u', -1, 1) + c3('u', -1, -1) + c3('u', 1, 0, 1) - c3('u', 1, 0, -1) - c3('u', -1, 0, 1) + c3('u', -1, 0, -1)))], **one)
later('l_biharm3', 'star', 3, ['u'], ['v'], [put(c3('v'), 42*c3('u') - 12*total(F('u', *o) for o in star(3, 1)[1:]) + 2*total(F('u', *o) for o in box(3, 1) if sum(map(abs, o)) == 2) + total(F('u', *o) for o in star(3, 2)[7:]))], **one)
later('l_flux', 'fields', 2, ['q', 'u', 'v', 'h'], ['r'], [let('e', (c2('u') + c2('u', 1))*(c2('q') + c2('q', 1))), let('w', (c2('u') + c2('u', -1))*(c2('q') + c2('q', -1))), let('n', (c2('v') + c2('v', 0, 1))*(c2('q') + c2('q', 0, 1))), let('s', (c2('v') + c2('v', 0, -1))*(c2('q') + c2('q', 0, -1))), put(c2('r'), c2('q') - 0.1*c2('h')*(V('e') - V('w') + V('n') - V('s')))], **one)
later('l_strain', 'fields', 3, ['u', 'v', 'w'], ['xx', 'yy', 'zz', 'xy', 'xz', 'yz'], [put(c3('xx'), c3('u', 1) - c3('u', -1)), put(c3('yy'), c3('v', 0, 1) - c3('v', 0, -1)), put(c3('zz'), c3('w', 0, 0, 1) - c3('w', 0, 0, -1)), put(c3('xy'), 0.5*(c3('u', 0, 1) - c3('u', 0, -1) + c3('v', 1) - c3('v', -1))), put(c3('xz'), 0.5*(c3('u', 0, 0, 1) - c3('u', 0, 0, -1) + c3('w', 1) - c3('w', -1))), put(c3('yz'), 0.5*(c3('v', 0, 0, 1) - c3('v', 0, 0, -1) + c3('w', 0, 1) - c3('w', 0, -1)))], **one)
later('l_restrict', 'streams', 2, ['a'], ['b'], [put(A('b', 'x', 'y'), 0.25*(A('a', '2*x', '2*y') + A('a', '2*x+1', '2*y') + A('a', '2*x', '2*y+1') + A('a', '2*x+1', '2*y+1')))], size={'a': ['2*nx', '2*ny']}, domain=(2048, 2048), strides=('constant', 'int32'))
later('l_median3', 'box', 1, ['u'], ['v'], [put(F('v', 0), mx(mn(F('u', -1), F('u', 0)), mn(mx(F('u', -1), F('u', 0)), F('u', 1))))], strides=('constant',), folds=((1,1,1), (4,1,1)))
later('l_clip', 'streams', 2, ['u'], ['v'], [put(c2('v'), mn(mx(c2('u')*V('s'), 0), 255))], scalars=('s',), **one)
later('l_limiter', 'fields', 1, ['q'], ['f'], [let('r', (F('q', 0) - F('q', -1))/(F('q', 1) - F('q', 0) + 0.000001)), put(F('f', 0), mx(0, mx(mn(2*V('r'), 1), mn(V('r'), 2)))*(F('q', 1) - F('q', 0)))], strides=('constant',))
# functions
later('l_gauss', 'special', 2, ['u', 'v'], ['w'], [put(c2('w'), exp(-0.5*(sq(c2('u')) + sq(c2('v')))))], **one)
later('l_polar', 'special', 2, ['u', 'v'], ['r', 't'], [put(c2('r'), sqrt(sq(c2('u')) + sq(c2('v')))), put(c2('t'), fn('atan2', c2('v'), c2('u')))], strides=('constant', 'int32'))
later('l_planck', 'special', 1, ['t'], ['b'], [put(F('b', 0), 3.7/(exp(1.4/F('t', 0)) - 1))], strides=('constant',), folds=((1,1,1), (4,1,1)))
later('l_entropy', 'special', 2, ['p'], ['h'], [put(c2('h'), -c2('p')*fn('log', c2('p') + 0.001) - c2('p', 1)*fn('log', c2('p', 1) + 0.001))], strides=('constant', 'int32'))
later('l_rotate', 'special', 1, ['a', 'u', 'v'], ['p', 'q'], [let('c', fn('cos', F('a', 0))), let('s', fn('sin', F('a', 0))), put(F('p', 0), V('c')*F('u', 0) - V('s')*F('v', 0)), put(F('q', 0), V('s')*F('u', 0) + V('c')*F('v', 0))], strides=('constant',))
later('l_eikonal', 'special', 2, ['t', 's'], ['n'], [let('a', mn(c2('t', 1), c2('t', -1))), let('b', mn(c2('t', 0, 1), c2('t', 0, -1))), put(c2('n'), mn(c2('t'), 0.5*(V('a') + V('b') + sqrt(mx(2*sq(c2('s')) - sq(V('a') - V('b')), 0)))))], strides=('constant', 'int32'))
later('l_sound', 'special', 3, ['p', 'r', 'u', 'v', 'w'], ['m'], [put(c3('m'), sqrt(sq(c3('u')) + sq(c3('v')) + sq(c3('w')))*fn('rsqrt', 1.4*c3('p')*c3('r')))], strides=('constant', 'int32'))
later('l_perona', 'special', 2, ['u'], ['v'], [let('d%d' % i, F('u', *o) - c2('u')) for i, o in enumerate(star(2, 1)[1:])] + [put(c2('v'), c2('u') + 0.2*total(V('d%d' % i)/(1 + 9*sq(V('d%d' % i))) for i in range(4)))], strides=('constant', 'int32'))
# guards
w1, g1 = guard(1, 2); w2, g2 = guard(2, 1); w3, g3 = guard(3, 1)
later('l_g_five', 'guard', 1, ['a'], ['b'], [('if', w1, g1, [put(F('b', 0), total((1.0, -0.25, 0.05)[abs(i)]*F('a', i) for i in range(-2, 3)))])], strides=('constant', 'int32'))
later('l_g_box9', 'guard', 2, ['a'], ['b'], [('if', w2, g2, [put(c2('b'), total(F('a', *o) for o in box(2, 1))*0.11)], [put(c2('b'), c2('a'))])], **one)
later('l_g_heat', 'guard', 3, ['a', 'c'], ['b'], [('if', w3, g3, [put(c3('b'), c3('a') + c3('c')*lap3('a'))])], **one)
later('l_g_even', 'guard', 3, ['f'], ['a'], [('if', w3 + ' and (x + y + z) % 2 == 0', g3 + ' && (x + y + z) % 2 == 0', [put(c3('a'), 0.16*(total(F('a', *o) for o in star(3, 1)[1:]) - c3('f')))])], strides=('constant', 'int32'))
later('l_g_pair', 'guard', 2, ['a', 'b'], ['c', 'd'], [('if', w2, g2, [put(c2('c'), c2('a', 1) - c2('a', -1) + c2('b')), put(c2('d'), c2('b', 0, 1) - c2('b', 0, -1) + c2('a'))])], **one)
# vectors and small types
later('l_v4_lap', 'vector', 2, ['u'], ['w'], [put(c2('w'), Pack(*[total(Mem(F('u', *o), m) for o in star(2, 1)[1:]) - 4*Mem(c2('u'), m) for m in 'xyzw']))], ftype={'u': 'float4', 'w': 'float4'}, types=('float',), domain=(2048, 2048), strides=('constant', 'int32'))
later('l_v2_rot', 'vector', 1, ['u', 'v'], ['w'], [put(F('w', 0), Pack(0.8*Mem(F('u', 0), 'x') - 0.6*Mem(F('v', 0), 'y'), 0.6*Mem(F('u', 0), 'y') + 0.8*Mem(F('v', 0), 'x')))], ftype=dict.fromkeys('uvw', 'float2'), types=('float',), strides=('constant',), folds=((1,1,1), (4,1,1)))
later('l_v2_star', 'vector', 3, ['u'], ['w'], [put(c3('w'), Pack(*[0.16*total(Mem(F('u', *o), m) for o in star(3, 1)[1:]) for m in 'xy']))], ftype=dict.fromkeys('uw', 'double2'), types=('double',), domain=(256, 256, 256), strides=('constant', 'int32'), folds=((1,1,1), (1,1,2)))
later('l_v4_dot', 'vector', 1, ['u', 'v'], ['o'], [put(F('o', 0), total(Mem(F('u', 0), m)*Mem(F('v', 0), m) for m in 'xyzw'))], ftype={'u': 'float4', 'v': 'float4', 'o': 'float'}, types=('float',), strides=('constant',), folds=((1,1,1), (2,1,1), (4,1,1)))
later('l_bytes', 'mixed', 2, ['u'], ['v'], [put(c2('v'), total(F('u', *o) for o in star(2, 2)))], ftype={'u': 'uint8', 'v': 'int32'}, types=('float',), strides=('constant', 'int32'), folds=((1,1,1), (1,4,1)))
later('l_half3', 'mixed', 3, ['u'], ['w'], [put(c3('w'), total(F('u', *o) for o in star(3, 1))*0.14)], ftype=dict.fromkeys('uw', 'half'), types=('float',), strides=('constant', 'int32'), folds=((1,1,1), (1,1,4)))
later('l_cast', 'mixed', 3, ['u', 'v'], ['w'], [put(c3('w'), c3('u')*c3('v') + 0.5*c3('u', 0, 0, 1))], ftype={'u': 'float', 'v': 'double', 'w': 'double'}, types=('double',), strides=('constant', 'int64'), folds=((1,1,1), (1,1,4)))
# lattice Boltzmann
def later_lbm(name, Q, force=False, **kw):
    d, n, zero = len(Q[0]), len(Q), (0,)*len(Q[0])
    us = ['ux', 'uy', 'uz'][:d]
    b = [let('f%d' % i, F('a', i, *[-j for j in Q[i]])) for i in range(n)]; f = [V('f%d' % i) for i in range(n)]
    b += [let('rho', total(f))] + [let(u, lin([v[i] for v in Q], f) + (0.001 if force and i == 0 else 0)) for i, u in enumerate(us)] + [let('k', 1 - 1.5*total(V(u)*V(u) for u in us))]
    for i in range(n):
        w = (0.33, 0.055, 0.027, 0.0046)[sum(j*j for j in Q[i])]; cu = lin(Q[i], [V(u) for u in us])
        b.append(put(F('b', i, *zero), 0.3*f[i] + 0.7*(w*V('rho') + w*(V('k') + cu*(3 + 4.5*cu)) if cu else w*V('rho')*V('k'))))
    later(name, 'lbm', d, ['a'], ['b'], b, comp={'a': n, 'b': n}, domain=(2048, 2048) if d == 2 else (192, 192, 192), **kw)
later_lbm('l_lbm9', d2q9, force=True, **one)
later_lbm('l_lbm9_aos', d2q9, aos=True, strides=('constant', 'int32'))
later_lbm('l_lbm15', d3q15, **one)
later_lbm('l_lbm19', d3q19, force=True, **one)
later_lbm('l_lbm27', d3q27, strides=('constant', 'int32'))
# loops
for u in (None, 1, 2):
    t = {None: '', 1: '_u1', 2: '_u2'}[u]
    later('l_colmean'+t, 'loop', 2, ['a', 'w'], ['b'], [let('s', wrap(0)), let('t', wrap(0)), ('loop', 'k', '0', 'ny-1', u, [('acc', 's', A('a', 'x', 'k')*A('w', 'x', 'k')), ('acc', 't', A('w', 'x', 'k'))]), put(A('b', 'x'), V('s') + V('t'))], size={'b': ['nx']}, over='nx', domain=(NX, NX))
    later('l_march9'+t, 'loop', 2, ['a'], ['b'], [('loop', 'k', '1', 'ny-2', u, [put(A('b', 'x', 'k'), 0.11*total(box_at('a', 1, 'x', 'k')))])], over='nx', domain=D2)
    later('l_march3'+t, 'loop', 3, ['a', 'f'], ['b'], [let('m', A('a', 'x', 'y', '0')), let('c', A('a', 'x', 'y', '1')), ('loop', 'k', '1', 'nz-2', u, [let('p', A('a', 'x', 'y', 'k+1')), put(A('b', 'x', 'y', 'k'), 0.16*(V('m') + V('p') + A('a', 'x-1', 'y', 'k') + A('a', 'x+1', 'y', 'k') + A('a', 'x', 'y-1', 'k') + A('a', 'x', 'y+1', 'k')) - A('f', 'x', 'y', 'k')), ('set', 'm', V('c')), ('set', 'c', V('p'))])], over='nx, ny', domain=D3)
    later('l_prod'+t, 'loop', 2, ['a', 'b'], ['c'], [let('s', wrap(0)), ('loop', 'k', '0', 'nx-1', u, [('acc', 's', A('a', 'x', 'k')*A('b', 'y', 'k'))]), put(A('c', 'x', 'y'), V('s'))], domain=(2048, 2048))
later('l_taps', 'loop', 2, ['a', 'w'], ['b'], [let('s', wrap(0)), ('loop', 'j', '0', '6', 1, [('loop', 'i', '0', '6', 7, [('acc', 's', A('a', 'x+i', 'y+j')*A('w', 'i', 'j'))])]), put(A('b', 'x', 'y'), V('s'))], size={'w': ['7', '7']}, domain=D2)
# shared memory
later('l_t_star', 'tiled', 2, ['a', 'f'], ['b'], [put(S('t', 'tx', 'ty'), A('a', '28*bx+tx', '12*by+ty')), ('barrier',), ('if', 'tx > 1 and tx < 30 and ty > 1 and ty < 14', 'tx > 1 && tx < 30 && ty > 1 && ty < 14', [put(A('b', '28*bx+tx', '12*by+ty'), A('f', '28*bx+tx', '12*by+ty') + 0.1*total(S('t', at('tx', o[0]), at('ty', o[1])) for o in star(2, 2)))])], shared=[('t', (32, 16))])
later('l_t_conv', 'tiled', 1, ['a'], ['b'], [put(S('t', 'tx+8'), F('a', 0)), ('if', 'tx < 8', 'tx < 8', [put(S('t', 'tx'), F('a', -8)), put(S('t', 'tx+136'), F('a', 128))]), ('barrier',), put(F('b', 0), total((0.2 - 0.02*abs(i))*S('t', at('tx', 8 + i)) for i in range(-8, 9)))], shared=[('t', (144,))])
later('l_t_prod', 'tiled', 2, ['a', 'b'], ['c'], [let('r', wrap(0)), ('loop', 'm', '0', 'nx/16-1', 1, [put(S('p', 'tx', 'ty'), A('a', '16*m+tx', 'y')), put(S('q', 'tx', 'ty'), A('b', 'x', '16*m+ty')), ('barrier',), ('loop', 'k', '0', '15', 16, [('acc', 'r', S('p', 'k', 'ty')*S('q', 'tx', 'k'))]), ('barrier',)]), put(A('c', 'x', 'y'), V('r'))], shared=[('p', (16, 16)), ('q', (17, 16))], domain=(2048, 2048))
later('l_t_box', 'tiled', 3, ['a'], ['b'], [put(S('t', 'tx', 'ty'), F('a', 0, 0, 0)), ('barrier',), ('if', 'tx > 0 and tx < 31 and ty > 0 and ty < 3', 'tx > 0 && tx < 31 && ty > 0 && ty < 3', [put(F('b', 0, 0, 0), 0.1*(S('t', 'tx-1', 'ty') + S('t', 'tx+1', 'ty') + S('t', 'tx', 'ty-1') + S('t', 'tx', 'ty+1') + F('a', 0, 0, -1) + F('a', 0, 0, 1)))])], shared=[('t', (32, 4))])
