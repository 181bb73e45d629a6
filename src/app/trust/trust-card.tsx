import { ActionIcon } from '@mantine/core';
import { IconChevronDown, IconTerminal2 } from '@tabler/icons-react';
import { useState } from 'react';
import type { Place } from '../../model/place.ts';
import { useFindings } from '../../state/hooks.ts';
import type { SourceDescriptor } from '../../state/load.ts';
import { FactText } from '../../widgets/fact-text.tsx';
import { usePlaceHref } from '../../widgets/place-href.ts';
import { PlaceLink } from '../../widgets/place-link.tsx';
import { InsideRow } from '../inside/inside-row.tsx';
import { IntegrityRow } from './integrity-row.tsx';
import classes from './trust-card.module.css';
import { TrustRow, type TrustRowProps, type TrustShape } from './trust-row.tsx';
import { useTrust } from './use-trust.ts';

interface Props {
  descriptor: SourceDescriptor;
  /** Whether it stands in the bar, which has room for its icons. */
  inBar: boolean;
  /** Whether the screen is too narrow for a card beside the name. It then folds to a line. */
  narrow: boolean;
}

/** Whether the package can be trusted: if it is intact, what would run, and its problems. */
export function TrustCard({ descriptor, inBar, narrow }: Props) {
  const [open, setOpen] = useState(false);
  const { texts, integrity } = useTrust(descriptor);
  const hasProblems = useFindings().length > 0;
  const shape: TrustShape = inBar ? 'bar' : narrow && !open ? 'line' : 'card';
  return (
    <div className={classes.root} data-shape={shape}>
      <ul className={classes.rows} aria-label="Trust">
        <IntegrityRow text={texts.integrity} facts={integrity} shape={shape} />
        {texts.run && (
          <LinkRow
            {...texts.run}
            detail={texts.run.detail.length > 0 && <FactText>{texts.run.detail}</FactText>}
            place={{ tab: 'overview', show: 'runs' }}
            Icon={IconTerminal2}
            shape={shape}
            shown="what would run"
          />
        )}
        <LinkRow
          {...texts.problems}
          place={{ tab: 'problems' }}
          shape={shape}
          shown={hasProblems ? 'problems' : undefined}
        />
        <InsideRow shape={shape} />
      </ul>
      {narrow && !inBar && (
        <ActionIcon
          className={classes.fold ?? ''}
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

interface LinkRowProps extends Omit<TrustRowProps, 'href' | 'children'> {
  place: Place;
  /** What the link shows. Undefined without one. */
  shown: string | undefined;
}

/** A row with a link to the place that has it all. */
function LinkRow({ place, shown, ...row }: LinkRowProps) {
  return (
    <TrustRow {...row} href={usePlaceHref()(place)}>
      {shown !== undefined && (
        <PlaceLink to={place} underline="never">
          Show<span className="visually-hidden"> {shown}</span>
        </PlaceLink>
      )}
    </TrustRow>
  );
}
