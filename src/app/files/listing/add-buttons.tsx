import { IconFilePlus, IconUpload } from '@tabler/icons-react';
import { useOpenPackage } from '../../../state/hooks.ts';
import { visibleText } from '../../../widgets/name-text.tsx';
import { ToneLine } from '../../../widgets/severity.tsx';
import { ActionButton } from '../../find/action-button.tsx';
import { useFileActs } from '../changes/file-editing.tsx';
import { folderText } from '../changes/file-paths.ts';
import { JobLines } from '../content/job-lines.tsx';
import classes from './add-buttons.module.css';

/** Adds files of this computer, or a new one. Nothing where files cannot be changed. */
export function AddButtons() {
  const acts = useFileActs();
  if (!acts) return null;
  const { folder, chooseFiles, askPath } = acts;
  return (
    <span className={classes.root}>
      <ActionButton
        name="Add files"
        also="upload import"
        Icon={IconUpload}
        title={`To ${folderText(folder)}. Drop files on another folder to add them there.`}
        run={() => chooseFiles(folder)}
      />
      <ActionButton name="New file" also="create" Icon={IconFilePlus} run={() => askPath({ act: 'new', folder })} />
    </span>
  );
}

/**
 * Progress of files that are added or downloaded, why the last act failed, and notes on the folders that were
 * changed.
 */
export function EditingNotes() {
  const acts = useFileActs();
  const { can, cannot } = useOpenPackage();
  if (!acts) {
    const why = can.files ? undefined : (cannot?.files ?? cannot?.save);
    return why === undefined ? null : <p className={classes.why}>Its files cannot be changed here. {why}</p>;
  }
  const { can: editing, shown, jobs, problem } = acts;
  const changed = [...shown.marks.keys()];
  const notes = editing.folders.filter(({ path }) => changed.some((each) => each.startsWith(path)));
  return (
    <>
      <JobLines job={jobs.put} className={classes.job} what="Reading the added files" failed="Not added." />
      <JobLines job={jobs.download} className={classes.job} what="Reading the file" failed="Not saved." />
      <div role="status">
        {problem !== undefined && (
          <ToneLine tone="error" className={classes.note}>
            {visibleText(problem)}
          </ToneLine>
        )}
      </div>
      {notes.map(({ path, says }) => (
        <ToneLine key={path} tone="info" className={classes.note}>
          {says}
        </ToneLine>
      ))}
    </>
  );
}
