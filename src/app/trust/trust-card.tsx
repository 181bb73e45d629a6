import { ActionIcon } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { useFindings } from '../../state/hooks.ts';
import type { SourceDescriptor } from '../../state/load.ts';
import { InsideRow } from '../inside/inside-row.tsx';
import { IntegrityRow } from './integrity-row.tsx';
import { ProblemsRow } from './problems-row.tsx';
import { RunRow } from './run-row.tsx';
import classes from './trust-card.module.css';
import type { TrustShape } from './trust-row.tsx';
import { useTrust } from './use-trust.ts';

interface Props {
  descriptor: SourceDescriptor;
  /** Whether it stands in the bar, which has room for its icons. */
  inBar: boolean;
  /** Whether the screen is too narrow for a card beside the name. It then folds to a line. */
  narrow: boolean;
}

/** Whether the package can be trusted: is it intact, what would run, what is wrong with it. */
export function TrustCard({ descriptor, inBar, narrow }: Props) {
  const [open, setOpen] = useState(false);
  const { texts, integrity } = useTrust(descriptor);
  const hasProblems = useFindings().length > 0;
  const shape: TrustShape = inBar ? 'bar' : narrow && !open ? 'line' : 'card';
  return (
    <div className={classes.root} data-shape={shape}>
      <ul className={classes.rows} aria-label="Trust">
        <IntegrityRow text={texts.integrity} facts={integrity} shape={shape} />
        {texts.run && <RunRow text={texts.run} shape={shape} />}
        <ProblemsRow text={texts.problems} hasAny={hasProblems} shape={shape} />
        <InsideRow shape={shape} />
      </ul>
      {narrow && !inBar && (
        <ActionIcon
          className={classes.fold ?? ''}
          variant="subtle"
          aria-label="Trust in detail"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          <IconChevronDown size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      )}
    </div>
  );
}
