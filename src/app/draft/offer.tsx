import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useMemo, useRef, useState } from 'react';
import { EDIT_TEXT, placeHref } from '../../model/place.ts';
import { useActions, useApp, useAppReader, useWords } from '../../state/hooks.ts';
import { formatNumberOf } from '../../widgets/byte-size.ts';
import { ErrorNote } from '../../widgets/error-note.tsx';
import { textDiff } from '../../widgets/text-diff/hunks.ts';
import { TextDiff } from '../../widgets/text-diff/text-diff.tsx';
import { useFocus } from './draft-dialog.tsx';
import { useEditDialogs } from './draft-dialogs.tsx';
import classes from './offer.module.css';

/** The action that the user must confirm. */
type Asked = 'restore' | 'discard';

/** A kept draft of an earlier visit: its time, its changes, and buttons to restore or discard it. */
export default function DraftOffer() {
  const offer = useApp((state) => state.draftOffer);
  // Why the draft could not be restored: editing could not begin.
  const error = useApp((state) => (state.draft ? undefined : state.draftError));
  const hasChanges = useApp((state) => state.draft?.changed === true);
  const { restoreDraft, discardOffer, nextOffer } = useActions();
  const { one, metadataFile } = useWords();
  const read = useAppReader();
  const dialogs = useEditDialogs();
  const [looked, setLooked] = useState(false);
  const [asked, setAsked] = useState<{ what: Asked; of: string }>();
  const first = useRef<HTMLButtonElement>(null);
  const before = offer?.firstTexts.get(metadataFile) ?? '';
  const after = offer?.texts.get(metadataFile) ?? '';
  const diff = useMemo(() => textDiff(before, after), [before, after]);
  if (!offer) return null;
  const when = new Date(offer.at).toLocaleString(undefined, { dateStyle: 'long', timeStyle: 'short' });
  const question = asked?.of === offer.id ? asked.what : undefined;

  async function restore(): Promise<void> {
    const isResealed = offer?.renew === 'reseal';
    await restoreDraft();
    const { draft } = read();
    if (!draft) return;
    const isText = draft.current.values === undefined && !draft.pending;
    window.location.hash = placeHref(isText ? { tab: 'edit', item: EDIT_TEXT } : { tab: 'edit' });
    focusTab();
    if (isResealed) dialogs.reseal();
  }

  async function discard(): Promise<void> {
    await discardOffer();
    focusTab();
  }

  return (
    <section className={classes.root} aria-label="Kept draft">
      <IconHistory className={classes.icon} size={20} stroke={1.75} aria-hidden />
      <div className={classes.body}>
        <p className={classes.text} role="status">
          You changed this {one} on {when} and did not save it: {formatNumberOf(diff.added, 'line')} of {metadataFile}
          added or changed, {formatNumberOf(diff.removed, 'line')} gone or replaced.
          {offer.renew === 'reseal' ? ` The hashes of all files were computed anew, and are to be computed again.` : ''}
          {offer.others > 0
            ? ` ${formatNumberOf(offer.others + 1, 'draft')} of this ${one} ${offer.others + 1 === 1 ? 'is' : 'are'} kept.`
            : ''}
        </p>
        {question === undefined ? (
          <div className={classes.actions}>
            <Button
              ref={first}
              variant="default"
              onClick={() => (hasChanges ? setAsked({ what: 'restore', of: offer.id }) : void restore())}
            >
              Restore
            </Button>
            <Button variant="subtle" aria-expanded={looked} onClick={() => setLooked(!looked)}>
              {looked ? 'Hide' : 'Look at it'}
            </Button>
            {offer.others > 0 && (
              <Button variant="subtle" onClick={() => void nextOffer()}>
                Show another draft
              </Button>
            )}
            <Button variant="subtle" onClick={() => setAsked({ what: 'discard', of: offer.id })}>
              Discard
            </Button>
          </div>
        ) : (
          <Question
            what={question}
            onNo={() => {
              setAsked(undefined);
              // The first buttons must be rendered again before they can get the focus.
              requestAnimationFrame(() => first.current?.focus());
            }}
            onYes={() => {
              setAsked(undefined);
              void (question === 'restore' ? restore() : discard());
            }}
          />
        )}
        {error && <ErrorNote error={error} />}
        {looked && <TextDiff before={before} after={after} label={`Difference of ${metadataFile}`} />}
      </div>
    </section>
  );
}

interface QuestionProps {
  what: Asked;
  onNo(): void;
  onYes(): void;
}

function Question({ what, onNo, onYes }: QuestionProps) {
  const keep = useFocus<HTMLButtonElement>(true);
  return (
    <>
      <p className={classes.text}>
        {what === 'discard'
          ? 'It is gone for good then. This cannot be undone.'
          : 'It takes the place of the changes that you have made now. Undo brings those back.'}
      </p>
      <div className={classes.actions}>
        <Button ref={keep} variant="default" onClick={onNo}>
          {what === 'discard' ? 'Keep it' : 'Keep these'}
        </Button>
        <Button color="red" variant="outline" onClick={onYes}>
          {what === 'discard' ? 'Discard it' : 'Restore it'}
        </Button>
      </div>
    </>
  );
}

/** Focuses the chosen tab, after the control that had the focus is gone. */
function focusTab(): void {
  requestAnimationFrame(() => {
    document.querySelector<HTMLElement>('main [role="tab"][aria-selected="true"]')?.focus({ preventScroll: true });
  });
}
