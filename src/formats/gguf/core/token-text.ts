import { byteLevelBytes, textOfToken } from '../../../model/tensor/token-text.ts';
import type { KeyValue } from './header/key-value.ts';

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
  if (!byteLevelBytes(token)) return undefined;
  const text = textOfToken({ token, isSpecial: false }, 'bytes');
  return text === token ? undefined : text;
}
