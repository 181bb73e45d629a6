import { concatBytes, decodeUtf8, encodeUtf8 } from '../../base/bytes.ts';

/**
 * How the tokens of a vocabulary stand for text. `bytes`: byte-level BPE, whose characters stand for bytes. `pieces`:
 * SentencePiece, with ▁ for a space and <0x0A> for a byte. `words`: WordPiece, where ## continues a word. `plain`: as
 * they are.
 */
export type TokenCoding = 'bytes' | 'pieces' | 'words' | 'plain';

/** A token of a vocabulary. */
export interface VocabularyToken {
  token: string;
  /** It controls the model, such as the end of a text, and is not part of the text. */
  isSpecial: boolean;
}

/** Tokens by their ids, which are their places. */
export interface Vocabulary {
  coding: TokenCoding;
  tokens: readonly (VocabularyToken | undefined)[];
}

/** What a package's vocabulary says of ids, in their order. Undefined for an id that it does not have. */
export interface TokenTexts {
  /** What has the vocabulary: a file, or a key. */
  from: string;
  coding: TokenCoding;
  /** Tokens of the vocabulary. */
  count: number;
  tokens: (VocabularyToken | undefined)[];
}

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

/** The bytes of a token of byte-level BPE. Undefined for one of other characters, such as one that was cut. */
export function byteLevelBytes(token: string): Uint8Array | undefined {
  const bytes = Array.from(token, (character) => BYTES.get(character));
  return bytes.includes(undefined) ? undefined : Uint8Array.from(bytes as number[]);
}

const BYTE_PIECE = /^<0x([0-9A-Fa-f]{2})>$/;

/** The bytes that a token stands for. Special tokens are their own text. */
function tokenBytes({ token, isSpecial }: VocabularyToken, coding: TokenCoding): Uint8Array {
  if (isSpecial) return encodeUtf8(token);
  if (coding === 'bytes') return byteLevelBytes(token) ?? encodeUtf8(token);
  if (coding === 'words') return encodeUtf8(token.startsWith('##') ? token.slice(2) : ` ${token}`);
  if (coding === 'plain') return encodeUtf8(token);
  const byte = BYTE_PIECE.exec(token)?.[1];
  return byte === undefined ? encodeUtf8(token.replaceAll('▁', ' ')) : Uint8Array.of(Number.parseInt(byte, 16));
}

/** The text of one token, or its bytes as in Python where they end within a character. */
export function textOfToken(token: VocabularyToken, coding: TokenCoding): string {
  const bytes = tokenBytes(token, coding);
  return decodeUtf8(bytes) ?? Array.from(bytes, (byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('');
}

const lenient = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * The text that tokens stand for together: their bytes are joined before they are decoded, since a character may be in
 * several tokens. Without special tokens, and without the space that SentencePiece and WordPiece put in front. Unknown
 * ids, which are undefined, become U+FFFD.
 */
export function textOfTokens(tokens: readonly (VocabularyToken | undefined)[], coding: TokenCoding): string {
  const parts = tokens.flatMap((token) => {
    if (token?.isSpecial) return [];
    return [token ? tokenBytes(token, coding) : encodeUtf8('\ufffd')];
  });
  const text = lenient.decode(concatBytes(parts));
  return coding === 'pieces' || coding === 'words' ? text.replace(/^ /, '') : text;
}
