import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconFilePlus, IconLink, IconPlus, IconUpload } from '@tabler/icons-react';
import { useOpenPackage } from '../../../state/hooks.ts';
import { visibleText } from '../../../widgets/name-text.tsx';
import { ToneLine } from '../../../widgets/severity.tsx';
import { type FindAction, useFindActions } from '../../find/action.ts';
import { useFileActs } from '../changes/file-editing.tsx';
import { folderText } from '../changes/file-paths.ts';
import { JobLines } from '../content/job-lines.tsx';
import classes from './add-menu.module.css';

/** Adds files of this computer, a new one, or a link. Nothing where files cannot be changed. */
export function AddMenu() {
  const acts = useFileActs();
  const actions: FindAction[] = acts
    ? [
        { name: 'Add files', also: 'upload import', Icon: IconUpload, run: () => acts.chooseFiles(acts.folder) },
        {
          name: 'New file',
          also: 'create',
          Icon: IconFilePlus,
          run: () => acts.askPath({ act: 'new', folder: acts.folder }),
        },
        ...(acts.addLink ? [{ name: 'Add link', also: 'url remote', Icon: IconLink, run: acts.addLink }] : []),
      ]
    : [];
  useFindActions(actions);
  if (!acts) return null;
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <Button
          size="sm"
          px={10}
          leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
          rightSection={<IconChevronDown size={14} stroke={1.75} aria-hidden />}
        >
          Add
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>To {visibleText(folderText(acts.folder))}</Menu.Label>
        {actions.map(({ name, Icon, run }) => (
          <Menu.Item key={name} leftSection={<Icon size={16} stroke={1.75} aria-hidden />} onClick={run}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
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
