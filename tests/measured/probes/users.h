/* Shared by the kernels of users_fit.csv and users_held.csv: the list of launches and memory for
 * their fields.
 *
 * Each file users_*.cu adds its launches to one list; users.cu runs them.
 * Extents are compile-time constants, fields lie on 4096-byte boundaries with
 * GUARD bytes around them, and threads cover the domain nx x ny x nz of a row
 * exactly unless a kernel tests for its end.
 */
#ifndef USERS_H
#define USERS_H

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#include <functional>
#include <vector>

struct ints {
	int x, y, z;
	ints(int x, int y = 1, int z = 1) : x(x), y(y), z(z)
	{
	}
};

struct launch {
	const char *kind, *part, *name, *type;
	ints n, b;
	int width;  /* of columns, 0 for rows */
	int idle_B; /* shared memory that nobody uses */
	dim3 grid;
	const void *function;
	std::function<void()> run;
};

extern std::vector<launch> launches;
extern int idle_B; /* of the launches added next */

enum { FIELDS = 8 };
#define FIELD_BYTES ((size_t) 1280 << 20)
#define GUARD	    ((size_t) 16 << 20)

void *field_at(int i);
template <class T> T *f(int i)
{
	return (T *) field_at(i);
}

static inline dim3 grid_of(ints n, ints b)
{
	return dim3((n.x + b.x - 1) / b.x, (n.y + b.y - 1) / b.y,
		(n.z + b.z - 1) / b.z);
}

template <class T> static inline const char *type_of();
template <> inline const char *type_of<float>()
{
	return "float";
}
template <> inline const char *type_of<double>()
{
	return "double";
}

template <class... P, class... A>
static void add_on(dim3 grid, int width, const char *kind, const char *part,
	const char *name, const char *type, ints n, ints b,
	void (*kernel)(P...), A... args)
{
	dim3 block(b.x, b.y, b.z);

	launches.push_back({ kind, part, name, type, n, b, width, idle_B, grid,
		(const void *) kernel,
		[=] { kernel<<<grid, block>>>(args...); } });
}

template <class... P, class... A>
static void add(const char *kind, const char *part, const char *name,
	const char *type, ints n, ints b, void (*kernel)(P...), A... args)
{
	add_on(grid_of(n, b), 0, kind, part, name, type, n, b, kernel, args...);
}

/* A sparse matrix in rows. */
struct csr {
	std::vector<int> start, column;
};

/* users_scattered.cu: lists of indices on the device, and matrices. */
uint64_t draw(uint64_t n);
int *upload(const std::vector<int> &v);
int *on_lines(int n, int lines, int total);
int *random_below(size_t n, uint64_t below);
csr banded();
csr uniform();
csr power();
int *columns_of(const csr &m, int n);
int *neighbours(bool shuffled);

void add_loops();
void add_dense();
void add_shared();
void add_few();
void add_structures();
void add_scattered();
void add_vectors();
void add_orders();
void add_suite();
void add_streams();
void add_updates();
void add_blind();
void add_blind_loops();

#define X      (blockIdx.x * blockDim.x + threadIdx.x)
#define Y      (blockIdx.y * blockDim.y + threadIdx.y)
#define Z      (blockIdx.z * blockDim.z + threadIdx.z)
#define IN(T)  const T *__restrict__
#define OUT(T) T *__restrict__

#endif
