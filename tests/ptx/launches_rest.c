/* Calls of CUDA's runtime that launches.c need not carry out. */

#define DONE(name)        \
	int name(void)    \
	{                 \
		return 0; \
	}

DONE(__cudaRegisterFatBinaryEnd)
DONE(__cudaUnregisterFatBinary)
DONE(__cudaRegisterVar)
DONE(__cudaInitModule)
DONE(cudaFree)
DONE(cudaMemcpy)
DONE(cudaMemset)
DONE(cudaMemcpyToSymbol)
DONE(cudaEventCreate)
DONE(cudaEventDestroy)
DONE(cudaEventRecord)
DONE(cudaEventSynchronize)
DONE(cudaDeviceSynchronize)
DONE(cudaProfilerStart)
DONE(cudaProfilerStop)
DONE(cudaFuncSetAttribute)
DONE(cudaGetLastError)
