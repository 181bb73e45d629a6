import { useState } from 'react';
import { formatNumberOf } from '../../../base/amounts.ts';
import { DialogActions } from '../../../widgets/dialog-actions.tsx';
import { ActButton } from '../../draft/act-button.tsx';
import classes from '../file-dialogs.module.css';
import { type SecretAnswer, type SecretFile, SecretRows } from './secret-rows.tsx';

/** How files of this computer come into the draft. */
export type PutAct = 'add' | 'replace';

interface Props {
  act: PutAct;
  files: readonly Omit<SecretFile, 'answer'>[];
  /** How many others are added with them. */
  others: number;
  /** The paths of the files that stay out; undefined where all do. */
  onAnswer(leftOut?: ReadonlySet<string>): void;
}

/** Asks of each added file that may contain a secret whether it goes in. */
export function SecretsForm({ act, files, others, onAnswer }: Props) {
  const [answers, setAnswers] = useState<ReadonlyMap<string, SecretAnswer>>(new Map());
  const leftOut = new Set(files.flatMap(({ path }) => (answers.get(path) === 'leave-out' ? path : [])));
  const added = others + files.length - leftOut.size;
  const isOpen = answers.size < files.length;
  const reason = isOpen
    ? 'Choose Leave out or Keep for each file.'
    : added === 0
      ? 'All files are left out.'
      : undefined;
  return (
    <>
      <p className={classes.text}>
        Everyone who gets the package could use the secrets. Choose for each file whether it goes in.
      </p>
      <SecretRows
        files={files.map((file) => ({ ...file, answer: answers.get(file.path) }))}
        onAnswer={(path, answer) => setAnswers(new Map([...answers, [path, answer]]))}
      />
      <div className={classes.actions}>
        <DialogActions onCancel={() => onAnswer()}>
          <ActButton variant="filled" reason={reason} onClick={() => onAnswer(leftOut)}>
            {act === 'replace' ? 'Replace' : reason === undefined ? `Add ${formatNumberOf(added, 'file')}` : 'Add'}
          </ActButton>
        </DialogActions>
      </div>
    </>
  );
}
