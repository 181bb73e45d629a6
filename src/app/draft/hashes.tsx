import { CopyButton } from '../../widgets/copy-button.tsx';
import classes from './draft-dialog.module.css';

interface HashesProps {
  label: string;
  before: string | undefined;
  after: string | undefined;
}

/** A package's hash before and after saving. */
export function Hashes({ label, before, after }: HashesProps) {
  const name = label.toLowerCase();
  if (before !== undefined && before === after)
    return (
      <dl className={classes.hashes}>
        <HashRow word={`${label}, unchanged`} copy={`Copy ${name}`} hash={after} />
      </dl>
    );
  return (
    <dl className={classes.hashes}>
      {[
        { word: 'Old', hash: before },
        { word: 'New', hash: after },
      ].map(({ word, hash }) => (
        <HashRow key={word} word={`${word} ${name}`} copy={`Copy ${word.toLowerCase()} ${name}`} hash={hash} />
      ))}
    </dl>
  );
}

/** The hash of a new package. */
export function NewHash({ label, hash }: { label: string; hash: string }) {
  return (
    <dl className={classes.hashes}>
      <HashRow word={label} copy={`Copy ${label.toLowerCase()}`} hash={hash} />
    </dl>
  );
}

function HashRow({ word, copy, hash }: { word: string; copy: string; hash: string | undefined }) {
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
