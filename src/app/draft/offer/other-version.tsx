import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { formatNumberIs, formatNumberOf } from '../../../base/amounts.ts';
import { type DraftRebase, reviewedPath } from '../../../model/draft.ts';
import { hostInWords } from '../../../model/link/linked-content.ts';
import type { OfferValues } from '../../../state/draft/offer-slice.ts';
import type { DraftOffer } from '../../../state/draft/offers.ts';
import { useActions, useApp, useLoading, useOpened, useOpenPackage, useWords } from '../../../state/hooks.ts';
import { useFirst } from '../../../widgets/first.tsx';
import { LoadingView } from '../../../widgets/loading/loading-view.tsx';
import { NameText } from '../../../widgets/name-text.tsx';
import { usePlaceHref } from '../../../widgets/place-href.ts';
import { momentText } from '../../../widgets/time-ago.ts';
import { focusChosenTabSoon } from '../../focus.ts';
import { useFormatDrafts } from '../../package/format-view.ts';
import tables from '../draft-dialog.module.css';
import { type ChangeRow, ChangeTable } from '../review/change-table.tsx';
import { OfferActs } from './acts.tsx';
import classes from './offer.module.css';
import { outcomeText } from './rebase-outcome.ts';

/** Changes listed of each kind: at first, so that the package below is not pushed far away, and at most. */
const FIRST_CHANGES = 5;
const MAX_CHANGES = 200;

/**
 * A draft that began from another version of the open package: which of its changes fit here, and which do not, before
 * the user decides.
 */
export function OtherVersion({ offer }: { offer: DraftOffer }) {
  const { one } = useWords();
  const opened = useOpened();
  const { name, words } = useOpenPackage();
  const values = useLoading(`offer ${offer.id}`, (actions) => actions.readOffer());
  const when = momentText(offer.at);
  const here = opened?.descriptor.kind === 'url' ? opened.descriptor.url : undefined;
  const first = offer.firstTexts.get(reviewedPath(offer.texts, words.metadataFile));
  return (
    <>
      <p className={classes.text} role="status">
        You changed {offer.name === name ? `another version of this ${one}` : <NameText>{offer.name}</NameText>}
        {offer.origin !== undefined && offer.origin !== here ? ` from ${hostInWords(offer.origin)}` : ''} on {when}{' '}
        without saving it. The file open here has different content.
        {offer.others > 0 ? ` ${formatNumberIs(offer.others, 'other draft')} kept, too.` : ''}
      </p>
      <LoadingView of={values} what="your changes">
        {(read) => <Rebased offer={offer} values={read} />}
      </LoadingView>
      {values.status === 'failed' && <OfferActs offer={offer} before={first ?? ''} take={null} />}
    </>
  );
}

/** Says which changes of a draft fit, and what can be done with it. */
function Rebased({ offer, values }: { offer: DraftOffer; values: OfferValues }) {
  const { words, format } = useOpenPackage();
  const { hashList } = useWords();
  const { isKnown, drafts } = useFormatDrafts(format);
  const draft = useApp(({ draft }) => draft);
  const { first, now } = values;
  const onto = draft ? draft.current.values : values.onto;
  const rebase = useMemo(
    () =>
      drafts && first !== undefined && now !== undefined && onto !== undefined
        ? drafts.rebase(first, now, onto)
        : undefined,
    [drafts, first, now, onto],
  );
  if (!isKnown) return null;
  const path = reviewedPath(offer.texts, words.metadataFile);
  return (
    <>
      {rebase ? (
        <Outcome rebase={rebase} />
      ) : (
        <p className={classes.text}>
          Its fields cannot be compared with those here, because one of the texts cannot be parsed. “Restore” replaces
          the whole text here. Undo brings it back.
        </p>
      )}
      {rebase && offer.renew !== false && (
        <p className={classes.text}>
          It would also update {hashList}. This is left out, because it belongs to the other files.
        </p>
      )}
      <OfferActs
        offer={offer}
        before={(draft ? draft.texts : values.texts).get(path) ?? ''}
        take={rebase && <Apply rebase={rebase} />}
      />
    </>
  );
}

function Outcome({ rebase }: { rebase: DraftRebase }) {
  const { fits, misfits, present } = rebase;
  return (
    <>
      <p className={classes.text}>
        {outcomeText(rebase)}
        {misfits.length > 0
          ? ' Changes that do not fit are left out, because the value here has changed since. They stay in the kept draft.'
          : ''}
      </p>
      <Changes label="Changes that do not fit" rows={misfits.map(({ change, found }) => ({ change, before: found }))} />
      <Changes label="Changes that fit" rows={fits.map(({ change }) => ({ change, before: change.before }))} />
      {fits.length + misfits.length === 0 && present.length > 0 && (
        <p className={classes.text}>You can discard the kept draft.</p>
      )}
    </>
  );
}

/** Makes the changes that fit, each as a step. */
function Apply({ rebase: { fits, misfits } }: { rebase: DraftRebase }) {
  const placeHref = usePlaceHref();
  const { applyOffer } = useActions();
  if (fits.length === 0) return null;

  async function apply(): Promise<void> {
    await applyOffer(
      fits.map(({ step }) => step),
      misfits.length === 0,
    );
    window.location.hash = placeHref({ tab: 'edit' });
    focusChosenTabSoon();
  }

  return <Button onClick={() => void apply()}>Apply {formatNumberOf(fits.length, 'change')}</Button>;
}

function Changes({ label, rows }: { label: string; rows: readonly ChangeRow[] }) {
  const words = `Show ${formatNumberOf(rows.length - FIRST_CHANGES, 'more change')}`;
  const [shown, more] = useFirst(rows.slice(0, MAX_CHANGES), FIRST_CHANGES, words, {
    variant: 'subtle',
    size: 'sm',
    mt: 0,
  });
  const left = rows.length - shown.length;
  if (rows.length === 0) return null;
  return (
    <>
      <h3 className={tables.heading}>{label}</h3>
      <ChangeTable label={label} rows={shown} words={['Here', 'In the draft']} />
      {more}
      {left > 0 && !more && <p className={tables.quiet}>and {formatNumberOf(left, 'more change')}</p>}
    </>
  );
}
