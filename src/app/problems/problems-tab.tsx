import { SegmentedControl } from '@mantine/core';
import { useDeferredValue, useMemo, useState } from 'react';
import { formatCount, formatNumberOf } from '../../base/amounts.ts';
import type { Severity } from '../../base/finding-entry.ts';
import { type Finding, findingEntry } from '../../base/findings.ts';
import { wordsTest } from '../../base/text.ts';
import type { Package } from '../../model/package.ts';
import { SCAN_PLACE } from '../../model/place.ts';
import { countFindings } from '../../model/verdict.ts';
import { useApp, useFindings, usePackage, useScannedShare } from '../../state/hooks.ts';
import type { ScannedShare } from '../../state/scan-slice.ts';
import { useShownRuns } from '../../state/shown-runs.ts';
import { FilterInput } from '../../widgets/filter-input.tsx';
import { useFirst } from '../../widgets/first.tsx';
import { LoadTogether, useReading } from '../../widgets/loading/load-together.tsx';
import { PlaceLink } from '../../widgets/place-link.tsx';
import { bySeverity, ToneIcon } from '../../widgets/severity.tsx';
import { HOLD_TEXTS } from '../trust/integrity.ts';
import { isWhole, problemsText, VALUES_TEXTS } from '../trust/problems.ts';
import { groupProblems } from './problem-groups.ts';
import { ProblemItem } from './problem-item.tsx';
import classes from './problems-tab.module.css';

/** So many findings are read faster than filtered. */
const UNFILTERED = 5;

/** Findings shown at first, and added by each click on "Show more". */
const PAGE = 200;

type Shown = Severity | 'all';

/**
 * Longest time in milliseconds that the list waits for the findings of verifying, which come first. Small packages are
 * verified by then.
 */
const MAX_WAIT_MS = 1000;

/** All findings: what each means, what to do, and where it is. */
export default function ProblemsTab() {
  return (
    <LoadTogether atMost={MAX_WAIT_MS}>
      <Problems />
    </LoadTogether>
  );
}

function Problems() {
  const pkg = usePackage();
  const findings = useFindings();
  const [severity, setSeverity] = useState<Shown>('all');
  const [query, setQuery] = useState('');
  // Codes whose findings the reader wants to see all.
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const phase = useApp((state) => state.verification.phase);
  const hold = useApp((state) => state.verifyHold);
  const { isReading: isAuditing } = useShownRuns();
  useReading(phase === 'running' || (phase === 'idle' && pkg.can.verify && hold === undefined));
  const wanted = useDeferredValue(query.trim());
  const matching = useMemo(() => {
    const matches = wordsTest(wanted);
    return findings.filter(
      (finding) => (severity === 'all' || finding.severity === severity) && matches(searchText(finding)),
    );
  }, [findings, severity, wanted]);
  const listed = groupProblems(matching, wanted === '' ? open : 'all');
  const words = `Show more of ${formatNumberOf(listed.length, 'problem')}`;
  const [shown, more] = useFirst(listed, PAGE, words, { step: PAGE, size: 'sm', mt: 12 });
  const scanned = useScannedShare();
  if (findings.length === 0) {
    const { tone, sentence } = problemsText([], pkg, isWhole(pkg, phase) && !isAuditing, scanned);
    return (
      <p className={classes.empty}>
        <ToneIcon tone={tone} />
        <span>
          <strong>{sentence}.</strong> <Checked pkg={pkg} />
        </span>
      </p>
    );
  }

  const options = [
    { value: 'all', label: `All ${formatCount(countFindings(findings))}` },
    ...bySeverity(findings).map(({ severity: value, words, found }) => ({
      value,
      label: `${words} ${formatCount(countFindings(found))}`,
    })),
  ];
  return (
    <div className={classes.root}>
      <div className={classes.bar}>
        {options.length > 2 && (
          <SegmentedControl
            aria-label="Severity"
            size="sm"
            data={options}
            value={severity}
            onChange={(value) => setSeverity(value as Shown)}
          />
        )}
        {findings.length > UNFILTERED && <FilterInput label="Filter problems" value={query} onChange={setQuery} />}
        <span role="status" className={classes.note}>
          {wanted !== '' && `${formatCount(matching.length)} of ${formatCount(findings.length)}`}
        </span>
      </div>
      <ul className={classes.list} aria-label="Problems">
        {shown.map((problem, index) => (
          <ProblemItem
            // biome-ignore lint/suspicious/noArrayIndexKey: two findings may be alike in all that is shown.
            key={`${problem.finding.code} ${problem.finding.path} ${problem.finding.line} ${index}`}
            problem={problem}
            isLast={problem.position === problem.size - 1 || index === shown.length - 1}
            onOpen={() => setOpen(new Set([...open, problem.finding.code]))}
          />
        ))}
      </ul>
      {matching.length === 0 && <p className={classes.note}>No match.</p>}
      {more}
      <p className={classes.checked}>
        <Checked pkg={pkg} />
      </p>
    </div>
  );
}

function searchText({ code, message, path }: Finding): string {
  return `${code} ${findingEntry(code).title} ${message} ${path ?? ''}`.toLowerCase();
}

/** Says what was checked, what only verifying can find, and whether values were looked at. */
function Checked({ pkg }: { pkg: Package }) {
  const scanned = useScannedShare();
  const unscanned = VALUES_TEXTS[scanned];
  return (
    <>
      {useCheckedText(pkg, scanned)}
      {unscanned !== undefined && (
        <>
          {` ${unscanned} · `}
          <PlaceLink to={SCAN_PLACE}>Scan</PlaceLink>
        </>
      )}
    </>
  );
}

function useCheckedText({ words, can, directory = 'the file' }: Package, scanned: ScannedShare): string {
  const phase = useApp((state) => state.verification.phase);
  const hold = useApp((state) => state.verifyHold);
  const checked = `Checked: ${[directory, ...words.checked, ...(scanned === 'all' ? ['all values'] : [])].join(', ')}`;
  if (!can.verify) return `${checked}.${scanned === 'nothing' ? ' Not checked: tensor values.' : ''}`;
  if (phase === 'done') return `${checked}, and the contents of all files in the package.`;
  if (phase === 'running') return `${checked}. The contents of the files are being checked.`;
  const against = words.hashList === undefined ? 'sizes and checksums' : 'hashes';
  const rule = phase === 'idle' && hold !== undefined ? ` ${HOLD_TEXTS[hold]}.` : '';
  return `${checked}. Not checked: whether the contents of the files match their ${against}.${rule}`;
}
