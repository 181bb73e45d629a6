import { decodeUtf8 } from '../../base/bytes.ts';
import { crc32 } from '../../codec/crc32.ts';

/** The upper half of code page 437, what zip names are in where they are not UTF-8 (APPNOTE D.1). */
const CP437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

/** Names are short; `apply` takes them in one call up to here. */
const MAX_APPLY = 4096;

/** The text of bytes that are all below 128, or undefined where one is not. */
export function decodeAscii(bytes: Uint8Array): string | undefined {
  for (let at = 0; at < bytes.length; at++) {
    if ((bytes[at] as number) > 127) return undefined;
  }
  if (bytes.length > MAX_APPLY) return decodeUtf8(bytes);
  return String.fromCharCode.apply(null, bytes as unknown as number[]);
}

/** Text in code page 437, which gives every byte a character. */
export function decodeCp437(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += byte < 128 ? String.fromCharCode(byte) : CP437[byte - 128];
  return text;
}

/**
 * The name of an Info-ZIP Unicode Path field (APPNOTE 4.6.9): version 1, the CRC-32 of the name in the header, UTF-8.
 * Undefined where it belongs to another name (a tool renamed the entry and knew nothing of the field) or is not UTF-8.
 */
export function unicodePath(field: Uint8Array, headerName: Uint8Array): string | undefined {
  if (field.length < 5 || field[0] !== 1) return undefined;
  const view = new DataView(field.buffer, field.byteOffset, field.length);
  if (view.getUint32(1, true) !== crc32(headerName)) return undefined;
  return decodeUtf8(field.subarray(5));
}
