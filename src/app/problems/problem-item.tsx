import { Button } from '@mantine/core';
import type { MouseEvent } from 'react';
import { formatCount, formatNumberOf } from '../../base/amounts.ts';
import { findingEntry } from '../../base/findings.ts';
import { CopyButton } from '../../widgets/copy-button.tsx';
import { visibleText } from '../../widgets/name-text.tsx';
import { severityWord, ToneIcon } from '../../widgets/severity.tsx';
import { useAdvice } from './advice.ts';
import { FieldLink } from './field-link.tsx';
import { FindingFix, useFixName } from './finding-fix.tsx';
import { ProblemExcerpt } from './problem-excerpt.tsx';
import type { ListedProblem } from './problem-groups.ts';
import classes from './problem-item.module.css';

interface Props {
  problem: ListedProblem;
  /** Whether the card ends with it. */
  isLast: boolean;
  /** Shows the folded findings of its code. */
  onOpen(): void;
}

/**
 * A finding. Those of one code stand on one card: the first has its head, which says what the code means and what to
 * do.
 */
export function ProblemItem({ problem, isLast, onOpen }: Props) {
  const { finding, position, size, isFolded, folded } = problem;
  const { code, severity, message, path, more } = finding;
  const isFirst = position === 0;
  const isMany = size > 1;
  const fixName = useFixName(finding);
  // The button disappears: the focus goes to the first finding that it shows.
  function unfold(event: MouseEvent<HTMLButtonElement>): void {
    const next = event.currentTarget.closest('li')?.nextElementSibling;
    onOpen();
    requestAnimationFrame(() => {
      if (!(next instanceof HTMLElement)) return;
      next.tabIndex = -1;
      next.focus();
    });
  }
  const isFixed = fixName !== undefined && (isFirst || (finding.fix !== 'renew' && finding.fix !== 'reseal'));
  return (
    <li
      className={classes.root}
      data-code={code}
      data-severity={severity}
      data-path={path}
      data-first={isFirst || undefined}
      data-last={isLast || folded !== undefined || undefined}
      hidden={isFolded}
    >
      {isFirst && <Head problem={problem} />}
      {isFirst && isMany && <Help code={code} />}
      <div className={classes.own} data-many={isMany || undefined}>
        <p className={classes.message}>
          <bdi>{visibleText(message)}</bdi>
        </p>
        {!isFolded && <ProblemExcerpt finding={finding} />}
        {more !== undefined && more > 0 && (
          <p className={classes.note}>and {formatNumberOf(more, 'more like this', 'more like this')}, not listed</p>
        )}
      </div>
      {isFirst && !isMany && <Help code={code} />}
      <div className={classes.actions}>
        {isFixed ? <FindingFix finding={finding} /> : null}
        {fixName === undefined && <FieldLink finding={finding} />}
      </div>
      {folded !== undefined && (
        <Button size="compact-sm" className={classes.more ?? ''} onClick={unfold}>
          Show {formatCount(folded)} more like this
        </Button>
      )}
    </li>
  );
}

function Head({ problem: { finding, size } }: { problem: ListedProblem }) {
  const { code, severity } = finding;
  return (
    <p className={classes.head}>
      <ToneIcon tone={severity} size={18} />
      <span className={classes.word}>{severityWord(severity)}</span>
      <span className={classes.title}>{findingEntry(code).title}</span>
      {size > 1 && (
        <span className={classes.count}>
          {formatCount(size)}
          <span className="visually-hidden"> times</span>
        </span>
      )}
      <span className={classes.code}>
        <code>{code}</code>
        <CopyButton value={code} label="Copy code" />
      </span>
    </p>
  );
}

/** What a code means, and what whoever reads it can do. */
function Help({ code }: { code: ListedProblem['finding']['code'] }) {
  const { meaning } = findingEntry(code);
  const advice = useAdvice(code);
  return (
    <div className={classes.help}>
      <p>{meaning}</p>
      <p>
        {!advice.startsWith('Nothing to do') && <strong>What to do:</strong>} {advice}
      </p>
    </div>
  );
}
