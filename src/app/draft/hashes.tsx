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
  return (
    <dl className={classes.hashes}>
      {[
        { word: 'Old', hash: before },
        { word: 'New', hash: after },
      ].map(({ word, hash }) => (
        <HashRow key={word} word={`${word} ${name}`} hash={hash} />
      ))}
    </dl>
  );
}

function HashRow({ word, hash }: { word: string; hash: string | undefined }) {
  return (
    <>
      <dt>{word}</dt>
      <dd>
        {hash === undefined ? (
          'none'
        ) : (
          <>
            <span className={classes.digits}>{hash}</span>
            <CopyButton value={hash} label={`Copy ${word.toLowerCase()}`} />
          </>
        )}
      </dd>
    </>
  );
}
