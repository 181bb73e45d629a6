import { isTable, valueAt } from '../../../../../model/edit/field.ts';
import { isThereAfter } from '../../../../../model/file/file-changes.ts';
import { useActions, useAppReader } from '../../../../../state/hooks.ts';
import { useEdit } from '../../../../draft-values.ts';
import { unfinishedKey } from '../../../../form/unfinished.ts';
import { exampleFileEdits, namesForFiles, unusedAfter, withMiscFiles } from '../../../core/edit/misc-files.ts';
import { BINDING_TABLES, type SpecSide } from '../../../core/edit/steps.ts';
import { type Intake, useMediaIntake } from './intake.tsx';

interface Place {
  /** Of the example. */
  index: number;
  side: SpecSide;
  /** The names that the schema has on this side. */
  schema: readonly string[];
}

/**
 * Takes pictures and sounds as values of one side of an example. The target of `take` is the input or output that they
 * were dropped on.
 *
 * @param onDone as of `useMediaIntake`
 */
export function useCaseMedia({ index, side, schema }: Place, onDone: () => void): Intake {
  const edit = useEdit();
  const { setUnfinished } = useActions();
  const read = useAppReader();
  return useMediaIntake((media, { changes, isThere }, target) => {
    const paths = media.map(({ path }) => path);
    const table = ['example', index, BINDING_TABLES.example[side]];
    const shown = read().draft?.shown;
    let chosen: readonly string[] = [];
    let replaced: string | undefined;
    edit((values) => {
      const bindings = valueAt(values, table);
      chosen = namesForFiles(paths, target, schema, isTable(bindings) ? Object.keys(bindings) : []);
      const edits = exampleFileEdits(values, index, side, chosen, media);
      if (shown && target !== undefined) replaced = unusedAfter(values, edits, [...table, target], shown);
      if (replaced !== undefined && !isThereAfter(changes, isThere)(replaced)) replaced = undefined;
      return withMiscFiles({ edits }, media, `example ${index + 1}`, changes, isThere, replaced);
    });
    for (const name of chosen) setUnfinished(unfinishedKey([...table, name]), undefined);
    return replaced;
  }, onDone);
}
