import { Button } from '@mantine/core';
import { useState } from 'react';
import { baseName } from '../../model/file-name.ts';
import { hostInWords } from '../../model/linked-content.ts';
import { useActions, useApp } from '../../state/hooks.ts';
import type { KeptDraftNote } from '../../state/offer-slice.ts';
import { formatNumberIs, formatNumberOf } from '../../widgets/byte-size.ts';
import { Card } from '../../widgets/card.tsx';
import { NameText, visibleText } from '../../widgets/name-text.tsx';
import { saveText } from '../../widgets/save-blob.ts';
import { SectionHeading } from '../../widgets/section-heading.tsx';
import { momentText } from '../../widgets/time-ago.ts';
import { takeFocus } from '../focus.ts';
import classes from './kept-list.module.css';
import { useOpening } from './opening.tsx';

/** Drafts listed at first, the newest ones. */
const FIRST_DRAFTS = 3;

/** The drafts that this browser keeps, while nothing is open: each can be gone on with, downloaded and discarded. */
export default function KeptList() {
  const drafts = useApp((state) => state.keptDrafts);
  const [isWhole, setWhole] = useState(false);
  if (drafts.length === 0) return null;
  const shown = isWhole ? drafts : drafts.slice(0, FIRST_DRAFTS);
  return (
    <section aria-labelledby="kept-drafts">
      <SectionHeading id="kept-drafts">Kept drafts</SectionHeading>
      <p role="status" aria-label="Kept changes" className={classes.note}>
        {formatNumberIs(drafts.length, 'draft')} kept in this browser, with changes that you have not saved.
      </p>
      <Card as="ul" rows>
        {shown.map((draft) => (
          <KeptDraft key={draft.id} draft={draft} />
        ))}
      </Card>
      {shown.length < drafts.length && (
        <Button variant="subtle" className={classes.more} onClick={() => setWhole(true)}>
          Show {formatNumberOf(drafts.length - shown.length, 'other draft')}
        </Button>
      )}
    </section>
  );
}

function KeptDraft({ draft }: { draft: KeptDraftNote }) {
  const { id, inside, origin, at, texts } = draft;
  const name = [draft.name, ...inside].join(' › ');
  const { openDraft } = useOpening();
  const { discardKeptDraft } = useActions();
  const [step, setStep] = useState<'asked' | 'refused'>();
  const when = momentText(at);
  const plain = visibleText(name);

  async function discard(): Promise<void> {
    if (!(await discardKeptDraft(id))) setStep('refused');
  }

  return (
    <li className={classes.draft}>
      <div>
        <p className={classes.from}>
          {origin === undefined ? 'This computer' : hostInWords(origin)} · changed {when}
        </p>
        <p className={classes.name}>
          <NameText>{name}</NameText>
        </p>
      </div>
      {step === 'asked' ? (
        <>
          <p className={classes.text}>This deletes it for good. It cannot be undone.</p>
          <div className={classes.actions}>
            <Button ref={takeFocus} size="compact-sm" variant="default" onClick={() => setStep(undefined)}>
              Keep it
            </Button>
            <Button size="compact-sm" color="red" variant="outline" onClick={() => void discard()}>
              Discard it
            </Button>
          </div>
        </>
      ) : (
        <div className={classes.actions}>
          {origin === undefined ? (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Choose the file again: ${plain}`}
              onClick={() => openDraft(draft)}
            >
              Choose the file again
            </Button>
          ) : (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Open again: ${plain}`}
              onClick={() => openDraft(draft)}
            >
              Open again
            </Button>
          )}
          {[...texts].map(([path, text]) => (
            <Button
              key={path}
              size="compact-sm"
              variant="subtle"
              aria-label={`Download ${visibleText(baseName(path))}: ${plain}`}
              onClick={() => saveText(text, path)}
            >
              {`Download ${visibleText(baseName(path))}`}
            </Button>
          ))}
          <Button size="compact-sm" variant="subtle" aria-label={`Discard: ${plain}`} onClick={() => setStep('asked')}>
            Discard
          </Button>
        </div>
      )}
      {step === 'refused' && (
        <p role="status" className={classes.text}>
          It is open in another tab. Discard it there, or close that tab first.
        </p>
      )}
    </li>
  );
}
