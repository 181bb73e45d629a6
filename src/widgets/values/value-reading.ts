import type { TensorContents } from '../../tensor/contents/contents.ts';
import type { Conversion } from '../../tensor/contents/conversion.ts';
import type { Declared, Fit, FitOption } from '../../tensor/contents/fit.ts';
import { nearestDtype } from '../../tensor/contents/nearest-dtype.ts';
import type { ReadContents } from '../../tensor/contents/preview.ts';
import type { TypedValues } from '../../tensor/contents/typed.ts';
import type { ValueChoice } from '../../tensor/import/value-choice.ts';
import type { ShapeSpec } from '../../tensor/shape.ts';

export interface ReadingOptions {
  signal: AbortSignal;
  onProgress(progress: { done: number; total: number }): void;
}

/** The functions of the state that read values. */
export interface ValueCalls {
  readValues(
    ask: Given & { key?: string; declared?: Declared | undefined },
    options: ReadingOptions,
  ): Promise<{ choices: ValueChoice[]; key?: string; chosen?: ReadContents }>;
  fitContents(ask: { contents: TensorContents; declared: Declared }, options: ReadingOptions): Promise<Fit>;
  convertContents(
    ask: {
      contents: Exclude<TensorContents, { dtype: 'nested' }>;
      conversions: readonly Conversion[];
      shape?: ShapeSpec | undefined;
    },
    options: ReadingOptions,
  ): Promise<ReadContents>;
  typeContents(
    ask: { typed: TypedValues; shape?: ShapeSpec | undefined },
    options: ReadingOptions,
  ): Promise<ReadContents>;
}

/** A file that was dropped, pasted or chosen, or a text that was pasted. */
export type Given = { file: Blob; name: string } | { text: string };

/** What a given thing is called in a sentence. */
export function givenName(given: Given): string {
  return 'name' in given ? given.name : 'The text';
}

/** How far values came by themselves: what is left is for a person to decide. */
export type Outcome =
  /** They fit. */
  | { readonly kind: 'fits'; readonly read: ReadContents; readonly notes: readonly string[] }
  /** There are several in the file. */
  | { readonly kind: 'choose'; readonly choices: readonly ValueChoice[] }
  /** They fit once they are converted. */
  | {
      readonly kind: 'convert';
      readonly read: ReadContents;
      readonly options: readonly FitOption[];
      readonly notes: readonly string[];
    }
  | { readonly kind: 'misfit'; readonly read: ReadContents; readonly message: string };

/**
 * Reads values, and holds them against what is declared. Nothing is converted. Rejects as `readValues`.
 *
 * @param key of the choice, where the file has several
 */
export async function readFor(
  calls: ValueCalls,
  given: Given,
  { key, declared = {} }: { key?: string | undefined; declared?: Declared | undefined },
  options: ReadingOptions,
): Promise<Outcome> {
  const {
    choices,
    key: taken,
    chosen,
  } = await calls.readValues({ ...given, ...(key !== undefined && { key }), declared }, options);
  if (!chosen) return { kind: 'choose', choices };
  const notes = choices.find((choice) => choice.key === taken)?.notes ?? [];
  return heldAgainst(calls, chosen, declared, notes, options);
}

/** Holds values that are read against what is declared. */
export async function heldAgainst(
  calls: ValueCalls,
  read: ReadContents,
  declared: Declared,
  notes: readonly string[],
  options: ReadingOptions,
): Promise<Outcome> {
  const fit = await calls.fitContents({ contents: read.contents, declared }, options);
  if (fit.kind === 'fits') return { kind: 'fits', read, notes };
  if (fit.kind === 'converts') return { kind: 'convert', read, options: fit.options, notes };
  return { kind: 'misfit', read, message: fit.message };
}

/** Holds values that fit against the types that can be stored: those of others are converted if somebody says so. */
export async function heldStorable(
  calls: ValueCalls,
  outcome: Outcome,
  { declared, dtypes }: { declared: Declared; dtypes: readonly string[] },
  options: ReadingOptions,
): Promise<Outcome> {
  if (outcome.kind !== 'fits') return outcome;
  const { contents } = outcome.read;
  const own = contents.dtype === 'nested' ? contents.inner.map((part) => part.dtype) : [contents.dtype];
  const dtype = own.map((each) => nearestDtype(each, dtypes)).find((near) => near !== undefined);
  if (dtype === undefined) return outcome;
  return heldAgainst(calls, outcome.read, { ...declared, dtype }, outcome.notes, options);
}

/** Makes the conversions of an option. */
export function convertedBy(
  calls: ValueCalls,
  { contents }: ReadContents,
  option: FitOption,
  shape: ShapeSpec | undefined,
  options: ReadingOptions,
): Promise<ReadContents> {
  const conversions = option.conversions.map(({ conversion }) => conversion);
  // A nested tensor is not offered any.
  return calls.convertContents(
    { contents: contents as Exclude<TensorContents, { dtype: 'nested' }>, conversions, shape },
    options,
  );
}
