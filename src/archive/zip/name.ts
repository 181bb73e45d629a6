import { decodeUtf8, viewOf } from '../../base/bytes.ts';
import { crc32 } from '../../codec/crc32.ts';

/** The upper half of code page 437. Zip names that are not UTF-8 are in it (APPNOTE D.1). */
const CP437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

/** Text in code page 437, which has a character for every byte. */
export function decodeCp437(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += byte < 128 ? String.fromCharCode(byte) : CP437[byte - 128];
  return text;
}

/**
 * The name in an Info-ZIP Unicode Path field (APPNOTE 4.6.9): version 1, the CRC-32 of the name in the header, the
 * UTF-8 name. Undefined where it is not UTF-8, or belongs to another name: some tools rename an entry and do not know
 * the field.
 */
export function unicodePath(field: Uint8Array, headerName: Uint8Array): string | undefined {
  if (field.length < 5 || field[0] !== 1) return undefined;
  const view = viewOf(field);
  if (view.getUint32(1, true) !== crc32(headerName)) return undefined;
  return decodeUtf8(field.subarray(5));
}
