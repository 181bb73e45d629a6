import { Fragment, useMemo, useRef } from 'react';
import { formatCount, formatNumberOf } from '../../base/amounts.ts';
import { shortened, visibleProse } from '../../base/text.ts';
import { useOverflow } from '../overflow.ts';
import { type DiffLine, textDiff } from './hunks.ts';
import classes from './text-diff.module.css';

/** Lines shown; more than this nobody reads. */
const MAX_LINES = 1000;

/** Characters shown of a line. */
const MAX_LINE = 2000;

interface Props {
  before: string;
  after: string;
  /** Names it, as "Difference of a.toml". */
  label: string;
}

/** What scrolls must be reachable by keyboard. */
const SCROLLS = { tabIndex: 0 };

const SIGNS = { same: ' ', added: '+', removed: '−' };
const WORDS = { same: '', added: 'Added: ', removed: 'Removed: ' };

/**
 * What differs between two texts, line by line. Each changed line has a sign, a word for screen readers, and a color.
 */
export function TextDiff({ before, after, label }: Props) {
  const diff = useMemo(() => textDiff(before, after), [before, after]);
  const box = useRef<HTMLElement>(null);
  const scrolls = useOverflow(box);
  const lines = diff.hunks.reduce((sum, hunk) => sum + hunk.length, 0);
  let left = MAX_LINES;
  return (
    <>
      <p className={classes.summary}>{summaryOf(diff)}</p>
      {diff.hunks.length > 0 && (
        <section ref={box} className={classes.box} aria-label={label} {...(scrolls ? SCROLLS : {})}>
          <div className={classes.lines}>
            {diff.hunks.map((hunk, index) => {
              const shown = hunk.slice(0, Math.max(0, left));
              left -= hunk.length;
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: hunks stand in one order.
                <Fragment key={index}>
                  {index > 0 && shown.length > 0 && <div className={classes.gap}>⋯</div>}
                  {shown.map((line, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: so do lines.
                    <Line key={at} {...line} />
                  ))}
                </Fragment>
              );
            })}
          </div>
        </section>
      )}
      {lines > MAX_LINES && <p className={classes.summary}>and {formatNumberOf(lines - MAX_LINES, 'more line')}</p>}
    </>
  );
}

function Line({ kind, text, before, after }: DiffLine) {
  const number = after ?? before ?? 0;
  return (
    <div className={classes.line} data-kind={kind}>
      <span className={classes.number} aria-hidden>
        {formatCount(number)}
      </span>
      <span className={classes.sign} aria-hidden>
        {SIGNS[kind]}
      </span>
      <span className={classes.text}>
        {kind === 'same' ? null : <span className="visually-hidden">{WORDS[kind]}</span>}
        <bdi>{visibleProse(shortened(text, MAX_LINE)) || ' '}</bdi>
      </span>
    </div>
  );
}

function summaryOf({ added, removed }: { added: number; removed: number }): string {
  if (added + removed === 0) return 'No line differs.';
  const parts = [
    added > 0 && `${formatNumberOf(added, 'line')} added (+)`,
    removed > 0 && `${formatNumberOf(removed, 'line')} removed (−)`,
  ];
  return parts.filter((part) => part !== false).join(', ');
}
