import type { TensorContents } from '../../tensor/contents/contents.ts';
import type { Conversion, ToldLoss } from '../../tensor/contents/conversion.ts';
import type { Declared, Fit, FitOption } from '../../tensor/contents/fit.ts';
import type { ContentsPreview } from '../../tensor/contents/preview.ts';
import type { TypedValues } from '../../tensor/contents/typed.ts';
import type { ValueChoice } from '../../tensor/import/value-choice.ts';
import type { ShapeSpec } from '../../tensor/shape.ts';

/** Elements that are read, and what the page shows of them. */
export interface ReadValues {
  readonly contents: TensorContents;
  readonly preview: ContentsPreview;
  readonly losses: readonly ToldLoss[];
}

export interface ReadingOptions {
  signal: AbortSignal;
  onProgress?(progress: { done: number; total: number }): void;
}

/** The functions of the state that read values. */
export interface ValueCalls {
  readValues(
    ask: Given & { key?: string; declared?: Declared | undefined },
    options: ReadingOptions,
  ): Promise<{ choices: ValueChoice[]; key?: string; chosen?: ReadValues }>;
  fitContents(ask: { contents: TensorContents; declared: Declared }, options: ReadingOptions): Promise<Fit>;
  convertContents(
    ask: {
      contents: Exclude<TensorContents, { dtype: 'nested' }>;
      conversions: readonly Conversion[];
      shape?: ShapeSpec | undefined;
    },
    options: ReadingOptions,
  ): Promise<ReadValues>;
  typeContents(
    ask: { typed: TypedValues; shape?: ShapeSpec | undefined },
    options: ReadingOptions,
  ): Promise<ReadValues>;
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
  | { readonly kind: 'fits'; readonly read: ReadValues; readonly notes: readonly string[] }
  /** There are several in the file. */
  | { readonly kind: 'choose'; readonly choices: readonly ValueChoice[] }
  /** They fit once they are converted. */
  | {
      readonly kind: 'convert';
      readonly read: ReadValues;
      readonly options: readonly FitOption[];
      readonly notes: readonly string[];
    }
  | { readonly kind: 'misfit'; readonly read: ReadValues; readonly message: string };

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
  read: ReadValues,
  declared: Declared,
  notes: readonly string[],
  options: ReadingOptions,
): Promise<Outcome> {
  const fit = await calls.fitContents({ contents: read.contents, declared }, options);
  if (fit.kind === 'fits') return { kind: 'fits', read, notes };
  if (fit.kind === 'converts') return { kind: 'convert', read, options: fit.options, notes };
  return { kind: 'misfit', read, message: fit.message };
}

/** Makes the conversions of an option. */
export function convertedBy(
  calls: ValueCalls,
  { contents }: ReadValues,
  option: FitOption,
  shape: ShapeSpec | undefined,
  options: ReadingOptions,
): Promise<ReadValues> {
  const conversions = option.conversions.map(({ conversion }) => conversion);
  // A nested tensor is not offered any.
  return calls.convertContents(
    { contents: contents as Exclude<TensorContents, { dtype: 'nested' }>, conversions, shape },
    options,
  );
}
