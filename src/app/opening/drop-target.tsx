import { useWindowEvent } from '@mantine/hooks';
import { IconPackageImport } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { OPENED } from '../../formats/list.ts';
import { isDropClaimed } from '../../widgets/files/drop-claim.ts';
import classes from './drop-target.module.css';
import { useOpening } from './opening-ways.ts';

/** What files are dragged over: the page, or a part of it that takes them. */
type Over = 'page' | 'part';

/** Parts of the page that take files (`widgets/file-drop.ts`). */
const PARTS = '[data-takes-files]';

/**
 * Opens files and folders that are dropped anywhere on the window, except where another part of the page takes them: it
 * prevents the default of the event. Shows a frame while they are dragged over it, or, where there are such parts, only
 * says so: they are marked then (`html[data-file-drag]`).
 */
export function DropTarget() {
  const { openDrop } = useOpening();
  const [over, setOver] = useState<Over>();

  const holdsFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false;
  useWindowEvent('dragover', (event) => {
    if (!holdsFiles(event)) return;
    if (event.defaultPrevented) {
      setOver('part');
      return;
    }
    // Without this the browser would leave the page and show the file itself.
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
    setOver('page');
  });
  useWindowEvent('dragleave', ({ relatedTarget }) => {
    if (relatedTarget === null) setOver(undefined);
  });
  useWindowEvent('drop', (event) => {
    setOver(undefined);
    if (isDropClaimed(event) || !holdsFiles(event) || !event.dataTransfer) return;
    event.preventDefault();
    openDrop(event.dataTransfer);
  });

  const isDragging = over !== undefined;
  useEffect(() => {
    if (!isDragging) return;
    const { dataset } = document.documentElement;
    dataset.fileDrag = '';
    return () => {
      delete dataset.fileDrag;
    };
  }, [isDragging]);

  if (over === undefined) return null;
  if (document.querySelector(PARTS))
    return (
      <div className={classes.notice} aria-hidden>
        <IconPackageImport size={16} stroke={1.75} />
        {over === 'part' ? 'Drop it to add it' : 'Drop it in a marked field to add it, or elsewhere to open it'}
      </div>
    );
  if (over === 'part') return null;
  return (
    <div className={classes.root} aria-hidden>
      <div className={classes.frame}>
        <IconPackageImport className={classes.icon} size={48} stroke={1.5} />
        <p className={classes.title}>Drop it to open it</p>
        <p className={classes.hint}>{OPENED}</p>
      </div>
    </div>
  );
}
