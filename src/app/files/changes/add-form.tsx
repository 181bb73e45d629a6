import { Button, Radio } from '@mantine/core';
import { useMemo, useState } from 'react';
import { formatNumberOf } from '../../../base/amounts.ts';
import type { Severity } from '../../../base/finding-entry.ts';
import type { FileEditing } from '../../../model/package.ts';
import { DialogActions } from '../../../widgets/dialog-actions.tsx';
import { NameText } from '../../../widgets/name-text.tsx';
import { ToneLine } from '../../../widgets/severity.tsx';
import classes from '../file-dialogs.module.css';
import { type Addition, additionsOf, type TakenChoice } from './additions.ts';
import type { NewFile } from './file-paths.ts';

interface Props {
  files: readonly NewFile[];
  /** The paths that files have now. */
  taken: readonly string[];
  can: FileEditing;
  /** The files that are added; undefined where none is. */
  onAnswer(chosen?: readonly NewFile[]): void;
}

/** Files listed of each kind. */
const MAX_LISTED = 8;

/** Asks what to do with added files whose path another file has, and says which names are wrong. */
export function AddForm({ files, taken, can, onAnswer }: Props) {
  const [choice, setChoice] = useState<TakenChoice>('replace');
  const additions = useMemo(() => additionsOf(files, taken, can), [files, taken, can]);
  const added = additions.chosen(choice);
  return (
    <>
      {additions.taken.length > 0 && (
        <Radio.Group
          label="Already in the package:"
          value={choice}
          onChange={(value) => setChoice(value as TakenChoice)}
        >
          <AdditionList of={additions.taken} />
          <div className={classes.choices}>
            <Radio value="replace" label="Replace" data-autofocus />
            <Radio value="both" label="Keep both: what is added gets a number" />
            <Radio value="none" label="Leave out" />
          </div>
        </Radio.Group>
      )}
      <Additions tone="error" title="Left out:" of={additions.refused} />
      <Additions tone="warning" title="Not every computer can unpack these names:" of={additions.doubtful} />
      <DialogActions onCancel={() => onAnswer()}>
        <Button variant="filled" disabled={added.length === 0} onClick={() => onAnswer(added)}>
          {`Add ${formatNumberOf(added.length, 'file')}`}
        </Button>
      </DialogActions>
    </>
  );
}

function Additions({ tone, title, of }: { tone: Severity; title: string; of: readonly Addition[] }) {
  if (of.length === 0) return null;
  return (
    <>
      <ToneLine tone={tone} className={classes.text}>
        {title}
      </ToneLine>
      <AdditionList of={of} />
    </>
  );
}

function AdditionList({ of }: { of: readonly Addition[] }) {
  return (
    <ul className={classes.list}>
      {of.slice(0, MAX_LISTED).map(({ path, why }) => (
        <li key={path}>
          <NameText mono>{path}</NameText>
          {why !== undefined && <span className={classes.why}>{why}</span>}
        </li>
      ))}
      {of.length > MAX_LISTED && <li>and {formatNumberOf(of.length - MAX_LISTED, 'more file')}</li>}
    </ul>
  );
}
