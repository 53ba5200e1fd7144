/* Loops that nvcc leaves in the middle: it makes two rows a trip of nine, and
 * the exit stands behind the first.  The assembler moves it to the end.
 *
 *	nvcc -ptx -arch=sm_75 rotated.cu
 */

extern "C" __global__ void rows9(float *output, float *input, int width, int height, int n)
{
	int tid = blockIdx.x * blockDim.x + threadIdx.x;
	int x = tid % width, y = tid / width;
	float result = 0;

	if (tid >= n)
		return;
	for (int i = -4; i <= 4; i++) {
		int row = min(height - 1, max(0, y + i));

		for (int j = -4; j <= 4; j++)
			result += input[row * width + min(width - 1, max(0, x + j))];
	}
	output[tid] = result / 81;
}
