import { concatBytes, encodeUtf8 } from '../../base/bytes.ts';

/** Builds tars byte by byte, right and wrong ones. */

/** One member. What is left out is as GNU tar writes it for a file. */
export interface BuiltMember {
  name: string;
  data?: string | Uint8Array;
  type?: string;
  link?: string;
  /** The text of the size field, 12 bytes, or a number. */
  size?: number | Uint8Array;
  prefix?: string;
  /** Bytes 257 to 265. */
  magic?: string;
  /** Summed over signed bytes, or a wrong one. */
  checksum?: 'signed' | 'wrong';
  /** Bytes set in the header before its checksum, by their place. */
  set?: Readonly<Record<number, Uint8Array>>;
}

const BLOCK = 512;

export function buildTar(members: readonly BuiltMember[], end: Uint8Array = new Uint8Array(2 * BLOCK)) {
  return concatBytes([...members.flatMap((member) => [headerOf(member), padded(bytesOf(member.data))]), end]);
}

/** A member that gives the next one properties. */
export function paxMember(records: Readonly<Record<string, string>>, type = 'x'): BuiltMember {
  return { name: '././@PaxHeader', type, data: Object.entries(records).map(record).join('') };
}

/** A member that gives the next one a long name (`L`) or link (`K`), as GNU tar does. */
export function longMember(text: string, type: 'L' | 'K' = 'L'): BuiltMember {
  return { name: '././@LongLink', type, data: `${text}\0`, magic: 'ustar  \0' };
}

function record([key, value]: [string, string]): string {
  const rest = encodeUtf8(` ${key}=${value}\n`).length;
  let length = rest + 1;
  while (String(length).length + rest !== length) length++;
  return `${length} ${key}=${value}\n`;
}

function bytesOf(data: BuiltMember['data'] = ''): Uint8Array {
  return typeof data === 'string' ? encodeUtf8(data) : data;
}

function padded(bytes: Uint8Array): Uint8Array {
  const whole = new Uint8Array(Math.ceil(bytes.length / BLOCK) * BLOCK);
  whole.set(bytes);
  return whole;
}

function headerOf({ name, data, type = '0', link = '', size, prefix = '', magic, checksum, set = {} }: BuiltMember) {
  const block = new Uint8Array(BLOCK);
  const put = (at: number, text: string) => block.set(encodeUtf8(text), at);
  put(0, name);
  put(100, '0000644\0');
  put(108, '0000000\0');
  put(116, '0000000\0');
  if (size instanceof Uint8Array) block.set(size, 124);
  else put(124, `${(size ?? bytesOf(data).length).toString(8).padStart(11, '0')}\0`);
  put(136, '00000000000\0');
  put(156, type);
  put(157, link);
  put(257, magic ?? 'ustar\x0000');
  put(345, prefix);
  for (const [at, bytes] of Object.entries(set)) block.set(bytes, Number(at));
  put(148, '        ');
  const signed = checksum === 'signed';
  let sum = checksum === 'wrong' ? 1 : 0;
  for (const byte of block) sum += signed && byte > 127 ? byte - 256 : byte;
  put(148, `${sum.toString(8).padStart(6, '0')}\0 `);
  return block;
}
