import { Anchor } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp, IconDeviceFloppy, IconDownload, IconPencil } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { type ErrorData, toErrorData } from '../../base/errors.ts';
import type { Tab } from '../../model/place.ts';
import { countFindings, judgedErrors } from '../../model/verdict.ts';
import { atStart } from '../../model/words.ts';
import type { Unkept } from '../../state/draft-keeper.ts';
import { useActions, useApp, useCanSave, useDraft, useOpened, usePackage, useWords } from '../../state/hooks.ts';
import { formatNumberOf } from '../../widgets/byte-size.ts';
import { ErrorNote } from '../../widgets/error-note.tsx';
import { visibleText } from '../../widgets/name-text.tsx';
import { usePlaceHref } from '../../widgets/place-href.ts';
import { saveText } from '../../widgets/save-blob.ts';
import { ToneIcon, ToneLine } from '../../widgets/severity.tsx';
import { type FindAction, useFindActions } from '../find/action.ts';
import { ActButton } from './act-button.tsx';
import classes from './bar.module.css';
import { useChangeSummary } from './change-summary.ts';
import { useEditDialogs } from './draft-dialogs.tsx';
import { useHistoryKeys } from './history-keys.ts';
import { RESEAL } from './reseal-name.ts';
import { ReturnedNote } from './returned-note.tsx';

/** Says why the changes do not outlive the page. */
function unkeptText(why: Unkept): string {
  const reasons: Record<Unkept, string> = {
    'too-long': 'the text is too long for this browser to keep',
    'too-large': 'the files that you added are too large for this browser to keep',
    failed: 'this browser cannot keep it (a private window, or no space left)',
  };
  return `Closing or reloading this page loses your changes: ${reasons[why]}.`;
}

/** The number of changes, and what can be done with them. Above the tabs; on a narrow screen at the bottom. */
export default function DraftBar({ tab }: { tab: Tab }) {
  const placeHref = usePlaceHref();
  const { undo, redo, draftToSave } = useActions();
  const draft = useDraft();
  const opened = useOpened();
  const summary = useChangeSummary();
  const unfinished = useApp((state) => state.unfinished.size);
  const dialogs = useEditDialogs();
  const { verdicts } = usePackage();
  const words = useWords();
  const { one } = words;
  const { metadataFile } = opened?.package.words ?? {};
  const [failed, setFailed] = useState<ErrorData>();
  /** The text that was downloaded last. */
  const [downloaded, setDownloaded] = useState<string>();
  const canSave = useCanSave();
  const changed = draft?.changed === true;
  const actions: (FindAction | false)[] = [
    changed && { name: 'Review changes', also: 'diff compare', Icon: IconPencil, run: dialogs.review },
    draft?.undo !== undefined && { name: 'Undo', Icon: IconArrowBackUp, run: undo },
    draft?.redo !== undefined && { name: 'Redo', Icon: IconArrowForwardUp, run: redo },
    canSave && { name: `Save ${one}`, Icon: IconDeviceFloppy, run: dialogs.save },
    metadataFile !== undefined && {
      name: `Download ${metadataFile}`,
      Icon: IconDownload,
      run: () => void downloadText(metadataFile),
    },
  ];
  useFindActions(actions.filter((action) => action !== false));
  useHistoryKeys(tab === 'edit', canSave ? dialogs.save : undefined);

  useEffect(() => {
    // The style sheet leaves room for the bar, so that it does not cover what has the focus.
    document.documentElement.dataset.draftBar = '';
    return () => {
      delete document.documentElement.dataset.draftBar;
    };
  }, []);

  const shown = draft?.shown;
  const { errors, refused } = useMemo(() => judgedErrors(shown?.findings ?? [], verdicts), [shown, verdicts]);
  const count = countFindings(errors);

  if (!draft || !opened) return null;

  const { can, cannot } = opened.package;
  const instead = can.reseal ? `Use “${RESEAL}” under Edit to save it.` : `Download ${words.metadataFile} instead.`;
  const cannotSave = canSave ? undefined : `${cannot?.save ?? 'This package cannot be saved.'} ${instead}`;

  async function downloadText(file: string): Promise<void> {
    setFailed(undefined);
    try {
      const text = (await draftToSave()).texts.get(file) ?? '';
      saveText(text, file);
      setDownloaded(text);
    } catch (error) {
      setFailed(toErrorData(error));
    }
  }

  // The Edit tab shows the draft's problem itself.
  const problem = failed ?? (tab === 'edit' ? undefined : draft.problem);
  return (
    <section className={classes.root} aria-label="Draft">
      <ReturnedNote />
      <div className={classes.bar}>
        <div className={classes.state}>
          <p role="status" aria-label="Changes" className={classes.count}>
            <IconPencil size={16} stroke={1.75} aria-hidden />
            {summary}
          </p>
          {unfinished > 0 && (
            <span className={classes.errors}>
              <ToneIcon tone="warning" />
              {formatNumberOf(unfinished, 'field')} unfinished
            </span>
          )}
          {count > 0 && (
            <Anchor href={placeHref({ tab: 'problems' })} className={classes.errors ?? ''}>
              <ToneIcon tone="error" />
              {formatNumberOf(count, 'error')}
            </Anchor>
          )}
        </div>
        <ActButton
          behind
          variant="default"
          reason={draft.changed ? undefined : 'No changes yet.'}
          hint="Compare before and after"
          onClick={dialogs.review}
        >
          Review
        </ActButton>
        <ActButton
          behind
          variant="default"
          reason={draft.undo === undefined ? 'Nothing to undo.' : undefined}
          hint={draft.undo === undefined ? undefined : `${visibleText(draft.undo)} (Ctrl+Z)`}
          leftSection={<IconArrowBackUp size={16} stroke={1.75} aria-hidden />}
          classNames={{ label: classes.word ?? '', section: classes.icon ?? '' }}
          onClick={undo}
        >
          Undo
        </ActButton>
        <ActButton
          behind
          variant="default"
          reason={draft.redo === undefined ? 'Nothing to redo.' : undefined}
          hint={draft.redo === undefined ? undefined : `${visibleText(draft.redo)} (Ctrl+Shift+Z)`}
          leftSection={<IconArrowForwardUp size={16} stroke={1.75} aria-hidden />}
          classNames={{ label: classes.word ?? '', section: classes.icon ?? '' }}
          onClick={redo}
        >
          Redo
        </ActButton>
        <span className={classes.space} />
        {metadataFile !== undefined && (
          <ActButton
            behind
            variant="default"
            hint="Only the text, as it is now"
            onClick={() => void downloadText(metadataFile)}
          >
            Download {metadataFile}
          </ActButton>
        )}
        <ActButton
          behind
          reason={cannotSave}
          hint={
            count > 0
              ? `${refused.length > 0 ? `${atStart(words.reader)} will reject it: ${formatNumberOf(countFindings(refused), 'error')}` : `It has ${formatNumberOf(count, 'error')}`}. You will be asked to confirm.`
              : draft.changed
                ? undefined
                : 'No changes. The saved file is identical.'
          }
          onClick={dialogs.save}
        >
          Save {one}
        </ActButton>
      </div>
      <p role="status" aria-label="Download" className={classes.note}>
        {downloaded !== undefined && metadataFile !== undefined && downloaded === draft.texts.get(metadataFile) ? (
          <>
            <ToneIcon tone="ok" />
            {metadataFile} is in your browser’s downloads, as it is now.
          </>
        ) : null}
      </p>
      {draft.unkept && draft.changed && (
        <ToneLine tone="info" className={classes.note}>
          {unkeptText(draft.unkept)}
        </ToneLine>
      )}
      {problem && <ErrorNote error={problem} />}
    </section>
  );
}
