import { Button } from '@mantine/core';
import { IconFilePlus, IconUpload } from '@tabler/icons-react';
import { useOpenPackage } from '../../../state/hooks.ts';
import type { FileMarks } from '../../../widgets/file-tree/rows.ts';
import { RunningJob } from '../../../widgets/loading/loading-view.tsx';
import { visibleText } from '../../../widgets/name-text.tsx';
import { ToneLine } from '../../../widgets/severity.tsx';
import { useFindActions } from '../../find/action.ts';
import { useFileActs } from '../changes/file-acts.ts';
import type { Adding } from '../changes/file-editing.tsx';
import { folderText } from '../changes/file-paths.ts';
import { FailedLine } from '../content/failed-line.tsx';
import classes from './add-buttons.module.css';

/** Adds files of this computer, or a new one. Nothing where files cannot be changed. */
export function AddButtons() {
  const acts = useFileActs();
  const add = () => acts?.chooseFiles(acts.folder);
  const make = () => acts?.askPath({ act: 'new', folder: acts.folder });
  useFindActions(
    acts
      ? [
          { name: 'Add files', also: 'upload import', Icon: IconUpload, run: add },
          { name: 'New file', also: 'create', Icon: IconFilePlus, run: make },
        ]
      : [],
  );
  if (!acts) return null;
  const where = `To ${folderText(acts.folder)}. Drop files on another folder to add them there.`;
  return (
    <span className={classes.root}>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconUpload size={16} stroke={1.75} aria-hidden />}
        title={where}
        onClick={add}
      >
        Add files
      </Button>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconFilePlus size={16} stroke={1.75} aria-hidden />}
        onClick={make}
      >
        New file
      </Button>
    </span>
  );
}

/**
 * What is going on with files that are added or downloaded, why the last act failed, and what to say once of a folder's
 * files.
 */
export function EditingNotes({ marks, adding }: { marks: FileMarks; adding: Adding }) {
  const acts = useFileActs();
  const { can, cannot } = useOpenPackage();
  const { state, cancel, download, problem } = adding;
  if (!acts) {
    const why = can.files ? undefined : (cannot?.files ?? cannot?.save);
    return why === undefined ? null : <p className={classes.why}>Its files cannot be changed here. {why}</p>;
  }
  const told = acts.can.folders.filter(({ path }) => [...marks.keys()].some((changed) => changed.startsWith(path)));
  return (
    <>
      {state.status === 'running' && state.progress && (
        <div className={classes.job}>
          <RunningJob what="Reading the added files" progress={state.progress} onCancel={cancel} />
        </div>
      )}
      {state.status === 'failed' && <FailedLine error={state.error} what="Not added." />}
      {download.state.status === 'running' && download.state.progress && (
        <div className={classes.job}>
          <RunningJob what="Reading the file" progress={download.state.progress} onCancel={download.cancel} />
        </div>
      )}
      {download.state.status === 'failed' && <FailedLine error={download.state.error} what="Not saved." />}
      <div role="status">
        {problem !== undefined && (
          <ToneLine tone="error" className={classes.note}>
            {visibleText(problem)}
          </ToneLine>
        )}
      </div>
      {told.map(({ path, says }) => (
        <ToneLine key={path} tone="info" className={classes.note}>
          {says}
        </ToneLine>
      ))}
    </>
  );
}
