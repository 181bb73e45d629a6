import { useEffect, useRef } from 'react';
import { formatNumberOf } from '../../base/amounts.ts';
import type { FactItems, RunFact, RunFactKind } from '../../model/run-facts.ts';
import { usePackage } from '../../state/hooks.ts';
import { useShownRuns } from '../../state/shown-runs.ts';
import { ErrorNote } from '../../widgets/error-note.tsx';
import { FactList, FactRow } from '../../widgets/fact-list.tsx';
import { FactText } from '../../widgets/fact-text.tsx';
import { Section } from '../../widgets/section.tsx';
import { ToneLine } from '../../widgets/severity.tsx';
import { useFormatView } from '../package/format-view.ts';
import { ReadFiles } from './read-files.tsx';
import classes from './what-would-run.module.css';

/** How facts are called, and what the rest of one is, which unfolds. */
const KINDS: Readonly<Record<RunFactKind, { label: string; more: string }>> = {
  runs: { label: 'Runs', more: 'Details' },
  nothing: { label: 'Runs', more: 'Why' },
  installs: { label: 'Installs', more: 'Which packages' },
  downloads: { label: 'Downloads', more: 'Which files' },
  unpickles: { label: 'Unpickles', more: 'What it imports' },
};

/**
 * What loading the package runs, installs, fetches and unpickles. Nothing where its format does not say.
 *
 * @param wanted whether a link leads here: it then scrolls into view
 */
export function WhatWouldRun({ wanted }: { wanted: boolean }) {
  const { format, runs: own } = usePackage();
  const view = useFormatView(format);
  const { facts: runs, isReading: reading, error, retry } = useShownRuns();
  const isThere = runs !== undefined;
  const region = useRef<HTMLElement>(null);
  useEffect(() => {
    if (wanted && isThere) region.current?.scrollIntoView({ block: 'center' });
  }, [wanted, isThere]);
  if (!runs) return null;
  // Rows of the format stand after its own first fact, which worse ones may stand before.
  const at = 1 + runs.facts.findIndex(({ kind }) => kind === own?.facts[0]?.kind);
  const rows = (facts: readonly RunFact[]) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: facts are never moved, and two can be of one kind.
    facts.map((fact, i) => <Fact key={i} fact={fact} reading={reading} />);
  return (
    <Section ref={region} title="What would run">
      <FactList>
        {rows(runs.facts.slice(0, at))}
        {view?.RunRows && <view.RunRows />}
        {rows(runs.facts.slice(at))}
        {view?.OtherRunRows && <view.OtherRunRows />}
      </FactList>
      {error && (
        <div className={classes.error}>
          <ErrorNote error={error} onRetry={retry} />
        </div>
      )}
    </Section>
  );
}

/** @param reading whether files are being read that say more of it */
function Fact({ fact, reading }: { fact: RunFact; reading: boolean }) {
  const { kind, text, warnings = [], notes = [], lists = [], unreadFiles } = fact;
  const hasMore = notes.length > 0 || lists.length > 0;
  return (
    <FactRow label={KINDS[kind].label} fact={kind}>
      <FactText>{text}</FactText>
      {warnings.map((warning, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: warnings are never moved.
        <ToneLine key={i} as="div" tone={warning.isError ? 'error' : 'warning'} className={classes.warning}>
          <span className="visually-hidden">{warning.isError ? 'Error: ' : 'Warning: '}</span>
          <FactText>{warning.text}</FactText>
        </ToneLine>
      ))}
      {hasMore ? (
        <details>
          <summary className={classes.summary}>{KINDS[kind].more}</summary>
          {notes.map((note, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: notes are never moved.
            <p key={i} className={classes.note}>
              <FactText>{note}</FactText>
            </p>
          ))}
          {lists.map((list, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lists are never moved.
            <Items key={i} list={list} />
          ))}
        </details>
      ) : (
        // The room of the line that comes.
        reading && (kind === 'runs' || kind === 'installs') && <p className={classes.reading}>Reading…</p>
      )}
      {unreadFiles && <ReadFiles files={unreadFiles} />}
    </FactRow>
  );
}

function Items({ list: { title, count, items } }: { list: FactItems }) {
  return (
    <>
      <p className={classes.title}>
        <FactText>{title}</FactText>
      </p>
      <ul className={classes.items}>
        {items.map((item, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: items can be equal, and are never moved.
          <li key={i}>
            <FactText>{item}</FactText>
          </li>
        ))}
        {count > items.length && <li className={classes.note}>and {formatNumberOf(count - items.length, 'other')}</li>}
      </ul>
    </>
  );
}
