import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatCount, formatNumberOf } from '../../../base/amounts.ts';
import { cellIndex, planePart } from '../../../tensor/mapping.ts';
import { indexText } from '../../../tensor/shape.ts';
import { CopyButton } from '../../copy-button.tsx';
import { StringText } from '../../tensor/string-text.tsx';
import { ReadShell } from '../read-shell.tsx';
import { readKey, useLatest } from '../use-latest.ts';
import type { TensorViewProps } from '../view-props.ts';
import classes from './text.module.css';

/** Elements on one page. Each can be a long text. */
const PAGE = 50;

/** Characters that are shown of a text, at first and once more of it is wanted. */
const FOLDED = 600;
const UNFOLDED = 50_000;

/** Texts of a plane, one below the other, each with its index. */
export function Strings({ mapping, plane, access, cell, onCell }: TensorViewProps) {
  const count = plane.rows * plane.columns;
  const at = cell ? cell.row * plane.columns + cell.column : 0;
  const [chosen, setPage] = useState<{ of: typeof plane; page: number }>();
  const page = chosen?.of === plane ? chosen.page : Math.floor(at / PAGE);
  const [start, end] = [page * PAGE, Math.min(count, (page + 1) * PAGE)];
  const cells = Array.from({ length: end - start }, (_, place) => ({
    row: Math.floor((start + place) / plane.columns),
    column: (start + place) % plane.columns,
  }));
  const key = readKey(access, [plane, start]);
  const latest = useLatest(key, async (signal) => {
    const [first, last] = [cells[0]?.row ?? 0, cells.at(-1)?.row ?? 0];
    // Whole rows, so that one read brings them: but of a long row only the part that is shown.
    const isOne = first === last;
    const part = planePart(plane, {
      rowStart: first,
      rowEnd: last + 1,
      columnStart: isOne ? (cells[0]?.column ?? 0) : 0,
      columnEnd: isOne ? (cells.at(-1)?.column ?? 0) + 1 : plane.columns,
    });
    const texts = await access.cells(part, signal);
    const skipped = isOne ? 0 : (cells[0]?.column ?? 0);
    return texts.slice(skipped, skipped + cells.length);
  });
  return (
    <div className={classes.root} data-own-height>
      <ReadShell what="the texts" reading={latest}>
        {latest.value && latest.key === key && (
          <ol className={classes.texts} aria-label="Texts">
            {latest.value.map((text, place) => {
              const to = cells[place];
              return (
                to && (
                  <Item
                    // biome-ignore lint/suspicious/noArrayIndexKey: a text is its place.
                    key={start + place}
                    text={text}
                    index={cellIndex(mapping, to)}
                    isChosen={start + place === at && cell !== undefined}
                    onChoose={() => onCell(to)}
                  />
                )
              );
            })}
          </ol>
        )}
      </ReadShell>
      {count > PAGE && (
        <div className={classes.foot}>
          <Button size="compact-sm" disabled={page === 0} onClick={() => setPage({ of: plane, page: page - 1 })}>
            Previous
          </Button>
          <Button size="compact-sm" disabled={end === count} onClick={() => setPage({ of: plane, page: page + 1 })}>
            Next
          </Button>
          <span role="status" className={classes.note}>
            {formatCount(start + 1)} to {formatCount(end)} of {formatNumberOf(count, 'text')}
          </span>
        </div>
      )}
    </div>
  );
}

interface ItemProps {
  text: string;
  index: readonly number[];
  isChosen: boolean;
  onChoose(): void;
}

/** A text whole, or its first characters where it is long. */
function Item({ text, index, isChosen, onChoose }: ItemProps) {
  const [limit, setLimit] = useState(FOLDED);
  const isLong = text.length > FOLDED;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the other views choose by keys; here every text is shown.
    <li className={classes.text} data-chosen={isChosen || undefined} onClick={onChoose}>
      <div className={classes.head}>
        <span className={classes.index}>{index.length > 0 ? indexText(index) : 'scalar'}</span>
        <span className={classes.note}>{formatNumberOf(text.length, 'character')}</span>
        <CopyButton value={text} label="Copy text" kind="text" />
      </div>
      <div className={classes.whole} data-value={text.length <= UNFOLDED ? text : undefined}>
        <StringText multiline>{text.slice(0, limit)}</StringText>
        {text.length > limit && '…'}
      </div>
      {isLong && (
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => setLimit(limit === FOLDED ? UNFOLDED : text.length > limit ? limit + UNFOLDED : FOLDED)}
        >
          {text.length > limit
            ? `Show ${text.length > UNFOLDED ? 'more' : 'all'} of ${formatCount(text.length)} characters`
            : 'Show less'}
        </Button>
      )}
    </li>
  );
}
