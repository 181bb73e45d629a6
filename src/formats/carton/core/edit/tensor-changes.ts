import * as v from 'valibot';
import { InternalError } from '../../../../base/errors.ts';
import type { Texts } from '../../../../model/draft.ts';
import { type FieldValue, type FieldValues, parsedValues } from '../../../../model/edit/field.ts';
import type { Shape } from '../../../../tensor/shape.ts';
import { TENSOR_FOLDER } from '../paths.ts';

/**
 * The path of the draft's text that says what becomes of tensors, as JSON, and its key among the values that the form
 * edits. It is the folder's, so no file can have it. Saving makes these changes in the tensor index.
 */
export const TENSOR_CHANGES = TENSOR_FOLDER;

/** What becomes of a tensor. Fields that are left out are as the index has them. */
export interface TensorChange {
  readonly name: string;
  /** Its name in the index. Undefined of a new tensor. */
  readonly from?: string | undefined;
  readonly dtype?: string | undefined;
  readonly shape?: Shape | undefined;
  /** Below tensor_data/, as the index has it, with the path that the file has in the draft. */
  readonly file?: string | undefined;
  readonly inner?: readonly string[] | undefined;
}

/** What a draft changes in the tensor index. All changes hold at once. */
export interface TensorChanges {
  /** Names in the index. */
  readonly removed: readonly string[];
  readonly tensors: readonly TensorChange[];
}

const NO_CHANGES: TensorChanges = { removed: [], tensors: [] };

/** A size in JSON, which has no integers of 64 bits. */
const size = v.pipe(
  v.string(),
  v.regex(/^\d{1,20}$/),
  v.transform((text) => BigInt(text)),
);

const schema = v.object({
  removed: v.array(v.string()),
  tensors: v.array(
    v.object({
      name: v.string(),
      from: v.optional(v.string()),
      dtype: v.optional(v.string()),
      shape: v.optional(v.array(size)),
      file: v.optional(v.string()),
      inner: v.optional(v.array(v.string())),
    }),
  ),
});

/** The changes that values have. Throws `internal/bug` for what `changesValue` has not made. */
export function tensorChangesOf(values: FieldValues): TensorChanges {
  const value = values[TENSOR_CHANGES];
  if (value === undefined) return NO_CHANGES;
  const read = v.safeParse(schema, value);
  if (!read.success) throw new InternalError('internal/bug', 'The changes of tensors in this draft cannot be read.');
  return read.output;
}

/** The changes that the texts of a draft have. Undefined where there are none. Throws as `tensorChangesOf`. */
export function draftedTensors(texts: Texts): TensorChanges | undefined {
  const value = changesIn(texts);
  return value === undefined ? undefined : tensorChangesOf({ [TENSOR_CHANGES]: value });
}

/** As `draftedTensors`, as the value of the draft. */
export function changesIn(texts: Texts): FieldValue | undefined {
  const text = texts.get(TENSOR_CHANGES);
  return text === undefined ? undefined : (parsedValues(text) ?? {});
}

/** A value of the draft as its text. */
export function changesText(value: FieldValue): string {
  return JSON.stringify(value, null, 1);
}

/** Changes as a value of the draft. Undefined where there are none. */
export function changesValue({ removed, tensors }: TensorChanges): FieldValue | undefined {
  if (removed.length + tensors.length === 0) return undefined;
  const listed = tensors.map(({ shape, ...tensor }) => {
    const fields = Object.entries({ ...tensor, shape: shape?.map(String) });
    return Object.fromEntries(fields.filter(([, field]) => field !== undefined)) as FieldValue;
  });
  return { removed: [...removed], tensors: listed };
}
