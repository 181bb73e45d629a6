import { CopyButton } from '../../../widgets/copy-button.tsx';
import classes from './hash-line.module.css';

interface Props {
  /** What it is the hash of. */
  label: string;
  hash: string;
  /** Of the button that copies it. */
  copyLabel: string;
}

/** A file's hash beside its label, below it on narrow screens. The button copies it. */
export function HashLine({ label, hash, copyLabel }: Props) {
  return (
    <div className={classes.root}>
      <span className={classes.label}>{label}</span>
      <code className={classes.hash}>{hash}</code>
      <CopyButton value={hash} label={copyLabel} />
    </div>
  );
}
