import { Radio } from '@mantine/core';
import { useId } from 'react';
import { formatNumberOf } from '../../../base/amounts.ts';
import { type Secret, secretPhrases } from '../../../model/secret/secrets.ts';
import { Card } from '../../../widgets/card.tsx';
import { useFirst } from '../../../widgets/first.tsx';
import { NameText } from '../../../widgets/name-text.tsx';
import classes from './secret-rows.module.css';

/** What becomes of a file that may contain a secret. */
export type SecretAnswer = 'leave-out' | 'keep';

/** A file that may contain secrets. */
export interface SecretFile {
  path: string;
  /** At least one. */
  secrets: readonly Secret[];
  /** Undefined until somebody says it. */
  answer: SecretAnswer | undefined;
}

interface Props {
  files: readonly SecretFile[];
  onAnswer(path: string, answer: SecretAnswer): void;
  disabled?: boolean;
}

const ANSWERS = [
  { value: 'leave-out', label: 'Leave out' },
  { value: 'keep', label: 'Keep' },
] as const;

/** Rows that are shown at first, and with each press of the button below them. A folder of keys may have thousands. */
const ROWS = 50;

/** Files that may contain secrets: each with what and where, and a choice. */
export function SecretRows({ files, onAnswer, disabled = false }: Props) {
  const words = `Show more of ${formatNumberOf(files.length, 'file')}`;
  const [shown, more] = useFirst(files, ROWS, words, { step: ROWS, mt: 0 });
  return (
    <Card as="ul" rows>
      {shown.map((file) => (
        <SecretRow key={file.path} file={file} onAnswer={onAnswer} disabled={disabled} />
      ))}
      {more && <li className={classes.more}>{more}</li>}
    </Card>
  );
}

function SecretRow({ file, onAnswer, disabled }: Omit<Props, 'files'> & { file: SecretFile }) {
  const { path, secrets, answer } = file;
  const id = useId();
  return (
    <li className={classes.row}>
      <div>
        <span id={id} className={classes.path}>
          <NameText mono>{path}</NameText>
        </span>
        <p id={`${id}-about`} className={classes.about}>
          {secretPhrases(secrets).join(' · ')}
        </p>
      </div>
      <div role="radiogroup" aria-labelledby={id} aria-describedby={`${id}-about`} className={classes.answers}>
        {ANSWERS.map(({ value, label }) => (
          <Radio
            key={value}
            name={id}
            label={label}
            checked={answer === value}
            onChange={() => onAnswer(path, value)}
            disabled={disabled}
          />
        ))}
      </div>
    </li>
  );
}
