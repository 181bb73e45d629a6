import { Button } from '@mantine/core';
import { formatNumberOf } from '../../base/amounts.ts';
import { mayBePackage } from '../../formats/views.ts';
import { fileIndex } from '../../model/file/file-index.ts';
import type { FileDiff } from '../../model/pair/file-diffs.ts';
import type { PairSide, PairSides } from '../../state/pair-slice.ts';
import { EmptyState } from '../../widgets/empty-state.tsx';
import { ErrorNote } from '../../widgets/error-note.tsx';
import type { Job } from '../../widgets/loading/job.ts';
import { lateView } from '../../widgets/loading/late-view.tsx';
import { RunningJob } from '../../widgets/loading/loading-view.tsx';
import { NameText } from '../../widgets/name-text.tsx';
import { Panes } from '../../widgets/panes/panes.tsx';
import { useNarrow } from '../../widgets/screen.ts';
import { DiffMark } from './diff-mark.tsx';
import { FilePair } from './file-pair.tsx';
import type { FileSide } from './file-side.ts';
import { pairNames } from './pair-names.ts';
import classes from './pair-panes.module.css';
import { FileDiffTable } from './pair-tables.tsx';
import type { ShownDiff } from './use-package-diff.ts';

const InnerTensors = lateView(() => import('./inner-tensors.tsx'));

/** By its name alone. What it is shows when it is opened. */
const NO_BYTES = new Uint8Array(0);

interface Props {
  sides: PairSides;
  shown: ShownDiff;
  item: string | undefined;
  onItem(path: string | undefined): void;
  readFiles(path?: string): void;
  job: Job;
}

/** The narrowest, the first and the widest that the list can be, in CSS pixels. */
const LIST = { min: 280, width: 520, max: 960 };

/** The files that differ, and the contents of the chosen one side by side. */
export function PairFiles({ sides, shown, item, onItem, readFiles, job }: Props) {
  const { files } = shown.diff;
  const narrow = useNarrow();
  const chosen = files.diffs.find(({ path }) => path === item);
  if (files.diffs.length === 0)
    return (
      <EmptyState title="No file differs">
        {`${formatNumberOf(files.same, 'file is', 'files are')} the same, by checksum.`}
      </EmptyState>
    );
  const list = (
    <>
      <Unread count={files.unread} job={job} onRead={() => readFiles()} />
      <FileDiffTable diffs={files.diffs} chosen={item} onChoose={onItem} fills />
      <p className={classes.foot}>
        {`${formatNumberOf(files.same, 'file')} the same${files.more > 0 ? `, ${formatNumberOf(files.more, 'more difference')} not listed` : ''}`}
      </p>
    </>
  );
  return (
    <Panes
      name="pair-files"
      shows={narrow && chosen ? 'content' : 'list'}
      label="Chosen file"
      onEscape={() => onItem(undefined)}
      list={{ ...LIST, label: 'Files that differ', children: <div className={classes.list}>{list}</div> }}
    >
      {chosen && (
        <div className={classes.content}>
          {narrow && (
            <Button size="compact-sm" onClick={() => onItem(undefined)}>
              All files
            </Button>
          )}
          <h2 className={classes.title}>
            <NameText mono>{chosen.path}</NameText> <DiffMark diff={chosen.diff} />
          </h2>
          {chosen.diff === 'unread' && job.state.status !== 'running' && (
            <div className={classes.act}>
              <Button size="compact-sm" onClick={() => readFiles(chosen.path)}>
                Compare the bytes
              </Button>
            </div>
          )}
          {chosen.before && chosen.after && mayBePackage(chosen.path, NO_BYTES) && (
            <InnerTensors
              key={`tensors ${chosen.path}`}
              sides={sides}
              paths={[chosen.before.path, chosen.after.path]}
            />
          )}
          <FilePair
            key={chosen.path}
            before={sideOf(sides.before, chosen.before, isToldByHash(chosen))}
            after={sideOf(sides.after, chosen.after, isToldByHash(chosen))}
            words={pairNames(sides)}
          />
        </div>
      )}
    </Panes>
  );
}

/** What has not been compared, and a button that does it. */
function Unread({ count, job, onRead }: { count: number; job: Job; onRead(): void }) {
  if (job.state.status === 'running')
    return <RunningJob what="Comparing files" progress={job.state.progress} onCancel={job.cancel} />;
  return (
    <>
      {job.state.status === 'failed' && <ErrorNote error={job.state.error} />}
      {count > 0 && (
        <div className={classes.act}>
          <span>{`${formatNumberOf(count, 'file')} of the same size ${count === 1 ? 'was' : 'were'} not compared.`}</span>
          <Button size="compact-sm" onClick={onRead}>
            {count === 1 ? 'Compare it' : 'Compare them'}
          </Button>
        </div>
      )}
    </>
  );
}

/** Whether the hashes that both packages state tell that the files differ. */
function isToldByHash({ diff, by }: FileDiff): boolean {
  return diff === 'changed' && (by === 'hash' || by === 'link');
}

/** A file of a package as it is read. What the package does not hold cannot be. */
function sideOf({ of, package: pkg }: PairSide, facts: FileDiff['before'], isTold: boolean): FileSide | undefined {
  if (!facts) return undefined;
  const file = fileIndex(pkg.files).get(facts.path);
  const isHeld = file !== undefined && file.hash !== 'linked' && file.hash !== 'missing';
  // A hash that is only stated says nothing where the bytes say otherwise.
  const sha256 = isTold ? facts.sha256 : undefined;
  return { of, path: facts.path, size: isHeld ? facts.size : undefined, sha256 };
}
