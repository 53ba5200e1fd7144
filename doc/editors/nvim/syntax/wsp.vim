" Highlighting of wsp for Vim and Neovim.

if exists('b:current_syntax')
  finish
endif

syntax keyword wspStatement assert def device explain for help if import kernel loop print set show use
syntax keyword wspQuestion crossover diagram divergence estimate largest layers rank roofline simulate smallest sweep
syntax keyword wspJoint and else in not of on or over then with
syntax keyword wspConstant true false
syntax keyword wspType double float half int int8 int16 int32 int64
syntax keyword wspType uint8 uint16 uint32 uint64
syntax keyword wspType float2 float4 double2 half2 char2 char4 uchar2 uchar4 short2 short4 ushort2 ushort4 int2 int4 uint2 uint4
syntax match wspNumber /\v<\d[0-9_]*(\.\d[0-9_]*)?([eE][-+]?\d+)?/
syntax match wspNumber /\v\.\d+([eE][-+]?\d+)?/
syntax match wspEscape /\\./ contained
syntax region wspString start=/"/ end=/"\|$/ contains=wspEscape
syntax match wspComment /#.*$/

highlight default link wspStatement Statement
highlight default link wspQuestion Function
highlight default link wspJoint Operator
highlight default link wspConstant Constant
highlight default link wspType Type
highlight default link wspNumber Number
highlight default link wspEscape SpecialChar
highlight default link wspString String
highlight default link wspComment Comment

let b:current_syntax = 'wsp'
