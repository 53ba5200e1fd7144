/* Rates of matrix units, from the peak of half precision and the share of each
 * type.
 */

#include <math.h>

#include "hw/tensor.h"

const struct tensor_info tensors[N_TENSOR] = {
#define TENSOR(type, word, elem_B, work, share, what) \
	{ #type, word, what, elem_B },
#include "hw/tensor.def"
};

double tensor_peak(const struct device *dev, enum tensor type)
{
	const double share_of[N_TENSOR] = {
#define TENSOR(type, word, elem_B, work, share, what) share,
#include "hw/tensor.def"
	};

	return share_of[type] * dev->tensor_FLOP_per_s;
}

double tensor_work(const struct device *dev, enum tensor type)
{
	static const double work_of[N_TENSOR] = {
#define TENSOR(type, word, elem_B, work, share, what) work,
#include "hw/tensor.def"
	};

	return work_of[type] * dev->tensor_FLOP;
}
