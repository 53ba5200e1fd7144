// Cycles of an instruction in straight code that is larger than the instruction
// caches: N independent FFMA, repeated, by warps on an SM.  "spread" lets warps
// start apart; such rows are not in fetch.csv, since the mean over warps that end
// apart says nothing of an SM.
//
//	nvcc -O3 -arch=sm_90 fetch.cu && ./a.out >fetch.csv; ncu ./a.out once
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <algorithm>
#define R2(x) x x
#define R4(x) R2(R2(x))
#define R8(x) R2(R4(x))
#define R16(x) R4(R4(x))
#define BODY8 \
  asm volatile("fma.rn.f32 %0,%0,%8,%9;fma.rn.f32 %1,%1,%8,%9;fma.rn.f32 %2,%2,%8,%9;fma.rn.f32 %3,%3,%8,%9;fma.rn.f32 %4,%4,%8,%9;fma.rn.f32 %5,%5,%8,%9;fma.rn.f32 %6,%6,%8,%9;fma.rn.f32 %7,%7,%8,%9;" \
   :"+f"(s0),"+f"(s1),"+f"(s2),"+f"(s3),"+f"(s4),"+f"(s5),"+f"(s6),"+f"(s7):"f"(a),"f"(b));
#define HEAD(N) __global__ void k##N(float*out,float a,float b,int rep,int spread,long long*cyc){ \
  float s0=threadIdx.x,s1=1,s2=2,s3=3,s4=4,s5=5,s6=6,s7=7; \
  if(spread){ int w=(blockIdx.x*blockDim.x+threadIdx.x)/32; unsigned h=w*2654435761u; long long t0=clock64(); long long d=(h>>8)%(unsigned)spread; while(clock64()-t0<d); } \
  long long t=clock64(); \
  _Pragma("unroll 1") for(int r=0;r<rep;++r){
#define TAIL } t=clock64()-t; if(threadIdx.x%32==0) cyc[(blockIdx.x*blockDim.x+threadIdx.x)/32]=t; \
  if(s0+s1+s2+s3+s4+s5+s6+s7==1.2345f) out[0]=1; }
HEAD(512) R16(R4(BODY8)) TAIL
HEAD(1024) R16(R8(BODY8)) TAIL
HEAD(1536) R16(R8(BODY8)) R16(R4(BODY8)) TAIL
HEAD(2048) R16(R16(BODY8)) TAIL
HEAD(3072) R16(R16(BODY8)) R16(R8(BODY8)) TAIL
HEAD(4096) R2(R16(R16(BODY8))) TAIL
HEAD(6144) R2(R16(R16(BODY8))) R16(R16(BODY8)) TAIL
HEAD(7168) R2(R16(R16(BODY8))) R16(R16(BODY8)) R16(R8(BODY8)) TAIL
HEAD(8192) R4(R16(R16(BODY8))) TAIL
HEAD(12288) R4(R16(R16(BODY8))) R2(R16(R16(BODY8))) TAIL
HEAD(16384) R8(R16(R16(BODY8))) TAIL
HEAD(32768) R16(R16(R16(BODY8))) TAIL
HEAD(65536) R2(R16(R16(R16(BODY8)))) TAIL
int main(int argc,char**argv){
  bool once=argc>1;
  struct K{int n;void(*f)(float*,float,float,int,int,long long*);}ks[]={{512,k512},{1024,k1024},{1536,k1536},{2048,k2048},{3072,k3072},{4096,k4096},{6144,k6144},{7168,k7168},{8192,k8192},{12288,k12288},{16384,k16384},{32768,k32768},{65536,k65536}};
  float*o;long long*c;cudaMalloc(&o,4);cudaMalloc(&c,8*132*64*8);
  std::vector<long long>h(132*64);
  if(!once)printf("insts,threads,blocks_per_sm,sms,spread,cycles_per_inst_warp,ipc_sm\n");
  for(auto k:ks){
    struct C{int t,b,sms,spread;};
    std::vector<C> cs={{128,1,132,0},{256,1,132,0},{512,1,132,0},{1024,1,132,0},{1024,2,132,0},{128,2,132,1},{128,4,132,1},{128,8,132,1},{128,16,132,1},{128,1,1,0},{1024,1,1,0},{128,8,1,1},{128,8,16,1},{128,1,132,1},{32,1,132,0},{64,1,132,0}};
    if(once)cs={{128,1,132,0},{1024,1,132,0},{128,8,132,1}};
    for(auto q:cs){
      int rep=std::max(2,262144/k.n); if(once)rep=std::max(2,65536/k.n);
      int sp=q.spread?k.n*4:0;
      for(int w=0;w<(once?1:2);++w){k.f<<<q.sms*q.b,q.t>>>(o,.5f,.5f,rep,sp,c);}
      cudaDeviceSynchronize();
      if(once)continue;
      int nw=q.sms*q.b*q.t/32; cudaMemcpy(h.data(),c,nw*8,cudaMemcpyDeviceToHost);
      double sum=0;for(int i=0;i<nw;++i)sum+=h[i]; sum/=nw;
      double per=sum/rep/k.n;
      printf("%d,%d,%d,%d,%d,%.3f,%.3f\n",k.n,q.t,q.b,q.sms,sp,per,q.t/32*q.b/per);
    }
  }
  return cudaGetLastError()!=cudaSuccess;
}
