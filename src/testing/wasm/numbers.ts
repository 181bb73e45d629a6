/** What the binary format of WebAssembly is made of: numbers in LEB128, vectors, names and sections. */

import { concatBytes, encodeUtf8 } from '../../base/bytes.ts';

/** Bytes, and parts of them to be joined. */
export type Part = number | Uint8Array | readonly Part[];

/** One array with all parts in order. A number is one byte. */
export function bytesOf(part: Part): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  const collect = (one: Part) => {
    if (typeof one === 'number') parts.push(Uint8Array.of(one));
    else if (one instanceof Uint8Array) parts.push(one);
    else for (const inner of one) collect(inner);
  };
  collect(part);
  return concatBytes(parts);
}

/** A whole number of 0 or more in LEB128. */
export function unsigned(value: number | bigint): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [];
  let rest = BigInt(value);
  do {
    const low = Number(rest & 0x7fn);
    rest >>= 7n;
    bytes.push(rest === 0n ? low : low | 0x80);
  } while (rest !== 0n);
  return Uint8Array.from(bytes);
}

/** A whole number in signed LEB128. */
export function signed(value: bigint): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [];
  let rest = value;
  for (;;) {
    const low = Number(rest & 0x7fn);
    rest >>= 7n;
    // The last byte's bit 6 is the sign.
    const last = rest === (low & 0x40 ? -1n : 0n);
    bytes.push(last ? low : low | 0x80);
    if (last) return Uint8Array.from(bytes);
  }
}

/** The number of items, and then the items. */
export function vector(items: readonly Part[]): Part {
  return [unsigned(items.length), items];
}

/** A length and then the bytes of a text, or bytes. */
export function name(text: string | Uint8Array): Part {
  const bytes = typeof text === 'string' ? encodeUtf8(text) : text;
  return [unsigned(bytes.length), bytes];
}

/** A section of a module or a component: its number, its length and its content. */
export function section(id: number, content: Part): Part {
  const bytes = bytesOf(content);
  return [id, unsigned(bytes.length), bytes];
}

/** A custom section, which says nothing to whoever runs the module. */
export function customSection(title: string, content: Uint8Array): Part {
  return section(0, [name(title), content]);
}
