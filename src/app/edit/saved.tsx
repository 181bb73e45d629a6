import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { formatBytes } from '../../widgets/byte-size.ts';
import { NameText } from '../../widgets/name-text.tsx';
import classes from './dialog.module.css';
import { Hashes, useFocus } from './dialog.tsx';
import type { Saved } from './save-job.ts';

/** What was saved, and what to do next. */
export function SavedNote({ saved, onClose }: { saved: Saved; onClose(): void }) {
  const done = useFocus<HTMLButtonElement>(true);
  const { name, size, downloaded, label, before, after, opened } = saved;
  return (
    <>
      <p role="status" aria-label="Saved" className={classes.line} data-tone="success">
        <IconCircleCheck size={16} stroke={1.75} aria-hidden />
        <span>
          Saved as <NameText mono>{name}</NameText>, {formatBytes(size)}
          {downloaded ? ', among your browser’s downloads' : ''}. It was opened again: its directory, its MANIFEST and
          all that was written anew are right.{opened ? ' It is the open carton now.' : ''}
        </span>
      </p>
      <Hashes label={label} before={before} after={after} />
      <h3 className={classes.heading}>What to do next</h3>
      <ol className={classes.next}>
        <li>Upload it to a host that others can reach. Boxcutter uploads nothing.</li>
        <li>Open its URL here, and see it as they will.</li>
        <li>
          Share that link, and the new {label.toLowerCase()} beside it: whoever has both can tell whether the file is
          this one.
        </li>
      </ol>
      <div className={classes.actions}>
        <Button ref={done} onClick={onClose}>
          Done
        </Button>
      </div>
    </>
  );
}
