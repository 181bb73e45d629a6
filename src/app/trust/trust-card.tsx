import { ActionIcon, Popover } from '@mantine/core';
import { IconChevronDown, IconTerminal2 } from '@tabler/icons-react';
import { useState } from 'react';
import { type Place, SCAN_PLACE } from '../../model/place.ts';
import { useFindings, useScannedShare } from '../../state/hooks.ts';
import type { SourceDescriptor } from '../../state/load.ts';
import { FactText } from '../../widgets/fact-text.tsx';
import { usePlaceHref } from '../../widgets/place-href.ts';
import { PlaceLink } from '../../widgets/place-link.tsx';
import { useNarrow } from '../../widgets/screen.ts';
import { InsideRow } from '../inside/inside-row.tsx';
import { useLeavingLinks } from '../leaving-links.ts';
import { useOpenHere } from '../page-address.ts';
import { IntegrityRow } from './integrity-row.tsx';
import { VALUES_TEXTS } from './problems.ts';
import classes from './trust-card.module.css';
import { TrustPlaceProvider, TrustRow, type TrustRowProps } from './trust-row.tsx';
import { useTrust } from './use-trust.ts';

interface Props {
  descriptor: SourceDescriptor;
}

/** Whether the package can be trusted: if it is intact, what would run, and its problems. On a phone it folds to a line. */
export function TrustCard({ descriptor }: Props) {
  const narrow = useNarrow();
  const [open, setOpen] = useState(false);
  const shape = narrow && !open ? 'line' : 'card';
  return (
    <div className={classes.root} data-shape={shape}>
      <TrustPlaceProvider value={{ shape, isLive: true }}>
        <TrustRows descriptor={descriptor} label="Trust" />
      </TrustPlaceProvider>
      {narrow && (
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

const OPENED = { shape: 'card', isLive: false } as const;

/** In the bar: an icon for each row of the card. A press on one opens the card. */
export function TrustMarks({ descriptor }: Props) {
  const [isOpen, setOpen] = useOpenHere();
  const onToggle = () => setOpen(!isOpen);
  const { returnFocus, onClick } = useLeavingLinks(isOpen, () => setOpen(false));
  return (
    <Popover
      opened={isOpen}
      onChange={(open) => {
        // A click in such a dialog is not one beside the card, which must stay: the dialog is a part of it.
        if (open || !document.querySelector('[aria-modal="true"]')) setOpen(open);
      }}
      position="bottom-start"
      width={384}
      trapFocus
      returnFocus={returnFocus}
      // Each mark says what it opens.
      withRoles={false}
      // Below the dialogs that its buttons open.
      zIndex={150}
    >
      <Popover.Target>
        <div className={classes.root} data-shape="bar">
          <TrustPlaceProvider value={{ shape: 'bar', isLive: true, isOpen, onToggle }}>
            <TrustRows descriptor={descriptor} label="Trust" />
          </TrustPlaceProvider>
        </div>
      </Popover.Target>
      <Popover.Dropdown p={0} onClick={onClick}>
        <div
          className={classes.root}
          data-shape="card"
          data-opened
          role="dialog"
          aria-label="Trust in detail"
          tabIndex={-1}
          data-autofocus
        >
          <TrustPlaceProvider value={OPENED}>
            <TrustRows descriptor={descriptor} label="Trust in detail" />
          </TrustPlaceProvider>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

function TrustRows({ descriptor, label }: Props & { label: string }) {
  const { texts, integrity } = useTrust(descriptor);
  const hasProblems = useFindings().length > 0;
  const isUnscanned = VALUES_TEXTS[useScannedShare()] !== undefined;
  return (
    <ul className={classes.rows} aria-label={label}>
      <IntegrityRow text={texts.integrity} facts={integrity} />
      {texts.run && (
        <LinkRow
          {...texts.run}
          detail={texts.run.detail.length > 0 && <FactText>{texts.run.detail}</FactText>}
          place={{ tab: 'overview', show: 'runs' }}
          Icon={IconTerminal2}
          shown="what would run"
        />
      )}
      {hasProblems || !isUnscanned ? (
        <LinkRow {...texts.problems} place={{ tab: 'problems' }} shown={hasProblems ? 'problems' : undefined} />
      ) : (
        <LinkRow {...texts.problems} place={SCAN_PLACE} action="Scan" shown="the values of all tensors" />
      )}
      <InsideRow />
    </ul>
  );
}

interface LinkRowProps extends Omit<TrustRowProps, 'href' | 'children'> {
  place: Place;
  /** What the link shows. Undefined without one. */
  shown: string | undefined;
  action?: string;
}

/** A row with a link to the place that has it all. */
function LinkRow({ place, shown, action = 'Show', ...row }: LinkRowProps) {
  return (
    <TrustRow {...row} href={usePlaceHref()(place)}>
      {shown !== undefined && (
        <PlaceLink to={place} underline="never">
          {action}
          <span className="visually-hidden"> {shown}</span>
        </PlaceLink>
      )}
    </TrustRow>
  );
}
