import { TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { type ClipboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { MAX_LINK_ADDRESSES } from '../../base/limits.ts';
import { linkUrlCaveat, linkUrlProblem } from '../../model/link/link-url.ts';
import { HintButton } from '../../widgets/hint.tsx';
import { IconButton } from '../../widgets/icon-button.tsx';
import { ToneLine } from '../../widgets/severity.tsx';
import classes from './link-form.module.css';

interface Row {
  readonly id: number;
  readonly url: string;
}

/** The URLs of a file as somebody edits them. */
export type UrlRowsState = ReturnType<typeof useUrlRows>;

/** @param first the URLs that the file has, whatever they are: their problems are told under Problems */
export function useUrlRows(first: readonly string[]) {
  const [rows, setRows] = useState<readonly Row[]>(() => first.map((url, id) => ({ id, url })));
  const next = useRef(first.length);
  const urls = rows.map(({ url }) => url);
  return {
    rows,
    urls,
    /** What is wrong with each URL, in a sentence. Undefined where nothing is. */
    problems: rows.map(({ url }, at) => {
      if (url !== '' && urls.indexOf(url) < at) return 'This URL is here twice.';
      return first.includes(url) && url !== '' ? undefined : linkUrlProblem(url);
    }),
    /** Rows that were added take the focus. */
    isNew: ({ id }: Row) => id >= Math.max(first.length, 1),
    isFull: rows.length >= MAX_LINK_ADDRESSES,
    add: () => setRows([...rows, { id: next.current++, url: '' }]),
    remove: (id: number) => setRows(rows.filter((row) => row.id !== id)),
    set: (id: number, url: string) => setRows(rows.map((row) => (row.id === id ? { id, url } : row))),
    /** Lines that are pasted become rows, so that all mirrors are added at once. */
    paste(id: number, lines: readonly string[]) {
      const added = lines.slice(0, MAX_LINK_ADDRESSES - rows.length + 1).map((url) => ({ id: next.current++, url }));
      setRows(rows.flatMap((row) => (row.id === id ? added : [row])));
    },
  };
}

interface Props {
  of: UrlRowsState;
  /** Shown although a row is still empty. */
  showsProblems: boolean;
  /** Whether a row alone is numbered and can be removed. */
  isList: boolean;
  /** What the button says that adds a row. */
  addWord: string;
  /** Beside a row. */
  button?(url: string, number: number, isWrong: boolean): ReactNode;
  /** Below a row. */
  below(url: string): ReactNode;
}

/** Fields for the URLs of a file, and a button for one more. */
export function UrlRows({ of, showsProblems, isList, addWord, button, below }: Props) {
  const { rows, problems, isFull, add } = of;
  return (
    <>
      {rows.length > 0 && (
        <ol className={classes.list} aria-label={isList ? 'URLs' : undefined}>
          {rows.map((row, at) => (
            <UrlRow
              key={row.id}
              of={of}
              row={row}
              label={isList || rows.length > 1 ? `URL ${at + 1}` : 'URL'}
              canRemove={isList || rows.length > 1}
              problem={showsProblems || row.url !== '' ? problems[at] : undefined}
              isWrong={problems[at] !== undefined}
              number={at + 1}
              button={button}
              below={below}
            />
          ))}
        </ol>
      )}
      <div>
        <IconButton Icon={IconPlus} disabled={isFull} onClick={add}>
          {addWord}
        </IconButton>
      </div>
    </>
  );
}

interface RowProps extends Pick<Props, 'of' | 'button' | 'below'> {
  row: Row;
  label: string;
  number: number;
  canRemove: boolean;
  problem: string | undefined;
  isWrong: boolean;
}

function UrlRow({ of, row, label, number, canRemove, problem, isWrong, button, below }: RowProps) {
  const { id, url } = row;
  const note = useId();
  const caveat = isWrong ? undefined : linkUrlCaveat(url);

  function onPaste(event: ClipboardEvent<HTMLInputElement>): void {
    const lines = event.clipboardData
      .getData('text')
      .split(/\s+/)
      .filter((line) => line !== '');
    if (lines.length < 2) return;
    event.preventDefault();
    of.paste(id, lines);
  }

  return (
    <li>
      <div className={classes.row}>
        <TextInput
          className={classes.field ?? ''}
          classNames={{ input: classes.input ?? '' }}
          label={label}
          type="url"
          placeholder="https://…"
          spellCheck={false}
          autoComplete="off"
          autoFocus={of.isNew(row)}
          data-autofocus={number === 1 ? '' : undefined}
          data-undoes=""
          value={url}
          error={problem !== undefined}
          aria-describedby={problem === undefined && caveat === undefined ? undefined : note}
          onPaste={onPaste}
          onChange={(event) => of.set(id, event.currentTarget.value)}
        />
        <div className={classes.buttons}>
          {button?.(url, number, isWrong)}
          {canRemove && (
            <HintButton
              label="Remove"
              name={`Remove URL ${number}`}
              Icon={IconTrash}
              variant="default"
              size="lg"
              className={classes.remove ?? ''}
              onClick={() => of.remove(id)}
            />
          )}
        </div>
      </div>
      {(problem ?? caveat) !== undefined && (
        <ToneLine tone={problem === undefined ? 'info' : 'error'} id={note} className={classes.problem}>
          {problem ?? caveat}
        </ToneLine>
      )}
      {below(url)}
    </li>
  );
}
