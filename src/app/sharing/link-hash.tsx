import { Button } from '@mantine/core';
import { formatBytes } from '../../base/amounts.ts';
import { useOutermost } from '../../state/hooks.ts';
import { openedOf } from '../../state/load.ts';
import { ErrorNote } from '../../widgets/error-note.tsx';
import { RunningJob } from '../../widgets/loading/loading-view.tsx';
import { ToneLine } from '../../widgets/severity.tsx';
import classes from './link-forms.module.css';
import type { SharedHash } from './shared-hash.ts';
import { useWholeFile } from './whole-file.ts';

interface Props {
  /** What the link says of the file. */
  hash: SharedHash | undefined;
  onHash(hash: SharedHash): void;
}

/** Says whether the link can tell that the file has changed, and computes what that takes where the package has no hash. */
export function LinkHash({ hash, onHash }: Props) {
  const label = useOutermost(({ load }) => openedOf(load)?.package.identity?.label) ?? 'SHA-256';
  const file = useWholeFile();
  if (hash)
    return (
      <ToneLine tone="info" className={classes.note}>
        The link has the {hash.kind === 'hash' ? label.toLowerCase() : 'SHA-256 of the file'}, so whoever opens it sees
        whether the file is still the same.
      </ToneLine>
    );
  return (
    <>
      <ToneLine tone="info" className={classes.note}>
        Whoever opens the link cannot see whether the file is still the same: this kind of package has no hash of its
        own.
      </ToneLine>
      {file && file.state.status !== 'running' && (
        <div className={classes.note}>
          <Button size="compact-sm" onClick={() => file.compute((sha256) => onHash({ kind: 'sha256', sha256 }))}>
            Add the file’s SHA-256 ({file.isRemote ? 'downloads' : 'reads'} {formatBytes(file.size)})
          </Button>
        </div>
      )}
      {file?.state.status === 'running' && (
        <RunningJob what="Computing the SHA-256" progress={file.state.progress} onCancel={file.cancel} />
      )}
      {file?.state.status === 'failed' && <ErrorNote error={file.state.error} />}
    </>
  );
}
