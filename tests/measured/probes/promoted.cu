// Cells that a loop loads or stores in each trip of the source: which of them nvcc keeps in registers.  Listings
// become compiled_promoted.csv (promoted.py); kernels of the language: promoted.wsp.
#define K extern "C" __global__ void
#define R __restrict__
#define X int tx = threadIdx.x, x = blockIdx.x * blockDim.x + tx
#define LOOP(k) _Pragma("unroll 1") for (int k = 0; k < 100; ++k)
#define S __shared__ float s[512]; X; s[tx] = a[x]; __syncthreads()
#define END __syncthreads(); o[x] = s[tx ^ 1]
#define A a[x + 4096 * k]

// sums in global memory
K plain_other(const float *a, float *o) { X; LOOP(k) o[x] += A; }
K restrict_both(const float *R a, float *R o) { X; LOOP(k) o[x] += A; }
K restrict_sum(const float *a, float *R o) { X; LOOP(k) o[x] += A; }
K restrict_other(const float *R a, float *o) { X; LOOP(k) o[x] += A; }
K restrict_int(const int *R a, int *R o) { X; LOOP(k) o[x] += A; }
K restrict_double(const double *R a, double *R o) { X; LOOP(k) o[x] += A; }
K plain_alone(float *o) { X; LOOP(k) o[x] += sqrtf((float) (k + x)); }
K plain_times(float *o, float f) { X; LOOP(k) o[x] *= f + (float) k; }
K plain_types(const int *a, float *o) { X; LOOP(k) o[x] += (float) A; }
K plain_two_fields(float *o, float *p) { X; LOOP(k) { o[x] += sqrtf((float) k); p[x] += sqrtf((float) (k + x)); } }
K restrict_two_fields(const float *R a, float *R o, float *R p) { X; LOOP(k) { float t = A; o[x] += t; p[x] += t * t; } }
K restrict_one_of_two(const float *a, float *R o, float *p) { X; LOOP(k) { float t = A; o[x] += t; p[x] += t * t; } }
K plain_two_cells(float *o) { X; LOOP(k) { o[2 * x] += sqrtf((float) k); o[2 * x + 1] += sqrtf((float) (k + x)); } }
K two_strided(const float *R a, float *R o, int w) { X; LOOP(k) { float t = A; o[x] += t; o[x + w] += t * t; } }
K neighbour_load(const float *R a, float *R o) { X; LOOP(k) o[x] += A * o[x + 1]; }
K moving_load(const float *R a, float *R o) { X; LOOP(k) o[x] += A * o[x + 4096 * k + 4096]; }
K moving_store(const float *R a, float *R o) { X; LOOP(k) { float t = A; o[x] += t; o[x + 4096 * k + 4096] = t; } }
K two_sums(const float *R a, float *R o) { X; LOOP(k) { o[x] += A; o[x] += a[x + 4096 * k + 1]; } }
K local_restrict(const float *R a, float *R o) { X; float t = 0; LOOP(k) { t += A; o[x] = t; } }
K local_plain(const float *a, float *o) { X; float t = 0; LOOP(k) { t += A; o[x] = t; } }
K larger(const float *R a, float *R o) { X; LOOP(k) o[x] = fmaxf(o[x], A); }
K larger_branch(const float *R a, float *R o) { X; LOOP(k) { float t = A; if (t > 0) o[x] += t; } }
K nested_inner(const float *R a, float *R o) { X; LOOP(j) LOOP(k) o[x + 4096 * j] += A; }
K nested_both(const float *R a, float *R o) { X; LOOP(j) LOOP(k) o[x] += a[x + 4096 * k + j]; }
K nested_init(const float *R a, float *R o) { X; LOOP(j) { o[x + 4096 * j] = 0; LOOP(k) o[x + 4096 * j] += a[x + 4096 * k + j]; } }
K init(const float *R a, float *R o) { X; o[x] = 0; LOOP(k) o[x] += A; }
K init_two(float *o, float *p) { X; p[x] = 0; o[x] = 0; LOOP(k) { o[x] += sqrtf((float) k); p[x] += sqrtf((float) (k + x)); } }
K used_before(const float *a, float *o, float *p) { X; p[x] = a[x]; LOOP(k) p[x + 4096 * k + 4096] = a[x] + (float) k; }
K used_behind(const float *R a, float *R o, float *R p) { X; LOOP(k) o[x] += A; p[x] = o[x] * 2; }
K atomic_same(const float *R a, float *R o) { X; LOOP(k) { o[x] += A; atomicAdd(&o[k], 1.f); } }
K atomic_other(const float *R a, float *R o, int *R c) { X; LOOP(k) { o[x] += A; atomicAdd(&c[k], 1); } }
K atomic_plain(const float *R a, float *o, int *c) { X; LOOP(k) { o[x] += A; atomicAdd(&c[k], 1); } }
K barrier_restrict(const float *R a, float *R o) { X; LOOP(k) { o[x] += A; __syncthreads(); } }
K barrier_plain(float *o) { X; LOOP(k) { o[x] += sqrtf((float) (k + x)); __syncthreads(); } }
K shuffle_restrict(const float *R a, float *R o) { X; LOOP(k) o[x] += __shfl_xor_sync(~0u, A, 1); }
K from_thread(const float *R a, float *R o) { X;
_Pragma("unroll 1") for (int k = tx; k < 12800; k += 128) o[x] += a[k]; }
K member(const float4 *R a, float4 *R o) { X; LOOP(k) { float4 t = A; o[x].x += t.x; o[x].y += t.y; o[x].z += t.z; o[x].w += t.w; } }
K gesummv(const float *R a, const float *R b, const float *R v, float *R t, float *R y) { X;
	LOOP(k) { t[x] += A * v[k]; y[x] += b[x + 4096 * k] * v[k]; } y[x] = 1.5f * t[x] + 1.2f * y[x]; }
K product_plain(const float *a, const float *b, float *c) { X; c[x] *= .5f; LOOP(k) c[x] += a[100 * tx + k] * b[x + 4096 * k]; }
K product_restrict(const float *R a, const float *R b, float *R c) { X; c[x] *= .5f; LOOP(k) c[x] += a[100 * tx + k] * b[x + 4096 * k]; }

// sums in shared memory
K shared_sum(const float *a, float *o) { S; LOOP(k) s[tx] += A; END; }
K shared_from_thread(const float *a, float *o) { S; _Pragma("unroll 1") for (int k = tx; k < 12800; k += 128) s[tx] += a[x + k]; END; }
K shared_branch(const float *a, float *o) { S; LOOP(k) { float t = A; if (t > 0) s[tx] += t; } END; }
K shared_select(const float *a, float *o) { S; LOOP(k) { float t = A; s[tx] += t > 0 ? t : 0; } END; }
K shared_least(const float *a, float *o) { S; LOOP(k) s[tx] = fminf(s[tx], A); END; }
K shared_other_store(const float *a, float *o) { S; LOOP(k) { float t = A; s[tx] += t; s[tx + 1] = t; } END; }
K shared_two(const float *a, float *o) { S; LOOP(k) { float t = A; s[tx] += t; s[tx + 256] += t * t; } END; }
K shared_strided(const float *a, float *o) { S; LOOP(k) { float t = A; s[tx] += t; s[tx + blockDim.x] += t * t; } END; }
K shared_init(const float *a, float *o) { __shared__ float s[512]; X; s[tx] = 0; LOOP(k) { float t = A; s[tx] += t; s[tx + blockDim.x] = t; } END; }
K shared_neighbour(const float *a, float *o) { S; LOOP(k) s[tx] += A * s[tx ^ 1]; END; }
K shared_walk(const float *a, float *o) { __shared__ float q[512]; S; q[tx] = a[x + 1]; __syncthreads(); LOOP(k) s[tx] += q[k]; END; }
K shared_walk_same(const float *a, float *o) { S; LOOP(k) s[tx] += s[k + 1]; END; }
K shared_and_global(const float *a, float *o) { S; LOOP(k) { float t = A; s[tx] += t; o[x + 4096 * k] = t; } END; }
K shared_barrier(const float *a, float *o) { S; LOOP(k) { s[tx] += A; __syncthreads(); } END; }
K shared_shuffle(const float *a, float *o) { S; LOOP(k) s[tx] += __shfl_xor_sync(~0u, A, 1); END; }
K shared_atomic(const float *a, float *o, int *c) { S; LOOP(k) { s[tx] += A; atomicAdd(&c[k], 1); } END; }
K shared_nested(const float *a, float *o) { S; LOOP(j) LOOP(k) s[tx] += a[x + 4096 * k + j]; END; }
K shared_inner(const float *a, float *o) { S; LOOP(j) { LOOP(k) s[tx] += a[x + 4096 * k + j]; __syncthreads(); } END; }
K shared_factors(const float *a, float *o) { __shared__ float q[512]; S; q[tx] = a[x + 1]; __syncthreads(); LOOP(k) o[x] += s[k] * q[tx + k]; }

// loads of one cell
K cell_plain(const float *a, const float *b, float *o) { X; LOOP(k) o[x + 4096 * k] = a[x] * b[x + 4096 * k]; }
K cell_restrict(const float *R a, const float *b, float *R o) { X; LOOP(k) o[x + 4096 * k] = a[x] * b[x + 4096 * k]; }
K cell_alone(const float *a, const float *b, float *o) { X; float t = 0; LOOP(k) t += a[x] * b[x + 4096 * k]; o[x] = t; }
K cell_barrier(const float *a, const float *b, float *o) { X; float t = 0; LOOP(k) { t += a[x] * b[x + 4096 * k]; __syncthreads(); } o[x] = t; }
K cell_shared(const float *a, float *o) { S; LOOP(k) o[x + 4096 * k] = s[tx ^ 1] * (float) k; }
K cell_shared_barrier(const float *a, float *o) { S; LOOP(k) { o[x + 4096 * k] = s[tx ^ 1] * (float) k; __syncthreads(); } }
K cell_shared_store(const float *a, float *o) { S; LOOP(k) { o[x + 4096 * k] = s[tx ^ 1] * (float) k; s[k] = (float) k; } }

// no loop
K thrice_plain(const float *a, float *o) { X; o[x] += a[x]; o[x] += a[x + 4096]; o[x] += a[x + 8192]; }
K thrice_restrict(const float *R a, float *R o) { X; o[x] += a[x]; o[x] += a[x + 4096]; o[x] += a[x + 8192]; }
K thrice_shared(const float *a, float *o) { __shared__ float s[512]; X; s[tx] = 0; s[tx] += a[x]; s[tx] += a[x + 4096]; s[tx] += a[x + 8192]; END; }
