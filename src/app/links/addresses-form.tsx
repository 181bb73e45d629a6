import { Button, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { type SubmitEvent, useId, useRef, useState } from 'react';
import { formatNumberOf } from '../../base/amounts.ts';
import { MAX_LINK_ADDRESSES } from '../../base/limits.ts';
import { baseName } from '../../model/file/file-name.ts';
import { linkUrlProblem } from '../../model/link/link-url.ts';
import { useOpenPackage, useWords } from '../../state/hooks.ts';
import { DialogActions } from '../../widgets/dialog-actions.tsx';
import { HintButton } from '../../widgets/hint.tsx';
import { IconButton } from '../../widgets/icon-button.tsx';
import { visibleText } from '../../widgets/name-text.tsx';
import { ToneLine } from '../../widgets/severity.tsx';
import { useFileSteps } from '../files/changes/use-file-steps.ts';
import { useContentFetch } from './content-fetch.ts';
import { FetchState } from './fetching.tsx';
import type { LinkSubject } from './link-acts.ts';
import classes from './link-form.module.css';

interface Address {
  readonly id: number;
  readonly url: string;
}

/** The URLs of a linked file, to be edited, added, removed and checked. */
export function AddressesForm({ subject, onClose }: { subject: LinkSubject; onClose(): void }) {
  const { path, urls, openUrls } = subject;
  const { change, putBack } = useFileSteps();
  const [rows, setRows] = useState<readonly Address[]>(() => urls.map((url, id) => ({ id, url })));
  const [isTried, setTried] = useState(false);
  const next = useRef(urls.length);
  const after = rows.map(({ url }) => url);
  const problems = rows.map((row, at) => problemOf(row.url, after.indexOf(row.url) < at, urls));
  const isSame = after.join('\n') === urls.join('\n');
  const refused = problems.some((problem) => problem !== undefined);

  function onSubmit(event: SubmitEvent): void {
    event.preventDefault();
    setTried(true);
    if (refused || isSame) return;
    const name = `Change the URLs of ${baseName(path)}`;
    const isBack = openUrls.length > 0 && subject.blob === undefined && after.join('\n') === openUrls.join('\n');
    void (isBack ? putBack(path, name) : change([{ kind: 'link', path, urls: after }], name)).then(onClose);
  }

  return (
    <form className={classes.form} onSubmit={onSubmit} noValidate>
      <Shared subject={subject} />
      {rows.length > 0 && (
        <ol className={classes.list} aria-label="URLs">
          {rows.map(({ id, url }, at) => (
            <AddressRow
              key={id}
              number={at + 1}
              subject={subject}
              url={url}
              problem={isTried || url !== '' ? problems[at] : undefined}
              focused={id >= urls.length}
              onChange={(changed) => setRows(rows.map((row) => (row.id === id ? { id, url: changed } : row)))}
              onRemove={() => setRows(rows.filter((row) => row.id !== id))}
            />
          ))}
        </ol>
      )}
      {rows.length === 0 && (
        <ToneLine tone="warning">Without a URL, this file is missing: nobody can load the package.</ToneLine>
      )}
      <div>
        <IconButton
          Icon={IconPlus}
          disabled={rows.length >= MAX_LINK_ADDRESSES}
          onClick={() => setRows([...rows, { id: next.current++, url: '' }])}
        >
          Add URL
        </IconButton>
      </div>
      <DialogActions onCancel={onClose}>
        <Button variant="filled" type="submit" disabled={isSame || (isTried && refused)}>
          Change URLs
        </Button>
      </DialogActions>
    </form>
  );
}

/** A URL that the file has already may stay, whatever it is: its problem is told under Problems. */
function problemOf(url: string, isTwice: boolean, had: readonly string[]): string | undefined {
  if (isTwice) return 'This URL is here twice.';
  return had.includes(url) ? undefined : linkUrlProblem(url);
}

/** Says which other files have the same URLs, because they have the same content. */
function Shared({ subject: { path, sha256 } }: { subject: LinkSubject }) {
  const { files } = useOpenPackage();
  const { linkList } = useWords();
  const others = files.filter((file) => file.link && file.path !== path && file.sha256 === sha256);
  const [first] = others;
  return (
    <p className={classes.text}>
      The URLs that {linkList} has. Some readers try only the first one.
      {first &&
        ` ${visibleText(first.path)}${others.length > 1 ? ` and ${formatNumberOf(others.length - 1, 'more file')}` : ''} with the same content ${others.length > 1 ? 'have' : 'has'} the same URLs.`}
    </p>
  );
}

interface RowProps {
  number: number;
  subject: LinkSubject;
  url: string;
  problem: string | undefined;
  /** Takes the focus when it appears. */
  focused: boolean;
  onChange(url: string): void;
  onRemove(): void;
}

function AddressRow({ number, subject, url, problem, focused, onChange, onRemove }: RowProps) {
  const fetching = useContentFetch(subject, false);
  const id = useId();
  const [checked, setChecked] = useState<string>();
  const state = checked === url ? fetching.state : undefined;
  const isRunning = fetching.state?.phase === 'running';
  const reason = state?.phase === 'failed' ? state.tried[0] : undefined;
  return (
    <li>
      <div className={classes.row}>
        <TextInput
          className={classes.field ?? ''}
          classNames={{ input: classes.input ?? '' }}
          label={`URL ${number}`}
          type="url"
          spellCheck={false}
          autoComplete="off"
          autoFocus={focused}
          data-undoes=""
          value={url}
          error={problem !== undefined}
          aria-describedby={problem === undefined ? undefined : id}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        <div className={classes.buttons}>
          <Button
            aria-label={`Check URL ${number}`}
            disabled={isRunning || url === '' || problem !== undefined}
            onClick={() => {
              setChecked(url);
              void fetching.run([url], async () => {});
            }}
          >
            Check
          </Button>
          <HintButton
            label="Remove"
            name={`Remove URL ${number}`}
            Icon={IconTrash}
            variant="default"
            size="lg"
            className={classes.remove ?? ''}
            onClick={onRemove}
          />
        </div>
      </div>
      {problem !== undefined && (
        <ToneLine tone="error" id={id} className={classes.problem}>
          {problem}
        </ToneLine>
      )}
      {state && (
        <FetchState
          of={{ ...fetching, state }}
          cancelled="Canceled."
          failed={reason ? reason.error.message : 'This URL does not have the file.'}
        />
      )}
      {state?.phase === 'done' && (
        <ToneLine tone="ok" role="status" className={classes.problem}>
          This URL has the file.
        </ToneLine>
      )}
    </li>
  );
}
