import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatNumberOf } from '../../../../../base/amounts.ts';
import { isTable, valueAt } from '../../../../../model/edit/field.ts';
import { isThereAfter } from '../../../../../model/file/file-changes.ts';
import { useActions, useAppReader } from '../../../../../state/hooks.ts';
import { Card } from '../../../../../widgets/card.tsx';
import type { Suggestion } from '../../../../../widgets/form-suggest/suggestions.ts';
import { NameText } from '../../../../../widgets/name-text.tsx';
import { ToneLine } from '../../../../../widgets/severity.tsx';
import { useEdit } from '../../../../draft-values.ts';
import { unfinishedKey } from '../../../../form/unfinished.ts';
import {
  exampleFileEdits,
  exampleOfFiles,
  namesForFiles,
  unusedAfter,
  withMiscFiles,
} from '../../../core/edit/misc-files.ts';
import { BINDING_TABLES, type CaseSide } from '../../../core/edit/steps.ts';
import { type Intake, useMediaIntake } from './intake.tsx';
import classes from './media.module.css';

interface Place extends CaseSide {
  /** The names that the schema has on this side. */
  names: readonly Suggestion[];
}

/** Files that were given to a self-test, and the input or output that they were dropped on. */
interface Given {
  files: readonly File[];
  target: string | undefined;
}

/**
 * Takes pictures and sounds as values of one side of an example. The target of `take` is the input or output that they
 * were dropped on. Values of a self-test are tensors (format document, "self_test"), so there a new example is offered.
 *
 * @param onAdded called with the names that have got values
 * @param onDone as of `useMediaIntake`
 */
export function useCaseMedia(
  { list, index, side, names }: Place,
  onAdded: (names: readonly string[]) => void,
  onDone: () => void,
): Intake {
  const edit = useEdit();
  const { setUnfinished } = useActions();
  const read = useAppReader();
  const [given, setGiven] = useState<Given>();
  const schema = names.map(({ value }) => value);
  const intake = useMediaIntake((media, { changes, isThere }, target) => {
    const paths = media.map(({ path }) => path);
    if (list === 'self_test') {
      edit((values) => {
        const edits = exampleOfFiles(values, side, namesForFiles(paths, target, schema, []), media);
        return withMiscFiles({ edits }, media, 'a new example', changes, isThere);
      });
      return undefined;
    }
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
    onAdded(chosen);
    return replaced;
  }, onDone);
  if (list === 'example') return intake;
  return {
    can: intake.can,
    take(files, target) {
      if (files.length === 0) return;
      setGiven((before) => ({ files: [...(before?.files ?? []), ...files], target: before?.target ?? target }));
    },
    note: (
      <>
        {given && (
          <OfferNote
            files={given.files}
            onAnswer={(isWanted) => {
              setGiven(undefined);
              onDone();
              if (isWanted) intake.take(given.files, given.target);
            }}
          />
        )}
        {intake.note}
      </>
    ),
  };
}

interface OfferProps {
  /** At least one. */
  files: readonly File[];
  /** Whether a new example gets them. */
  onAnswer(isWanted: boolean): void;
}

/** Says of files that were given to a self-test why they cannot be its values, and offers an example with them. */
function OfferNote({ files, onAnswer }: OfferProps) {
  const [first] = files;
  return (
    <Card className={classes.question} role="group" aria-label="Files for a self-test">
      <div role="status">
        <ToneLine tone="warning">
          {files.length === 1 && first ? <NameText mono>{first.name}</NameText> : formatNumberOf(files.length, 'file')}{' '}
          {files.length === 1 ? 'was' : 'were'} not added: the values of a self-test are tensors. An example can have
          pictures and sounds.
        </ToneLine>
      </div>
      <div className={classes.buttons}>
        <Button onClick={() => onAnswer(true)}>Add to a new example</Button>
        <Button variant="subtle" onClick={() => onAnswer(false)}>
          Close
        </Button>
      </div>
    </Card>
  );
}
