/** What kind of value an element is. `complex` is a pair of floats, the real part first. */
export type DtypeKind = 'bool' | 'int' | 'uint' | 'float' | 'complex' | 'string';

interface DtypeFacts {
  kind: DtypeKind;
  /** Bits of one element. Strings have no fixed size. */
  bits?: number;
  /** Whether Boxcutter reads its values. */
  decoded: boolean;
  /**
   * NumPy's `descr` (numpy.lib.format), little-endian; `|` where byte order has no meaning. Missing where NumPy lacks
   * the type.
   */
  descr?: string;
}

/**
 * The element types that Boxcutter knows, under their names in NumPy and ml_dtypes. A format allows some of them and
 * may have its own, such as GGUF's `Q4_K`. ml_dtypes holds each element of 4 or 6 bits in a byte of its own; `F4` and
 * the like are the same floats packed without gaps, from the lowest bit of each byte on.
 */
export const DTYPES = {
  bool: { kind: 'bool', bits: 8, decoded: true, descr: '|b1' },
  int8: { kind: 'int', bits: 8, decoded: true, descr: '|i1' },
  int16: { kind: 'int', bits: 16, decoded: true, descr: '<i2' },
  int32: { kind: 'int', bits: 32, decoded: true, descr: '<i4' },
  int64: { kind: 'int', bits: 64, decoded: true, descr: '<i8' },
  uint8: { kind: 'uint', bits: 8, decoded: true, descr: '|u1' },
  uint16: { kind: 'uint', bits: 16, decoded: true, descr: '<u2' },
  uint32: { kind: 'uint', bits: 32, decoded: true, descr: '<u4' },
  uint64: { kind: 'uint', bits: 64, decoded: true, descr: '<u8' },
  float16: { kind: 'float', bits: 16, decoded: true, descr: '<f2' },
  float32: { kind: 'float', bits: 32, decoded: true, descr: '<f4' },
  float64: { kind: 'float', bits: 64, decoded: true, descr: '<f8' },
  bfloat16: { kind: 'float', bits: 16, decoded: true },
  float8_e4m3fn: { kind: 'float', bits: 8, decoded: true },
  float8_e5m2: { kind: 'float', bits: 8, decoded: true },
  float8_e3m4: { kind: 'float', bits: 8, decoded: true },
  float8_e4m3: { kind: 'float', bits: 8, decoded: true },
  float8_e4m3b11fnuz: { kind: 'float', bits: 8, decoded: true },
  float8_e4m3fnuz: { kind: 'float', bits: 8, decoded: true },
  float8_e5m2fnuz: { kind: 'float', bits: 8, decoded: true },
  float8_e8m0fnu: { kind: 'float', bits: 8, decoded: true },
  F6_E2M3: { kind: 'float', bits: 6, decoded: true },
  F6_E3M2: { kind: 'float', bits: 6, decoded: true },
  F4: { kind: 'float', bits: 4, decoded: true },
  int4: { kind: 'int', bits: 4, decoded: false },
  int2: { kind: 'int', bits: 2, decoded: false },
  int1: { kind: 'int', bits: 1, decoded: false },
  uint4: { kind: 'uint', bits: 4, decoded: false },
  uint2: { kind: 'uint', bits: 2, decoded: false },
  uint1: { kind: 'uint', bits: 1, decoded: false },
  complex64: { kind: 'complex', bits: 64, decoded: true, descr: '<c8' },
  complex128: { kind: 'complex', bits: 128, decoded: true, descr: '<c16' },
  string: { kind: 'string', decoded: true },
} as const satisfies Readonly<Record<string, DtypeFacts>>;

/** A known element type. */
export type Dtype = keyof typeof DTYPES;

/** An element type whose values Boxcutter reads. */
export type DecodedDtype = { [D in Dtype]: (typeof DTYPES)[D]['decoded'] extends true ? D : never }[Dtype];

/** An element type whose values are pairs of floats. */
export type ComplexDtype = 'complex64' | 'complex128';

/** An element type whose values are real numbers. A bool is 0 or 1. */
export type NumericDtype = Exclude<DecodedDtype, 'string' | ComplexDtype>;

/** What is known about an element type. Undefined for a name that only its format knows. */
export function dtypeFacts(dtype: string): DtypeFacts | undefined {
  // Names come from files, and "constructor" must not find a method of `Object`.
  return Object.hasOwn(DTYPES, dtype) ? DTYPES[dtype as Dtype] : undefined;
}

export function isDecodedDtype(dtype: string): dtype is DecodedDtype {
  return dtypeFacts(dtype)?.decoded === true;
}

export function isNumericDtype(dtype: string): dtype is NumericDtype {
  return isDecodedDtype(dtype) && dtype !== 'string' && !isComplexDtype(dtype);
}

export function isComplexDtype(dtype: string): dtype is ComplexDtype {
  return dtypeFacts(dtype)?.kind === 'complex';
}

/** Bytes of one element. Of packed elements a fraction: 0.5 or 0.75. */
export function elementBytes(dtype: NumericDtype | ComplexDtype): number {
  return DTYPES[dtype].bits / 8;
}

/** The fewest elements that end on a byte, and their bytes: 1 element, or of packed ones 2 in 1 byte and 4 in 3. */
export function elementGroup(dtype: NumericDtype): { elements: number; bytes: number } {
  const { bits } = DTYPES[dtype];
  let elements = 1;
  while ((elements * bits) % 8 !== 0) elements++;
  return { elements, bytes: (elements * bits) / 8 };
}

/**
 * Bytes of `count` elements. Elements of less than a byte are packed without gaps. Undefined where the size of an
 * element is not known.
 */
export function dataBytes(dtype: string, count: bigint): bigint | undefined {
  const bits = dtypeFacts(dtype)?.bits;
  return bits === undefined ? undefined : (count * BigInt(bits) + 7n) / 8n;
}
