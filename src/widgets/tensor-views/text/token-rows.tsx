import { Button, Switch } from '@mantine/core';
import { useState } from 'react';
import { formatCount, formatNumberOf } from '../../../base/amounts.ts';
import { MAX_WINDOW_CELLS } from '../../../base/limits.ts';
import { type TokenTexts, textOfToken, textOfTokens } from '../../../model/tensor/token-text.ts';
import { type Cell, cellIndex, planePart } from '../../../tensor/mapping.ts';
import { indexText } from '../../../tensor/shape.ts';
import { CopyButton } from '../../copy-button.tsx';
import { EmptyState } from '../../empty-state.tsx';
import { ErrorNote } from '../../error-note.tsx';
import { LoadingView } from '../../loading/loading-view.tsx';
import { NameText } from '../../name-text.tsx';
import { StringText } from '../../tensor/string-text.tsx';
import { linesPlane } from '../line/line-settings.ts';
import { readKey, useLatest } from '../use-latest.ts';
import type { TensorViewProps } from '../view-props.ts';
import classes from './text.module.css';

/** Rows of ids on one page, and ids of a row that are shown. Each token is a chip of its own. */
const MAX_ROWS = 8;
const MAX_SHOWN = 1000;

interface ShownTokens {
  ids: string[];
  texts: TokenTexts;
}

/** Ids of tokens as text: each row of the plane is one, or the only column. */
export function TokenRows({ plane, mapping, access, cell, onCell, settings, onSettings }: TensorViewProps) {
  const isAcross = plane.columns > 1;
  const lined = linesPlane(plane, isAcross ? 'columns' : 'rows');
  const [isAgreed, setAgreed] = useState(!access.isRemote);
  const [chosen, setPage] = useState<{ of: typeof plane; page: number }>();
  const page = chosen?.of === plane ? chosen.page : 0;
  const [start, end] = [page * MAX_ROWS, Math.min(lined.rows, (page + 1) * MAX_ROWS)];
  const length = Math.min(lined.columns, MAX_SHOWN, Math.floor(MAX_WINDOW_CELLS / (end - start)));
  const part = planePart(lined, { rowStart: start, rowEnd: end, columnStart: 0, columnEnd: length });
  const key = isAgreed ? readKey(access, part) : undefined;
  const {
    value,
    key: of,
    error,
    retry,
  } = useLatest<ShownTokens | undefined>(key, async (signal) => {
    const ids = await access.cells(part, signal);
    const texts = await access.tokens?.(ids.map(Number), signal);
    return texts && { ids, texts };
  });
  if (!isAgreed)
    return (
      <EmptyState title="The vocabulary is on the host">
        <Button size="compact-sm" onClick={() => setAgreed(true)}>
          Read the vocabulary
        </Button>
      </EmptyState>
    );
  if (error) return <ErrorNote error={error} onRetry={retry} />;
  const showsIds = settings.ids !== false;
  const cellAt = (row: number, column: number): Cell => (isAcross ? { row, column } : { row: column, column: row });
  return (
    <div className={classes.root} data-own-height>
      <LoadingView of={value && of === key ? { status: 'ready', value } : { status: 'loading' }} what="the tokens">
        {({ ids, texts }) => (
          <>
            <div className={classes.bar}>
              <span className={classes.note}>
                {formatNumberOf(texts.count, 'token')} in <NameText mono>{texts.from}</NameText>
              </span>
              <Switch
                size="xs"
                label="Show ids"
                checked={showsIds}
                onChange={({ currentTarget }) => onSettings({ ids: currentTarget.checked ? undefined : false })}
              />
            </div>
            <ol className={classes.texts} aria-label="Texts of the tokens">
              {Array.from({ length: end - start }, (_, row) => (
                <TokenRow
                  // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place.
                  key={start + row}
                  index={cellIndex(mapping, cellAt(start + row, 0))}
                  hidden={lined.columns - length}
                  ids={ids.slice(row * length, (row + 1) * length)}
                  texts={{ ...texts, tokens: texts.tokens.slice(row * length, (row + 1) * length) }}
                  showsIds={showsIds}
                  chosen={
                    cell && (isAcross ? cell.row : cell.column) === start + row
                      ? isAcross
                        ? cell.column
                        : cell.row
                      : undefined
                  }
                  onChoose={(place) => onCell(cellAt(start + row, place))}
                />
              ))}
            </ol>
          </>
        )}
      </LoadingView>
      {lined.rows > MAX_ROWS && (
        <div className={classes.foot}>
          <Button size="compact-sm" disabled={page === 0} onClick={() => setPage({ of: plane, page: page - 1 })}>
            Previous
          </Button>
          <Button
            size="compact-sm"
            disabled={end === lined.rows}
            onClick={() => setPage({ of: plane, page: page + 1 })}
          >
            Next
          </Button>
          <span role="status" className={classes.note}>
            {formatCount(start + 1)} to {formatCount(end)} of {formatNumberOf(lined.rows, 'row')}
          </span>
        </div>
      )}
    </div>
  );
}

interface RowProps {
  /** Of its first id. */
  index: readonly number[];
  /** Ids beyond those that are shown. */
  hidden: number;
  ids: readonly string[];
  texts: TokenTexts;
  showsIds: boolean;
  chosen: number | undefined;
  onChoose(place: number): void;
}

/** The text that a row of ids stands for, and its tokens one by one. */
function TokenRow({ index, hidden, ids, texts: { tokens, coding }, showsIds, chosen, onChoose }: RowProps) {
  const text = textOfTokens(tokens, coding);
  const unknown = tokens.filter((token) => token === undefined).length;
  return (
    <li className={classes.text}>
      <div className={classes.head}>
        <span className={classes.index}>{indexText(index)}</span>
        <span className={classes.note}>
          {formatNumberOf(ids.length, 'token')}
          {unknown > 0 && ` · ${formatNumberOf(unknown, 'id')} not in the vocabulary`}
          {hidden > 0 && ` · ${formatCount(hidden)} more: choose them by Slice`}
        </span>
        <CopyButton value={text} label="Copy text" kind="text" />
      </div>
      <div className={classes.whole} data-text>
        <StringText multiline>{text}</StringText>
      </div>
      <ol className={classes.tokens} aria-label="Tokens">
        {tokens.map((token, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a token is its place.
          <li key={place}>
            <button
              type="button"
              className={classes.token}
              data-id={ids[place]}
              data-kind={token ? (token.isSpecial ? 'special' : undefined) : 'unknown'}
              aria-pressed={place === chosen}
              onClick={() => onChoose(place)}
            >
              <span className={classes.piece}>
                {token ? <StringText>{textOfToken(token, coding)}</StringText> : 'unknown'}
              </span>
              {token?.isSpecial && <span className="visually-hidden"> special</span>}
              <span className={showsIds ? classes.id : 'visually-hidden'}> {ids[place]}</span>
            </button>
          </li>
        ))}
      </ol>
    </li>
  );
}
