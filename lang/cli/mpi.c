/* Calls of MPI, or one process if wsp is built without it.
 *
 * Ranks above 0 compute their share and print nothing.
 */

#include "lang/cli/mpi.h"

#ifdef HAVE_MPI

#include <limits.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static bool started;
static int rank, size = 1;

/* True if mpirun or a similar launcher started this process.  Checked first
 * because initializing MPI takes up to a second.
 */
static bool is_one_of_many(void)
{
	static const char *const names[] = { "OMPI_COMM_WORLD_SIZE", "PMI_SIZE",
		"PMIX_RANK", "MV2_COMM_WORLD_SIZE" };

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); ++i)
		if (getenv(names[i]))
			return true;
	return false;
}

static void mute(FILE *out)
{
	if (!freopen("/dev/null", "w", out))
		fclose(out);
}

void mpi_start(void)
{
	if (!is_one_of_many() || MPI_Init(NULL, NULL) != MPI_SUCCESS)
		return;
	started = true;
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	if (rank > 0) {
		mute(stdout);
		mute(stderr);
	}
}

int mpi_size(void)
{
	return size;
}

static void exchange(void *user, void *data, size_t len)
{
	unsigned char *next = data;

	(void) user;
	while (len > 0) {
		int n = len > INT_MAX / 2 ? INT_MAX / 2 : (int) len;

		MPI_Allreduce(MPI_IN_PLACE, next, n, MPI_UNSIGNED_CHAR, MPI_BOR,
			MPI_COMM_WORLD);
		next += n;
		len -= (size_t) n;
	}
}

void mpi_join(struct wsp *wsp)
{
	wsp_share(wsp, rank, size, exchange, NULL);
}

void mpi_end(bool alone)
{
	if (!started)
		return;
	if (alone)
		MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
	MPI_Finalize();
}

#else

void mpi_start(void)
{
}

int mpi_size(void)
{
	return 1;
}

void mpi_join(struct wsp *wsp)
{
	(void) wsp;
}

void mpi_end(bool alone)
{
	(void) alone;
}

#endif
