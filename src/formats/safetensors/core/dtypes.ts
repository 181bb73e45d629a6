/** An element type as the reference reader has it. */
export interface StoredDtype {
  /**
   * Its name in NumPy or ml_dtypes, which is one of `DTYPES` (tensor/dtype.ts). Those have types of 4 and 6 bits too,
   * but one element in each byte: the packed ones keep their own names.
   */
  dtype: string;
  /** Bits of one element. */
  bits: bigint;
}

/** Every `dtype` of a header, by its name there: `Dtype` of the reference reader. Names are in capitals. */
export const STORED_DTYPES: ReadonlyMap<string, StoredDtype> = new Map(
  (
    [
      ['BOOL', 'bool', 8],
      ['F4', 'F4', 4],
      ['F6_E2M3', 'F6_E2M3', 6],
      ['F6_E3M2', 'F6_E3M2', 6],
      ['U8', 'uint8', 8],
      ['I8', 'int8', 8],
      ['F8_E5M2', 'float8_e5m2', 8],
      ['F8_E4M3', 'float8_e4m3fn', 8],
      ['F8_E8M0', 'float8_e8m0fnu', 8],
      ['F8_E4M3FNUZ', 'float8_e4m3fnuz', 8],
      ['F8_E5M2FNUZ', 'float8_e5m2fnuz', 8],
      ['I16', 'int16', 16],
      ['U16', 'uint16', 16],
      ['F16', 'float16', 16],
      ['BF16', 'bfloat16', 16],
      ['I32', 'int32', 32],
      ['U32', 'uint32', 32],
      ['F32', 'float32', 32],
      ['C64', 'complex64', 64],
      ['F64', 'float64', 64],
      ['I64', 'int64', 64],
      ['U64', 'uint64', 64],
    ] as const
  ).map(([stored, dtype, bits]) => [stored, { dtype, bits: BigInt(bits) }]),
);
