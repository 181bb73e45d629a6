import { concatBytes, encodeUtf8 } from '../../base/bytes.ts';

/** The bytes of a safetensors file with this header, a text or bytes, and this data after it. */
export function buildSafetensors(
  header: string | Uint8Array,
  data: number | Uint8Array = 0,
  length?: bigint,
): Uint8Array<ArrayBuffer> {
  const text = typeof header === 'string' ? encodeUtf8(header) : header;
  const start = new Uint8Array(8);
  new DataView(start.buffer).setBigUint64(0, length ?? BigInt(text.length), true);
  return concatBytes([start, text, typeof data === 'number' ? new Uint8Array(data) : data]);
}

/** The text of one tensor's entry. */
export function entryText(
  name: string,
  dtype: string,
  shape: readonly (number | bigint)[],
  begin: number,
  end: number,
): string {
  return `${JSON.stringify(name)}:{"dtype":"${dtype}","shape":[${shape}],"data_offsets":[${begin},${end}]}`;
}
