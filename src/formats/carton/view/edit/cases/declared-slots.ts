import { valueAt } from '../../../../../model/edit/field.ts';
import type { TensorSpec } from '../../../../../model/package.ts';
import { tensorIndex } from '../../../../../model/tensor/tensor-size.ts';
import { useAppReader, usePackagePart } from '../../../../../state/hooks.ts';
import type { Declared } from '../../../../../tensor/contents/fit.ts';
import type { ReadContents } from '../../../../../tensor/contents/preview.ts';
import type { Shape } from '../../../../../tensor/shape.ts';
import { valuesOf } from '../../../../draft-values.ts';
import { type Slot, slotKey, symbolSizes } from '../../../core/edit/place-values.ts';
import { BINDING_TABLES, type CaseList } from '../../../core/edit/steps.ts';
import { TENSOR_PREFIX } from '../../../core/paths.ts';

/** Values that are read and fit, on their way into the draft. */
export interface Found {
  slot: Slot;
  read: ReadContents;
  notes: readonly string[];
}

interface Of {
  list: CaseList;
  /** Where the self-test or example is by now. */
  at: { readonly current: number };
  slots: readonly Slot[];
}

/** What is declared of the inputs and outputs of a self-test or example, and what they refer to now. */
export function useDeclaredSlots({ list, at, slots }: Of) {
  const app = useAppReader();
  const inputs = usePackagePart((pkg) => pkg.inputs);
  const outputs = usePackagePart((pkg) => pkg.outputs);
  const tensors = usePackagePart((pkg) => pkg.tensors);

  const specOf = ({ side, name }: Slot): TensorSpec | undefined =>
    (side === 'input' ? inputs : outputs).find((spec) => spec.name === name);

  function referenceOf({ side, name }: Slot): string | undefined {
    const value = valueAt(valuesOf(app().draft), [list, at.current, BINDING_TABLES[list][side], name]);
    return typeof value === 'string' ? value : undefined;
  }

  function shapeOf(slot: Slot): Shape | undefined {
    const reference = referenceOf(slot);
    if (!reference?.startsWith(TENSOR_PREFIX)) return undefined;
    const info = tensorIndex(tensors).get(reference.slice(TENSOR_PREFIX.length));
    return info?.inner ? undefined : info?.shape;
  }

  /**
   * What a slot's values must be, by the schema and by the other values.
   *
   * @param found values that the draft does not have yet
   */
  function declaredOf(slot: Slot, found: readonly Found[] = []): Declared {
    const spec = specOf(slot);
    const others = slots.filter((each) => slotKey(each) !== slotKey(slot));
    const known = others.flatMap((other) => {
      const read = found.find((each) => slotKey(each.slot) === slotKey(other))?.read.preview;
      const shape = read ? (read.inner ? undefined : read.shape) : shapeOf(other);
      return shape ? [{ declared: specOf(other)?.shape, shape }] : [];
    });
    return { dtype: spec?.dtype, shape: spec?.shape, symbols: symbolSizes(known) };
  }

  return { specOf, referenceOf, declaredOf };
}
