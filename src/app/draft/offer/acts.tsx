import { Button } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { reviewedPath } from '../../../model/draft.ts';
import { EDIT_TEXT } from '../../../model/place.ts';
import type { DraftOffer as Offer } from '../../../state/draft/offers.ts';
import { useActions, useApp, useAppReader, useOpenPackage } from '../../../state/hooks.ts';
import { saveFile } from '../../../widgets/files/save-blob.ts';
import { usePlaceHref } from '../../../widgets/place-href.ts';
import { TextDiff } from '../../../widgets/text-diff/text-diff.tsx';
import { focusChosenTabSoon } from '../../focus.ts';
import { Confirm, DISCARD, RESTORE } from '../confirm.tsx';
import { useEditDialogs } from '../edit-dialogs.tsx';
import classes from './offer.module.css';

/** Shows a draft that was just taken up, if it was: in the form, or as text where that cannot be parsed. */
export function useShowDraft(): (isResealed: boolean) => void {
  const placeHref = usePlaceHref();
  const read = useAppReader();
  const dialogs = useEditDialogs();
  return (isResealed) => {
    const { draft } = read();
    if (draft?.changed) {
      const isText = draft.current.values === undefined && !draft.pending;
      window.location.hash = placeHref(isText ? { tab: 'edit', item: EDIT_TEXT } : { tab: 'edit' });
      if (isResealed) dialogs.reseal();
    }
    focusChosenTabSoon();
  };
}

interface ActsProps {
  offer: Offer;
  /** The text that the draft's is compared with. */
  before: string;
  /** The button that applies the draft, null if nothing can. By default, it replaces the whole text. */
  take?: ReactNode;
}

/** The buttons of an offered draft. */
export function OfferActs({ offer, before, take }: ActsProps) {
  const hasChanges = useApp((state) => state.draft?.changed === true);
  const { restoreDraft, discardOffer, nextOffer, passOffer } = useActions();
  const { metadataFile } = useOpenPackage().words;
  const path = reviewedPath(offer.texts, metadataFile);
  const show = useShowDraft();
  const [looked, setLooked] = useState(false);
  const [asked, setAsked] = useState<typeof DISCARD>();
  const first = useRef<HTMLButtonElement>(null);
  const after = offer.texts.get(path) ?? '';

  async function restore(): Promise<void> {
    await restoreDraft();
    show(offer.match === 'same' && offer.renew === 'reseal');
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
          <Button onClick={() => (hasChanges ? setAsked(RESTORE) : void restore())}>Restore</Button>
        ) : (
          take
        )}
        <Button ref={first} variant="subtle" aria-expanded={looked} onClick={() => setLooked(!looked)}>
          {looked ? 'Hide' : 'Look at it'}
        </Button>
        {metadataFile !== undefined && offer.texts.has(metadataFile) && (
          <Button variant="subtle" onClick={() => saveFile(after, metadataFile)}>
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
