import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatCount } from '../../base/amounts.ts';
import { JobProgress } from '../../widgets/loading/loading-view.tsx';
import { NameText } from '../../widgets/name-text.tsx';
import { type Tone, ToneLine } from '../../widgets/severity.tsx';
import { takeFocus } from '../focus.ts';
import classes from './draft-dialog.module.css';

/** A sentence of a dialog, with the gap to what is below it. */
export function Line({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <ToneLine tone={tone} className={classes.line}>
      {children}
    </ToneLine>
  );
}

interface ListProps<T> {
  label: string;
  items: readonly T[];
  /** How many are listed. */
  max: number;
  /** Says how many others there are: "3 more files". */
  more(count: number): string;
  className?: string | undefined;
  /** How many there are, where `items` are not all of them. */
  total?: number;
  children(item: T, index: number): ReactNode;
}

/** The first items of a list, and how many there are beside them. */
export function ShortList<T>({ label, items, max, more, total = items.length, className, children }: ListProps<T>) {
  const shown = items.slice(0, max);
  return (
    <ul className={className ?? classes.list} aria-label={label}>
      {shown.map(children)}
      {total > shown.length && <li className={classes.quiet}>and {more(total - shown.length)}</li>}
    </ul>
  );
}

/** The first of some paths in a sentence, and how many more there are. */
export function NamedPaths({ paths, max = 3 }: { paths: readonly string[]; max?: number }) {
  return (
    <>
      {paths.slice(0, max).map((path, at) => (
        <span key={path}>
          {at > 0 ? ', ' : ''}
          <NameText mono>{path}</NameText>
        </span>
      ))}
      {paths.length > max && ` and ${formatCount(paths.length - max)} more`}
    </>
  );
}

interface StepProps {
  className: string | undefined;
  what: string;
  /** In bytes. */
  progress: { done: number; total: number } | undefined;
  onCancel(): void;
}

/** How far a step of a dialog is, in the place of the buttons that began it. */
export function RunningStep({ className, what, progress, onCancel }: StepProps) {
  return (
    <div className={className}>
      <div className={classes.job}>
        <JobProgress what={what} progress={progress} />
      </div>
      <Button ref={takeFocus} onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}
