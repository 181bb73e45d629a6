import { Button } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import { formatNumberIs, formatNumberOf } from '../../base/amounts.ts';
import { type ErrorData, toErrorData } from '../../base/errors.ts';
import { baseName } from '../../model/file/file-name.ts';
import type { UnreadDraft } from '../../state/draft/kept-drafts.ts';
import type { KeptDraftNote } from '../../state/draft/offer-slice.ts';
import { useActions, useApp } from '../../state/hooks.ts';
import { usePageVersion } from '../../state/page-version.ts';
import { Card } from '../../widgets/card.tsx';
import { ErrorNote } from '../../widgets/error-note.tsx';
import { saveBlob, saveFile } from '../../widgets/files/save-blob.ts';
import { NameText, visibleText } from '../../widgets/name-text.tsx';
import { Section } from '../../widgets/section.tsx';
import { Confirm, DISCARD } from '../draft/confirm.tsx';
import { type DraftCard, draftCards } from './draft-cards.ts';
import classes from './kept-list.module.css';
import { useOpening } from './opening-ways.tsx';

/** Drafts listed at first, the newest ones. */
const FIRST_DRAFTS = 3;

/** Added files of a draft that can be downloaded here. Adding a folder can add thousands. */
const MAX_FILES = 5;

const UNREADABLE = 'This draft cannot be read. It may be damaged, or from another version.';
const NEWER = 'Made by a newer version of Boxcutter. Reload this page to continue with it.';

/** The drafts that this browser keeps, while nothing is open: each can be gone on with, downloaded and discarded. */
export default function KeptList() {
  const drafts = useApp((state) => state.keptDrafts);
  const unread = useApp((state) => state.unreadDrafts);
  const [isWhole, setWhole] = useState(false);
  const cards = useMemo(() => draftCards(drafts), [drafts]);
  if (drafts.length + unread.length === 0) return null;
  const shown = isWhole ? drafts : drafts.slice(0, FIRST_DRAFTS);
  const others = [drafts, unread].reduce((sum, { length }) => sum + Math.max(0, length - FIRST_DRAFTS), 0);
  return (
    <Section title="Kept drafts">
      <p role="status" aria-label="Kept changes" className={classes.note}>
        {formatNumberIs(drafts.length + unread.length, 'draft')} kept in this browser, with changes that you have not
        saved.
      </p>
      <Card as="ul" rows>
        {shown.map((draft, index) => (
          <KeptDraft key={draft.id} draft={draft} card={cards[index] as DraftCard} />
        ))}
        {(isWhole ? unread : unread.slice(0, FIRST_DRAFTS)).map((draft) => (
          <Unread key={draft.id} draft={draft} />
        ))}
      </Card>
      {others > 0 && !isWhole && (
        <Button variant="subtle" className={classes.more} onClick={() => setWhole(true)}>
          Show {formatNumberOf(others, 'other draft')}
        </Button>
      )}
    </Section>
  );
}

function KeptDraft({ draft, card }: { draft: KeptDraftNote; card: DraftCard }) {
  const { id, origin, texts, files } = draft;
  const { name } = card;
  const { openDraft } = useOpening();
  return (
    <DraftRow id={id} {...card}>
      <Act
        label={origin === undefined ? 'Choose the file again' : 'Open again'}
        name={name}
        onClick={() => openDraft(draft)}
      />
      {[...texts].map(([path, text]) => (
        <Act
          key={path}
          variant="subtle"
          label={`Download ${visibleText(baseName(path))}`}
          name={name}
          onClick={() => saveFile(text, path)}
        />
      ))}
      {files
        .filter((change) => change.kind === 'put')
        .slice(0, MAX_FILES)
        .map(({ path, blob }) => (
          <Act
            key={path}
            variant="subtle"
            label={`Download ${visibleText(baseName(path))}`}
            name={name}
            onClick={() => saveFile(blob, path)}
          />
        ))}
    </DraftRow>
  );
}

/**
 * A draft that cannot be read: what is stored can be downloaded as it is. A newer version of the page can read its own,
 * which another tab has by now.
 */
function Unread({ draft: { id, name = 'Unknown package', isNewer } }: { draft: UnreadDraft }) {
  const { rawDraft } = useActions();
  const renew = usePageVersion((version) => version.renew);
  const [error, setError] = useState<ErrorData>();

  async function download(): Promise<void> {
    setError(undefined);
    try {
      saveBlob(await rawDraft(id), 'draft.json');
    } catch (failure) {
      setError(toErrorData(failure));
    }
  }

  return (
    <DraftRow id={id} from={isNewer ? NEWER : UNREADABLE} name={name}>
      {isNewer && <Act label="Reload" name={name} onClick={renew ?? (() => window.location.reload())} />}
      <Act label="Download as JSON" name={name} onClick={() => void download()} />
      {error && <ErrorNote error={error} />}
    </DraftRow>
  );
}

interface ActProps {
  label: string;
  /** Of the package, for those who hear the label alone. */
  name: string;
  variant?: 'default' | 'subtle';
  onClick(): void;
}

function Act({ label, name, variant = 'default', onClick }: ActProps) {
  return (
    <Button size="compact-sm" variant={variant} aria-label={`${label}: ${visibleText(name)}`} onClick={onClick}>
      {label}
    </Button>
  );
}

interface RowProps extends Pick<DraftCard, 'name' | 'from'>, Partial<Pick<DraftCard, 'differs'>> {
  id: string;
  /** The ways to go on with it. */
  children: ReactNode;
}

/** A draft, with a button that discards it. */
function DraftRow({ id, from, name, differs, children }: RowProps) {
  const { discardKeptDraft } = useActions();
  const [step, setStep] = useState<'asked' | 'refused'>();

  async function discard(): Promise<void> {
    if (!(await discardKeptDraft(id))) setStep('refused');
  }

  return (
    <li className={classes.draft}>
      <div>
        <p className={classes.from}>{from}</p>
        <p className={classes.name}>
          <NameText>{name}</NameText>
        </p>
        {differs !== undefined && (
          <p className={classes.from}>
            <bdi>{differs}</bdi>
          </p>
        )}
      </div>
      {step === 'asked' ? (
        <Confirm
          {...DISCARD}
          classes={classes}
          size="compact-sm"
          onNo={() => setStep(undefined)}
          onYes={() => void discard()}
        />
      ) : (
        <div className={classes.actions}>
          {children}
          <Act label="Discard" variant="subtle" name={name} onClick={() => setStep('asked')} />
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
