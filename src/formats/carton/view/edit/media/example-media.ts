import { isTable, valueAt } from '../../../../../model/field.ts';
import { useActions } from '../../../../../state/hooks.ts';
import type { Suggestion } from '../../../../../widgets/form-suggest/suggestions.ts';
import { exampleFileEdits, namesForFiles, withMiscFiles } from '../../../core/misc-files.ts';
import { BINDING_TABLES, type SpecSide } from '../../../core/steps.ts';
import { unfinishedKey } from '../unfinished.ts';
import { useEdit } from '../use-edit.ts';
import { type Intake, useMediaIntake } from './intake.tsx';

interface Place {
  /** The example, by its place in the list. */
  index: number;
  side: SpecSide;
  /** The names that the schema has on this side. */
  names: readonly Suggestion[];
}

/**
 * Takes pictures and sounds as values of one side of an example. The target of `take` is the input or output that they
 * were dropped on.
 *
 * @param onAdded called with the names that have got values
 * @param onDone as of `useMediaIntake`
 */
export function useExampleMedia(
  { index, side, names }: Place,
  onAdded: (names: readonly string[]) => void,
  onDone: () => void,
): Intake {
  const edit = useEdit();
  const { setUnfinished } = useActions();
  return useMediaIntake((media, { changes, isThere }, target) => {
    const table = ['example', index, BINDING_TABLES.example[side]];
    let chosen: readonly string[] = [];
    edit((values) => {
      const bindings = valueAt(values, table);
      const paths = media.map(({ path }) => path);
      const schema = names.map(({ value }) => value);
      chosen = namesForFiles(paths, target, schema, isTable(bindings) ? Object.keys(bindings) : []);
      const edits = exampleFileEdits(values, index, side, chosen, media);
      return withMiscFiles({ edits }, media, `example ${index + 1}`, changes, isThere);
    });
    for (const name of chosen) setUnfinished(unfinishedKey([...table, name]), undefined);
    onAdded(chosen);
  }, onDone);
}
