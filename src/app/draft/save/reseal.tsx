import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { formatNumberOf } from '../../../base/amounts.ts';
import type { ErrorData } from '../../../base/errors.ts';
import type { Reseal } from '../../../model/draft.ts';
import { atStart } from '../../../model/words.ts';
import { useActions, useOpened, useWords } from '../../../state/hooks.ts';
import { Card } from '../../../widgets/card.tsx';
import { Dialog } from '../../../widgets/dialog.tsx';
import { ErrorNote } from '../../../widgets/error-note.tsx';
import { useJob } from '../../../widgets/loading/job.ts';
import { takeFocus } from '../../focus.ts';
import classes from '../draft-dialog.module.css';
import { Line, RunningStep } from '../line.tsx';
import { DifferingFiles, ListedFiles, UnhashedFiles } from './reseal-lists.tsx';
import { RESEAL } from './reseal-name.ts';
import { checkCost } from './save-check.tsx';

/** Hashes all files, names those that are not what the hash list says, and asks whether their hashes are to be used. */
export default function ResealDialog({ opened, onClose }: { opened: boolean; onClose(): void }) {
  const [busy, setBusy] = useState(false);
  return (
    <Dialog opened={opened} onClose={busy ? undefined : onClose} title={RESEAL} size={760}>
      <Content onBusy={setBusy} onClose={onClose} />
    </Dialog>
  );
}

function Content({ onBusy, onClose }: { onBusy(busy: boolean): void; onClose(): void }) {
  const { resealDraft, edit, cancelVerify } = useActions();
  const { state, run, cancel } = useJob();
  const [reseal, setReseal] = useState<Reseal>();
  useEffect(() => () => onBusy(false), [onBusy]);

  async function start(): Promise<void> {
    onBusy(true);
    // It would read the same files at the same time.
    cancelVerify();
    await run(async (options) => setReseal(await resealDraft(options)));
    onBusy(false);
  }

  if (state.status === 'running')
    return (
      <RunningStep className={classes.actions} what="Hashing the files" progress={state.progress} onCancel={cancel} />
    );
  if (state.status !== 'done' || !reseal) {
    const error = state.status === 'failed' ? state.error : undefined;
    return <Ask error={error} onStart={() => void start()} onClose={onClose} />;
  }
  return (
    <Result
      reseal={reseal}
      onUse={() => {
        edit({ name: RESEAL, renew: 'reseal' });
        onClose();
      }}
      onClose={onClose}
    />
  );
}

function Ask({ error, onStart, onClose }: { error: ErrorData | undefined; onStart(): void; onClose(): void }) {
  const opened = useOpened();
  const { a, hashList } = useWords();
  if (!opened) return null;
  return (
    <>
      <p className={classes.text}>
        Computes the hash of every file, which {checkCost(opened)}, and writes {hashList} with them. Files that are not
        in {hashList} are added, and lines of missing files are removed. You see the result before it is used.
      </p>
      <Line tone="warning">
        Do this only with {a} that you packed or changed yourself. {atStart(hashList)} shows others that a file was
        damaged or changed. With new hashes, it no longer does.
      </Line>
      {error && (
        <Card className={classes.box} role="status">
          <ErrorNote error={error} />
          <p className={classes.text}>No hash has changed.</p>
        </Card>
      )}
      <div className={classes.actions}>
        <Button variant="filled" ref={takeFocus} data-autofocus onClick={onStart}>
          Compute the hashes
        </Button>
        <Button variant="subtle" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </>
  );
}

/** What the hashes show, and the question whether to use them. */
function Result({ reseal, onUse, onClose }: { reseal: Reseal; onUse(): void; onClose(): void }) {
  const { hashList } = useWords();
  const canSave = useOpened()?.package.can.save === true;
  const { files, differing, added, dropped } = reseal;
  const isRight = differing.length + added.length + dropped.length === 0 && canSave;
  const isNew = added.length === files;
  const isOne = differing.length === 1;
  const them = isOne ? 'it' : 'them';
  return (
    <>
      {differing.length === 0 ? (
        <Line tone="ok">
          {isRight
            ? `Nothing to change: ${formatNumberOf(files, 'file')} hashed, and ${hashList} is right.`
            : `${formatNumberOf(files, 'file')} hashed.${isNew ? '' : ` All hashes in ${hashList} stay the same.`}`}
        </Line>
      ) : (
        <>
          <Line tone="warning">
            {formatNumberOf(differing.length, 'file')} {isOne ? 'does' : 'do'} not match {hashList}. If you did not
            change {them} yourself, do not use the new {isOne ? 'hash' : 'hashes'}: someone else changed {them}, or{' '}
            {isOne ? 'it is' : 'they are'} damaged.
          </Line>
          <DifferingFiles files={differing} />
        </>
      )}
      <ListedFiles reseal={reseal} />
      <UnhashedFiles reseal={reseal} />
      <div className={classes.actions}>
        {!isRight && (
          <Button variant="filled" onClick={onUse}>
            Use the new hashes
          </Button>
        )}
        <Button ref={takeFocus} data-autofocus variant={isRight ? 'filled' : 'default'} onClick={onClose}>
          {isRight ? 'Done' : isNew ? 'Cancel' : `Keep ${hashList} as it is`}
        </Button>
      </div>
    </>
  );
}
