/**
 * The relative RMSE of normally distributed numbers that ggml has quantized without an importance matrix, as
 * `ggml-twins.py` measures it. Types are left out that are for models trained in them: other numbers lose most there.
 */
const STORAGE_ERRORS: ReadonlyMap<string, number> = new Map([
  ['Q4_0', 0.0816],
  ['Q4_1', 0.0698],
  ['Q5_0', 0.0405],
  ['Q5_1', 0.0338],
  ['Q8_0', 0.00535],
  ['Q2_K', 0.268],
  ['Q3_K', 0.145],
  ['Q4_K', 0.0707],
  ['Q5_K', 0.0353],
  ['Q6_K', 0.0173],
  ['IQ2_XXS', 0.344],
  ['IQ2_XS', 0.3],
  ['IQ3_XXS', 0.182],
  ['IQ1_S', 0.486],
  ['IQ4_NL', 0.0749],
  ['IQ3_S', 0.137],
  ['IQ2_S', 0.249],
  ['IQ4_XS', 0.0755],
  ['IQ1_M', 0.451],
  ['MXFP4', 0.118],
  ['NVFP4', 0.0959],
]);

/** Of a type of ggml's, by its name. Undefined where it is not known. */
export function storageErrorOf(type: string): number | undefined {
  return STORAGE_ERRORS.get(type);
}
