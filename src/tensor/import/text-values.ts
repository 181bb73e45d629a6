import { formatBytes } from '../../base/amounts.ts';
import { begins } from '../../base/bytes.ts';
import { BadFileError, TooLargeError } from '../../base/errors.ts';
import { itemPacer } from '../../codec/pause.ts';
import { decodeText } from '../../json/encoding.ts';
import type { ByteSource } from '../../source/source.ts';
import { Losses, type StoredDtype } from '../contents/cast.ts';
import type { FlatContents } from '../contents/contents.ts';
import { isStoredDtype, refusalWords, toldLoss } from '../contents/conversion.ts';
import { bytesOfTexts } from '../contents/convert.ts';
import { isTruth, numberOf } from '../contents/number-text.ts';
import type { Shape } from '../shape.ts';
import { MAX_VALUES_TEXT_BYTES, type ReadableChoice, type ReadHint } from './value-choice.ts';
import '../contents/findings.ts';

/**
 * The text of a file: UTF-8, or UTF-16 after a byte-order mark, which is left out. Rejects with `values/encoding`, and
 * with `source/too-large` beyond `MAX_VALUES_TEXT_BYTES`.
 */
export async function readText(source: ByteSource, signal?: AbortSignal): Promise<string> {
  if (source.size > MAX_VALUES_TEXT_BYTES) {
    const message = `Text of up to ${formatBytes(MAX_VALUES_TEXT_BYTES)} is read as values, and this has ${formatBytes(source.size)}. Larger tensors can be .npy.`;
    throw new TooLargeError('source/too-large', message, { limit: MAX_VALUES_TEXT_BYTES, actual: source.size });
  }
  const bytes = await source.read(0, source.size, signal);
  const wide = begins(bytes, '\xff\xfe') ? 'utf-16le' : begins(bytes, '\xfe\xff') ? 'utf-16be' : undefined;
  if (wide) return wideText(bytes, wide);
  const { text, badByte } = decodeText(bytes);
  if (badByte === undefined) return text.replace(/^\ufeff/, '');
  throw new BadFileError('values/encoding', `The text is not UTF-8: byte ${badByte} is invalid.`);
}

function wideText(bytes: Uint8Array, encoding: string): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new BadFileError('values/encoding', 'The text begins as UTF-16, and is not.');
  }
}

/** Cells of a text, in row-major order. */
export interface TextCells {
  texts: readonly string[];
  shape: Shape;
  /** Strings of JSON are text even where they write a number. */
  areStrings?: boolean;
}

const INT64_MAX = 2n ** 63n - 1n;
const INT64_MIN = -(2n ** 63n);

/**
 * The type of cells, where nobody says it: bool, int64 (or uint64 where int64 does not hold them), float64, or string
 * where one of them is not a number.
 */
async function ownType(texts: readonly string[], signal: AbortSignal | undefined): Promise<StoredDtype | 'string'> {
  const pause = itemPacer(signal);
  let [truths, isFloat, isLarge, isNegative] = [0, false, false, false];
  for (const text of texts) {
    const number = numberOf(text);
    if (number === undefined) return 'string';
    if (isTruth(text)) truths++;
    else if (typeof number === 'bigint') {
      if (number > 2n ** 64n - 1n || number < INT64_MIN) isFloat = true;
      else if (number > INT64_MAX) isLarge = true;
    } else if (!Number.isInteger(number) || /[.e]/i.test(text.replace(/^\s*[-+]?0x.*/i, ''))) isFloat = true;
    if (number < 0) isNegative = true;
    const waits = pause();
    if (waits) await waits;
  }
  if (truths > 0) return truths === texts.length ? 'bool' : 'string';
  if (isFloat || (isLarge && isNegative)) return 'float64';
  return isLarge ? 'uint64' : 'int64';
}

/**
 * Cells as the elements of a tensor: of the declared type where every cell is one of it, and else of their own type,
 * which is then held against what is declared. The notes say what the type does not keep.
 */
export async function textChoice(
  { texts, shape, areStrings }: TextCells,
  about: { key: string; label: string; notes: readonly string[] },
  hint: ReadHint,
  signal?: AbortSignal,
): Promise<ReadableChoice> {
  const found = await typedTexts({ texts, shape, ...(areStrings && { areStrings }) }, hint, signal);
  const { contents, notes } = found;
  return { ...about, notes: [...about.notes, ...notes], dtype: contents.dtype, shape, read: async () => contents };
}

async function typedTexts(
  { texts, shape, areStrings }: TextCells,
  { dtype: wanted }: ReadHint,
  signal: AbortSignal | undefined,
): Promise<{ contents: FlatContents; notes: string[] }> {
  const asStrings = { contents: { dtype: 'string', shape, strings: texts } satisfies FlatContents, notes: [] };
  if (wanted === 'string' || (areStrings && wanted === undefined)) return asStrings;
  if (wanted !== undefined && isStoredDtype(wanted)) {
    const made = await numbersOf(texts, shape, wanted, signal);
    if (typeof made !== 'string') {
      if (areStrings) made.notes.push(`The strings are read as ${wanted}.`);
      else if (wanted !== 'bool' && texts.some(isTruth)) made.notes.push('true and false are read as 1 and 0.');
      return made;
    }
  }
  const own = areStrings ? 'string' : await ownType(texts, signal);
  if (own === 'string') return asStrings;
  const made = await numbersOf(texts, shape, own, signal);
  return typeof made === 'string' ? { ...asStrings, notes: [`${made} All are read as text.`] } : made;
}

/** A sentence where one of the texts is not a number of the type. */
async function numbersOf(
  texts: readonly string[],
  shape: Shape,
  dtype: StoredDtype,
  signal: AbortSignal | undefined,
): Promise<{ contents: FlatContents; notes: string[] } | string> {
  const losses = new Losses();
  const bytes = await bytesOfTexts(texts, dtype, losses, signal);
  if (losses.refusal) return refusalWords(toldLoss(losses.refusal, shape, texts.length), shape, dtype);
  const notes = losses.list.map((loss) => `${dtype} ${toldLoss(loss, shape, texts.length).words}.`);
  return { contents: { dtype, shape, data: new Blob([bytes]) }, notes };
}
