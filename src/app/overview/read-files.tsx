import { useRef } from 'react';
import { formatBytes, formatNumberOf } from '../../base/amounts.ts';
import type { UnreadFiles } from '../../model/run-facts.ts';
import { useActions } from '../../state/hooks.ts';
import { useReadButton } from '../package/read-more.tsx';
import classes from './what-would-run.module.css';

/** Says how many files were not read to their end, and reads them. */
export function ReadFiles({ files: { count, bytes } }: { files: UnreadFiles }) {
  const { auditWhole } = useActions();
  const place = useRef<HTMLDivElement>(null);
  const { button, failure, isRunning } = useReadButton(
    `Look into ${count === 1 ? 'it' : 'them'}`,
    async ({ signal }) => {
      const rest = place.current?.parentElement?.querySelector('summary');
      await auditWhole({ signal });
      // The button that had the focus goes, and what was found is in the list.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) rest?.focus();
      });
    },
  );
  return (
    <div ref={place}>
      {!isRunning && (
        <p className={classes.unread}>
          {formatNumberOf(count, 'file')} of {formatBytes(bytes)} {count === 1 ? 'was' : 'were'} not read to the end.
        </p>
      )}
      {button}
      {failure}
    </div>
  );
}
