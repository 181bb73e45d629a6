import { CopyButton } from '../../../widgets/copy-button.tsx';
import classes from '../draft-dialog.module.css';
import type { Saved } from './save-job.ts';

/** A package's hash before and after saving. Nothing for a package that never has one. */
export function Hashes({ label, before, after }: Pick<Saved, 'label' | 'before' | 'after'>) {
  const name = label.toLowerCase();
  if (before === undefined && after === undefined) return null;
  if (before !== undefined && before === after)
    return <NewHash label={label} word={`${label}, unchanged`} hash={after} />;
  return (
    <dl className={classes.hashes}>
      <HashRow word={`Old ${name}`} copy={`Copy old ${name}`} hash={before} />
      <HashRow word={`New ${name}`} copy={`Copy new ${name}`} hash={after} />
    </dl>
  );
}

/** The one hash of a package. */
export function NewHash({ label, word = label, hash }: { label: string; word?: string; hash: string }) {
  return (
    <dl className={classes.hashes}>
      <HashRow word={word} copy={`Copy ${label.toLowerCase()}`} hash={hash} />
    </dl>
  );
}

/** A hash and the button that copies it, in a list of terms. */
export function HashRow({ word, copy, hash }: { word: string; copy: string; hash: string | undefined }) {
  return (
    <>
      <dt>{word}</dt>
      <dd>
        {hash === undefined ? (
          'none'
        ) : (
          <>
            <span className={classes.digits}>{hash}</span>
            <CopyButton value={hash} label={copy} />
          </>
        )}
      </dd>
    </>
  );
}
