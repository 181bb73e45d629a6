import { Button } from '@mantine/core';
import { formatBytes } from '../../base/amounts.ts';
import { judgedErrors } from '../../model/verdict.ts';
import type { MadePackage } from '../../state/draft/slice.ts';
import { useOutermost } from '../../state/hooks.ts';
import { openedOf } from '../../state/load.ts';
import { Card } from '../../widgets/card.tsx';
import { NameText } from '../../widgets/name-text.tsx';
import { ToneLine } from '../../widgets/severity.tsx';
import { ErrorLists } from '../draft/error-list.tsx';
import { NewHash } from '../draft/save/hashes.tsx';
import { NextSteps } from '../draft/save/next-steps.tsx';
import { takeFocusInPlace } from '../focus.ts';
import classes from './new-package.module.css';

interface Props {
  made: MadePackage;
  /** What such a package is called. */
  one: string;
  /** Opens it. */
  onOpen(): void;
  onClose(): void;
}

/** Notes that the page shows: each is a line of the dialog, and there may be one for each file. */
const MAX_NOTES = 200;

/** The dialog may be scrolled to the end of the form. */
function comeIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'center' });
}

/** What was made, what its files said before, and what to do next. The new package opens behind it. */
export function MadeNote({ one, made: { descriptor, download, size, identity, notes }, onOpen, onClose }: Props) {
  const { name } = descriptor.file;
  const load = useOutermost((state) => state.load);
  const opened = openedOf(load);
  const shown = opened?.descriptor === descriptor ? opened.package : undefined;
  const errors = shown ? judgedErrors(shown.findings, shown.verdicts).errors : [];
  return (
    <div className={classes.form}>
      <div ref={comeIntoView}>
        <ToneLine role="status" aria-label="Saved" tone={errors.length === 0 ? 'ok' : 'info'}>
          Saved as <NameText mono>{name}</NameText>, {formatBytes(size)}
          {download === undefined ? '' : ', in your browser’s downloads'}. Boxcutter checked what it wrote.
          {shown ? ` You are now viewing the new ${one}.` : ''}
        </ToneLine>
      </div>
      {notes.length > 0 && (
        <div className={classes.notes}>
          {notes.slice(0, MAX_NOTES).map((note) => (
            <ToneLine key={note} tone="warning">
              {note}
            </ToneLine>
          ))}
          {notes.length > MAX_NOTES && (
            <p className={classes.text}>{notes.length - MAX_NOTES} more files do not match.</p>
          )}
        </div>
      )}
      {errors.length > 0 && (
        <Card className={classes.errors}>
          <ErrorLists findings={errors} onGo={onClose} />
        </Card>
      )}
      {identity && <NewHash label={identity.label} hash={identity.sha256} />}
      <div>
        <h3 className={classes.heading}>Next steps</h3>
        {errors.length === 0 ? (
          <NextSteps
            name={name}
            size={size}
            title={shown?.title || name}
            label={identity?.label}
            sha256={identity?.sha256}
            onClose={onClose}
          />
        ) : (
          <p className={classes.text}>Fix these problems before you share it. Problems lists them all.</p>
        )}
      </div>
      <div className={classes.footer}>
        {!shown && load.phase !== 'opening' && <Button onClick={onOpen}>Open {one}</Button>}
        <Button variant="filled" ref={takeFocusInPlace} onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  );
}
