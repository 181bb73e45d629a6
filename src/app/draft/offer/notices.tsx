import { Button } from '@mantine/core';
import { IconBrowser, IconHistory } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { formatNumberIs, formatNumberOf } from '../../../base/amounts.ts';
import { reviewedPath } from '../../../model/draft.ts';
import { changeOf, isThereIn } from '../../../model/file/file-changes.ts';
import type { DraftOffer as Offer } from '../../../state/draft/offers.ts';
import { useActions, useApp, useOpenPackage, useWords } from '../../../state/hooks.ts';
import { ErrorNote } from '../../../widgets/error-note.tsx';
import { textDiff } from '../../../widgets/text-diff/hunks.ts';
import { momentText } from '../../../widgets/time-ago.ts';
import { Confirm, RESTORE } from '../confirm.tsx';
import { OfferActs, useShowDraft } from './acts.tsx';
import { fileCountsText } from './file-change-text.ts';
import classes from './offer.module.css';
import { OtherVersion } from './other-version.tsx';

/** Tells of a draft of the open package in another tab, and offers one of an earlier visit. */
export default function Notices() {
  return (
    <>
      <DraftElsewhere />
      <DraftOffer />
    </>
  );
}

/** Says that another tab has the draft of the open package, and what can be done here. */
function DraftElsewhere() {
  const elsewhere = useApp((state) => state.draftElsewhere);
  const hasChanges = useApp((state) => state.draft?.changed === true);
  const { takeOverDraft } = useActions();
  const { one } = useWords();
  const show = useShowDraft();
  const [asked, setAsked] = useState(false);
  if (!elsewhere) return null;
  const when = momentText(elsewhere.at);

  async function takeOver(): Promise<void> {
    setAsked(false);
    await takeOverDraft();
    show(elsewhere?.renew === 'reseal');
  }

  return (
    <section className={classes.root} aria-label="Draft in another tab">
      <IconBrowser className={classes.icon} size={20} stroke={1.75} aria-hidden />
      <div className={classes.body}>
        <p className={classes.text} role="status">
          Another tab {elsewhere.isTaken ? 'took over your' : 'has unsaved'} changes to this {one}, as of {when}. This
          tab shows it without them.
        </p>
        <p className={classes.text}>
          You can view it here. Changes you make here become a separate draft. Taking over moves the changes to this
          tab, and the other tab then shows the {one} without them.
        </p>
        {asked ? (
          <Confirm {...RESTORE} classes={classes} onNo={() => setAsked(false)} onYes={() => void takeOver()} />
        ) : (
          <div className={classes.actions}>
            <Button onClick={() => (hasChanges ? setAsked(true) : void takeOver())}>Take over</Button>
          </div>
        )}
      </div>
    </section>
  );
}

/** A kept draft of an earlier visit: its time, its changes, and what can be done with it. */
function DraftOffer() {
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
          <OtherVersion key={offer.id} offer={offer} />
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
  const { files } = useOpenPackage();
  const fileText = useMemo(() => {
    const marks = changeOf(offer.files, isThereIn(files));
    return fileCountsText([...marks.values()].map(({ kind }) => kind));
  }, [offer.files, files]);
  const lineText =
    diff.added + diff.removed > 0
      ? `${formatNumberOf(diff.added, 'line')} of ${path} added or changed, ${formatNumberOf(diff.removed, 'line')} removed or replaced`
      : undefined;
  const changes = [lineText, fileText].filter((text) => text !== undefined).join('; ');
  const when = momentText(offer.at);
  return (
    <>
      <p className={classes.text} role="status">
        You changed this {one} on {when} without saving it{changes === '' ? '' : `: ${changes}`}.
        {offer.renew === 'reseal' ? ` You had recomputed the hashes of all files. They will be computed again.` : ''}
        {offer.others > 0 ? ` ${formatNumberIs(offer.others, 'other draft')} kept of it.` : ''}
      </p>
      <OfferActs offer={offer} before={before} />
    </>
  );
}
