import { formatBytes } from '../../base/amounts.ts';
import type { PackageFile } from '../../model/package.ts';
import { useApp, useWords } from '../../state/hooks.ts';
import { LinkAddresses } from './addresses.tsx';
import classes from './linked-file.module.css';

interface Props {
  path: string;
  /** The file of the open package; undefined of one that the draft puts there. */
  of: PackageFile | undefined;
}

/** What the draft makes of the URLs of a file. */
export function LinkChange({ path, of }: Props) {
  const { linkList, hashList } = useWords();
  const change = useApp(({ draft }) => draft?.current.files.find((each) => each.kind === 'link' && each.path === path));
  if (change?.kind !== 'link') return null;
  return (
    <div className={classes.change}>
      <p className={classes.note}>
        {change.sha256 !== undefined
          ? `You added this link${change.size === undefined ? '' : ` to a file of ${formatBytes(change.size)}`}. Saving writes its URLs into ${linkList} and its SHA-256 into ${hashList}. Its content can be shown once it is saved.`
          : of?.link
            ? `You changed its URLs. Saving writes these into ${linkList}.`
            : `You made this file a link. Saving leaves its bytes out and writes its URL into ${linkList}. “Put back” keeps them.`}
      </p>
      {change.urls.length > 0 ? (
        <LinkAddresses urls={change.urls} fetching={undefined} titled={false} />
      ) : (
        <p className={classes.note}>It has no URL left, so nobody can load it.</p>
      )}
    </div>
  );
}
