#ifndef HW_TENSOR_H
#define HW_TENSOR_H

/* Matrix units (tensor cores) by the type of the factors: rows of tensor.def.
 */

#include "hw/device.h"

enum tensor {
#define TENSOR(type, word, elem_B, work, share, what) TENSOR_##type,
#include "hw/tensor.def"
	N_TENSOR
};

struct tensor_info {
	const char *name; /* "fp16" */
	const char *word; /* "half", in the language */
	const char *what; /* "FP16" */
	double elem_B;
};

extern const struct tensor_info tensors[N_TENSOR];

/* Operations in a second of all SMs, and of one instruction of a warp; NaN:
 * the device has no units for the type, or nobody said how fast.
 */
double tensor_peak(const struct device *dev, enum tensor type);
double tensor_work(const struct device *dev, enum tensor type);

#endif
