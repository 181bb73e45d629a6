/** An element type as ggml has it (`enum ggml_type`, `type_traits`). */
export interface TensorType {
  /** "Q4_K" */
  name: string;
  /** Its name in NumPy or ml_dtypes (`DTYPES`), or its own. */
  dtype: string;
  /** Elements that are stored together, and their bytes. */
  elements: number;
  bytes: number;
}

const TYPES: readonly (readonly [id: number, name: string, elements: number, bytes: number, dtype?: string])[] = [
  [0, 'F32', 1, 4, 'float32'],
  [1, 'F16', 1, 2, 'float16'],
  [2, 'Q4_0', 32, 18],
  [3, 'Q4_1', 32, 20],
  [6, 'Q5_0', 32, 22],
  [7, 'Q5_1', 32, 24],
  [8, 'Q8_0', 32, 34],
  [9, 'Q8_1', 32, 36],
  [10, 'Q2_K', 256, 84],
  [11, 'Q3_K', 256, 110],
  [12, 'Q4_K', 256, 144],
  [13, 'Q5_K', 256, 176],
  [14, 'Q6_K', 256, 210],
  [15, 'Q8_K', 256, 292],
  [16, 'IQ2_XXS', 256, 66],
  [17, 'IQ2_XS', 256, 74],
  [18, 'IQ3_XXS', 256, 98],
  [19, 'IQ1_S', 256, 50],
  [20, 'IQ4_NL', 32, 18],
  [21, 'IQ3_S', 256, 110],
  [22, 'IQ2_S', 256, 82],
  [23, 'IQ4_XS', 256, 136],
  [24, 'I8', 1, 1, 'int8'],
  [25, 'I16', 1, 2, 'int16'],
  [26, 'I32', 1, 4, 'int32'],
  [27, 'I64', 1, 8, 'int64'],
  [28, 'F64', 1, 8, 'float64'],
  [29, 'IQ1_M', 256, 56],
  [30, 'BF16', 1, 2, 'bfloat16'],
  [34, 'TQ1_0', 256, 54],
  [35, 'TQ2_0', 256, 66],
  [39, 'MXFP4', 32, 17],
  [40, 'NVFP4', 64, 36],
  [41, 'Q1_0', 128, 18],
  [42, 'Q2_0', 64, 18],
];

/** Every type of a tensor, by its number in the file. */
export const TENSOR_TYPES: ReadonlyMap<number, TensorType> = new Map(
  TYPES.map(([id, name, elements, bytes, dtype = name]) => [id, { name, dtype, elements, bytes }]),
);

/** Types that ggml had once, by their numbers. Their sizes are not known any more. */
export const REMOVED_TYPES: ReadonlyMap<number, string> = new Map([
  [4, 'Q4_2'],
  [5, 'Q4_3'],
  [31, 'Q4_0_4_4'],
  [32, 'Q4_0_4_8'],
  [33, 'Q4_0_8_8'],
  [36, 'IQ4_NL_4_4'],
  [37, 'IQ4_NL_4_8'],
  [38, 'IQ4_NL_8_8'],
]);

const BY_DTYPE: ReadonlyMap<string, TensorType> = new Map([...TENSOR_TYPES.values()].map((type) => [type.dtype, type]));

/** The type with this name in NumPy, or of its own. Undefined for a name that ggml does not have. */
export function typeOfDtype(dtype: string): TensorType | undefined {
  return BY_DTYPE.get(dtype);
}

/** Whether elements are stored in blocks with scales. */
export function isQuantized({ elements }: TensorType): boolean {
  return elements > 1;
}

/** Bits that an element takes, with its share of the block's scales: 4.5 for Q4_K. */
export function bitsPerWeight({ elements, bytes }: TensorType): number {
  return (bytes * 8) / elements;
}
