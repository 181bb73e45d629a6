import { decodeUtf8 } from '../../../base/bytes.ts';
import type { KeyValue } from './header/key-value.ts';

/**
 * Characters of byte-level BPE and the bytes that they stand for (`bytes_to_unicode` of GPT-2). Printable characters of
 * Latin-1 stand for their own byte, the characters from U+0100 on for the other bytes in order: Ġ is a space.
 */
const BYTES: ReadonlyMap<string, number> = bytesOfCharacters();

function bytesOfCharacters(): Map<string, number> {
  const bytes = new Map<string, number>();
  let others = 0x100;
  for (let byte = 0; byte < 0x100; byte++) {
    const isPrintable = (byte > 0x20 && byte < 0x7f) || (byte > 0xa0 && byte !== 0xad);
    bytes.set(String.fromCharCode(isPrintable ? byte : others++), byte);
  }
  return bytes;
}

/** Whether the items of a key are tokens of byte-level BPE. */
export function hasByteTokens(keyValues: readonly KeyValue[], key: string): boolean {
  if (key !== 'tokenizer.ggml.tokens') return false;
  return keyValues.some((pair) => pair.key === 'tokenizer.ggml.model' && pair.value === 'gpt2');
}

/**
 * The text that a token of byte-level BPE stands for, or its bytes as in Python where they end within a character.
 * Undefined where the text is the token itself, and for a token of other characters, such as one that was cut.
 */
export function tokenText(token: string): string | undefined {
  const bytes = Array.from(token, (character) => BYTES.get(character));
  if (bytes.includes(undefined)) return undefined;
  const known = Uint8Array.from(bytes as number[]);
  const text = decodeUtf8(known) ?? Array.from(known, (byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('');
  return text === token ? undefined : text;
}
