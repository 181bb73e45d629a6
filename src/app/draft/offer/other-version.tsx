import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { formatNumberIs, formatNumberOf } from '../../../base/amounts.ts';
import { type DraftRebase, type FileChange, reviewedPath } from '../../../model/draft.ts';
import { isThereIn } from '../../../model/file/file-changes.ts';
import { type FileRebase, rebaseFiles } from '../../../model/file/file-rebase.ts';
import { hostInWords } from '../../../model/link/linked-content.ts';
import type { OfferValues } from '../../../state/draft/offer-slice.ts';
import type { DraftOffer } from '../../../state/draft/offers.ts';
import { useActions, useApp, useLoading, useOpened, useOpenPackage, useWords } from '../../../state/hooks.ts';
import { useFirst } from '../../../widgets/first.tsx';
import { LoadingView } from '../../../widgets/loading/loading-view.tsx';
import { NameText, visibleText } from '../../../widgets/name-text.tsx';
import { usePlaceHref } from '../../../widgets/place-href.ts';
import { momentText } from '../../../widgets/time-ago.ts';
import { focusChosenTabSoon } from '../../focus.ts';
import { useFormatDrafts } from '../../package/format-view.ts';
import tables from '../draft-dialog.module.css';
import { type ChangeRow, ChangeTable } from '../review/change-table.tsx';
import { OfferActs } from './acts.tsx';
import { fileChangeText } from './file-change-text.ts';
import classes from './offer.module.css';
import { outcomeText } from './rebase-outcome.ts';

/** Changes listed of each kind: at first, so that the package below is not pushed far away, and at most. */
const FIRST_CHANGES = 5;
const MAX_CHANGES = 200;

const NO_FILES: readonly FileChange[] = [];

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
  const pkg = useOpenPackage();
  const { words, format, files: own } = pkg;
  const { hashList } = useWords();
  const { isKnown, drafts } = useFormatDrafts(format);
  const draft = useApp(({ draft }) => draft);
  const { first, now } = values;
  const onto = draft ? draft.current.values : values.onto;
  const files = useMemo(
    () => rebaseFiles(offer.files, draft?.current.files ?? NO_FILES, isThereIn(own)),
    [offer.files, draft?.current.files, own],
  );
  const rebase = useMemo(() => {
    if (!drafts || first === undefined || now === undefined || onto === undefined) return undefined;
    const added = new Set(files.fits.flatMap((change) => (change.kind === 'put' ? change.path : [])));
    return drafts.rebase(first, now, onto, pkg, added);
  }, [drafts, first, now, onto, pkg, files]);
  if (!isKnown) return null;
  const path = reviewedPath(offer.texts, words.metadataFile);
  const added = files.fits.filter(({ kind }) => kind === 'put').length;
  return (
    <>
      {rebase ? (
        <Outcome rebase={rebase} files={files} />
      ) : (
        <p className={classes.text}>
          Its fields cannot be compared with those here, because one of the texts cannot be parsed. “Restore” replaces
          the whole text here{added > 0 ? ` and adds ${formatNumberOf(added, 'file')}` : ''}. Undo brings it back.
        </p>
      )}
      <FileMisfits files={files.misfits} />
      {rebase && offer.renew !== false && (
        <p className={classes.text}>
          It would also update {hashList}. This is left out, because it belongs to the other files.
        </p>
      )}
      <OfferActs
        offer={offer}
        before={(draft ? draft.texts : values.texts).get(path) ?? ''}
        take={rebase && <Apply rebase={rebase} files={files} />}
      />
    </>
  );
}

interface OutcomeProps {
  rebase: DraftRebase;
  files: FileRebase;
}

function Outcome({ rebase: { fits, misfits, present }, files }: OutcomeProps) {
  return (
    <>
      <p className={classes.text}>
        {outcomeText({ fits: [...fits, ...files.fits], misfits: [...misfits, ...files.misfits], present })}
        {misfits.length > 0
          ? ' Changes that do not fit are left out, because the value here has changed since. They stay in the kept draft.'
          : ''}
      </p>
      <Changes label="Changes that do not fit" rows={misfits.map(({ change, found }) => ({ change, before: found }))} />
      <Changes label="Changes that fit" rows={fits.map(({ change }) => ({ change, before: change.before }))} />
      <AddedFiles files={files.fits} />
      {fits.length + misfits.length + files.fits.length + files.misfits.length === 0 && present.length > 0 && (
        <p className={classes.text}>You can discard the kept draft.</p>
      )}
    </>
  );
}

/** The files that are added here, by their paths. */
function AddedFiles({ files }: { files: FileRebase['fits'] }) {
  const rows = files.flatMap((change) => (change.kind === 'put' ? { path: change.path, does: 'added' } : []));
  return <FileList label="Files that are added" rows={rows} />;
}

/** The changes of files that are left out, and why. */
function FileMisfits({ files }: { files: FileRebase['misfits'] }) {
  const { one } = useWords();
  if (files.length === 0) return null;
  return (
    <>
      <p className={classes.text}>
        It also changed files of the other version. This {one} may have other files in their place, so these changes are
        left out. They stay in the kept draft.
      </p>
      <FileList label="Changes of files that do not fit" rows={files.map(fileChangeText)} />
    </>
  );
}

function FileList({ label, rows }: { label: string; rows: readonly { path: string; does: string }[] }) {
  if (rows.length === 0) return null;
  const more = rows.length - FIRST_CHANGES;
  return (
    <ul className={classes.files} aria-label={label}>
      {rows.slice(0, FIRST_CHANGES).map(({ path, does }) => (
        <li key={`${path} ${does}`}>
          <NameText mono>{path}</NameText> {visibleText(does)}
        </li>
      ))}
      {more > 0 && <li>and {formatNumberOf(more, 'more file')}</li>}
    </ul>
  );
}

/** Makes the changes that fit: adds the files in one step, and changes each field in one. */
function Apply({ rebase: { fits, misfits }, files }: OutcomeProps) {
  const placeHref = usePlaceHref();
  const { applyOffer } = useActions();
  const count = fits.length + files.fits.length;
  if (count === 0) return null;

  async function apply(): Promise<void> {
    await applyOffer(
      fits.map(({ step }) => step),
      misfits.length === 0,
    );
    window.location.hash = placeHref({ tab: 'edit' });
    focusChosenTabSoon();
  }

  return <Button onClick={() => void apply()}>Apply {formatNumberOf(count, 'change')}</Button>;
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
