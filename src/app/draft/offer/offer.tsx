import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { reviewedPath } from '../../../model/draft.ts';
import { EDIT_TEXT } from '../../../model/place.ts';
import type { DraftOffer as Offer } from '../../../state/draft/offers.ts';
import { useActions, useApp, useAppReader, useOpenPackage, useWords } from '../../../state/hooks.ts';
import { formatNumberIs, formatNumberOf } from '../../../widgets/byte-size.ts';
import { ErrorNote } from '../../../widgets/error-note.tsx';
import { saveText } from '../../../widgets/files/save-blob.ts';
import { usePlaceHref } from '../../../widgets/place-href.ts';
import { textDiff } from '../../../widgets/text-diff/hunks.ts';
import { TextDiff } from '../../../widgets/text-diff/text-diff.tsx';
import { momentText } from '../../../widgets/time-ago.ts';
import { focusChosenTabSoon } from '../../focus.ts';
import { Confirm, DISCARD, RESTORE } from '../confirm.tsx';
import { useEditDialogs } from '../draft-dialogs.tsx';
import classes from './offer.module.css';
import { OtherVersion } from './other-version.tsx';

/** A kept draft of an earlier visit: its time, its changes, and what can be done with it. */
export default function DraftOffer() {
  const offer = useApp((state) => state.draftOffer);
  // Why the draft could not be restored: editing could not begin.
  const error = useApp((state) => (state.draft ? undefined : state.draftError));
  if (!offer) return null;
  return (
    <section className={classes.root} aria-label="Kept draft">
      <IconHistory className={classes.icon} size={20} stroke={1.75} aria-hidden />
      <div className={classes.body}>
        {offer.match === 'same' ? (
          <SameVersion key={offer.id} offer={offer} />
        ) : (
          <OtherVersion key={offer.id} offer={offer}>
            {(act) => <OfferActs offer={offer} {...act} />}
          </OtherVersion>
        )}
        {error && <ErrorNote error={error} />}
      </div>
    </section>
  );
}

/** A draft of this very version of the package. */
function SameVersion({ offer }: { offer: Offer }) {
  const { one } = useWords();
  const path = reviewedPath(offer.texts, useOpenPackage().words.metadataFile);
  const before = offer.firstTexts.get(path) ?? '';
  const after = offer.texts.get(path) ?? '';
  const diff = useMemo(() => textDiff(before, after), [before, after]);
  const when = momentText(offer.at);
  return (
    <>
      <p className={classes.text} role="status">
        You changed this {one} on {when} without saving it: {formatNumberOf(diff.added, 'line')} of {path} added or
        changed, {formatNumberOf(diff.removed, 'line')} removed or replaced.
        {offer.renew === 'reseal' ? ` You had recomputed the hashes of all files. They will be computed again.` : ''}
        {offer.others > 0 ? ` ${formatNumberIs(offer.others, 'other draft')} kept of it.` : ''}
      </p>
      <OfferActs offer={offer} before={before} />
    </>
  );
}

interface ActsProps {
  offer: Offer;
  /** The text that the draft's is compared with. */
  before: string;
  /** The button that applies the draft, null if nothing can. By default, it replaces the whole text. */
  take?: ReactNode;
}

/** The buttons of an offered draft. */
function OfferActs({ offer, before, take }: ActsProps) {
  const placeHref = usePlaceHref();
  const hasChanges = useApp((state) => state.draft?.changed === true);
  const { restoreDraft, discardOffer, nextOffer, passOffer } = useActions();
  const { metadataFile } = useOpenPackage().words;
  const path = reviewedPath(offer.texts, metadataFile);
  const read = useAppReader();
  const dialogs = useEditDialogs();
  const [looked, setLooked] = useState(false);
  const [asked, setAsked] = useState<typeof DISCARD>();
  const first = useRef<HTMLButtonElement>(null);
  const after = offer.texts.get(path) ?? '';

  async function restore(): Promise<void> {
    const isResealed = offer.match === 'same' && offer.renew === 'reseal';
    await restoreDraft();
    const { draft } = read();
    if (!draft) return;
    const isText = draft.current.values === undefined && !draft.pending;
    window.location.hash = placeHref(isText ? { tab: 'edit', item: EDIT_TEXT } : { tab: 'edit' });
    focusChosenTabSoon();
    if (isResealed) dialogs.reseal();
  }

  async function discard(): Promise<void> {
    await discardOffer();
    focusChosenTabSoon();
  }

  if (asked)
    return (
      <Confirm
        {...asked}
        classes={classes}
        onNo={() => {
          setAsked(undefined);
          // The first buttons must be rendered again before they can get the focus.
          requestAnimationFrame(() => first.current?.focus());
        }}
        onYes={() => {
          setAsked(undefined);
          void (asked === RESTORE ? restore() : discard());
        }}
      />
    );
  return (
    <>
      <div className={classes.actions}>
        {take === undefined ? (
          <Button variant="default" onClick={() => (hasChanges ? setAsked(RESTORE) : void restore())}>
            Restore
          </Button>
        ) : (
          take
        )}
        <Button ref={first} variant="subtle" aria-expanded={looked} onClick={() => setLooked(!looked)}>
          {looked ? 'Hide' : 'Look at it'}
        </Button>
        {metadataFile !== undefined && offer.texts.has(metadataFile) && (
          <Button variant="subtle" onClick={() => saveText(after, metadataFile)}>
            Download its {metadataFile}
          </Button>
        )}
        {offer.others > 0 && (
          <Button variant="subtle" onClick={() => void nextOffer()}>
            Show another draft
          </Button>
        )}
        <Button
          variant="subtle"
          onClick={() => {
            passOffer();
            focusChosenTabSoon();
          }}
        >
          Not now
        </Button>
        <Button variant="subtle" onClick={() => setAsked(DISCARD)}>
          Discard
        </Button>
      </div>
      {looked && <TextDiff before={before} after={after} label={`Difference of ${path}`} />}
    </>
  );
}
