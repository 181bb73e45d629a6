import { Anchor, Button, SegmentedControl, TextInput } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { decodeUtf8 } from '../../base/bytes.ts';
import { type Finding, findingEntry, type Severity } from '../../base/findings.ts';
import { fileIndex } from '../../model/file-index.ts';
import type { Package } from '../../model/package.ts';
import { placeHref } from '../../model/place.ts';
import { countFindings } from '../../model/verdict.ts';
import { useApp, useEditedPaths, useFindings, usePackage, useShownBytes } from '../../state/hooks.ts';
import { formatCount, formatNumberOf } from '../../widgets/byte-size.ts';
import { CopyButton } from '../../widgets/copy-button.tsx';
import { matchesQuery } from '../../widgets/data-table/data-table.tsx';
import { EmptyState } from '../../widgets/empty-state.tsx';
import { visibleText } from '../../widgets/name-text.tsx';
import { SEVERITIES, severityWord, ToneIcon } from '../../widgets/severity.tsx';
import { holdText } from '../trust/verify-hold.ts';
import { FindingFix } from './finding-fix.tsx';
import { FindingPlace } from './finding-place.tsx';
import classes from './problems-tab.module.css';

/** Findings shown at first, and added by each click on "Show more". */
const PAGE = 200;

type Shown = Severity | 'all';

/** All findings: what each means, what to do, and where it is. */
export default function Problems() {
  const pkg = usePackage();
  const findings = useFindings();
  const [severity, setSeverity] = useState<Shown>('all');
  const [query, setQuery] = useState('');
  const [limit, setLimit] = useState(PAGE);
  const wanted = useDeferredValue(query.trim());
  const matching = useMemo(
    () =>
      findings.filter(
        (finding) => (severity === 'all' || finding.severity === severity) && matchesQuery(searchText(finding), wanted),
      ),
    [findings, severity, wanted],
  );
  if (findings.length === 0)
    return (
      <EmptyState title="No problems found so far">
        <Checked pkg={pkg} />
      </EmptyState>
    );

  const options = [
    { value: 'all', label: `All ${formatCount(countFindings(findings))}` },
    ...SEVERITIES.flatMap(({ severity: value, words }) => {
      const count = countFindings(findings.filter((finding) => finding.severity === value));
      return count === 0 ? [] : [{ value, label: `${words} ${formatCount(count)}` }];
    }),
  ];
  const left = matching.length - limit;
  const firsts = new Set(new Map(matching.toReversed().map((finding) => [finding.code, finding])).values());
  return (
    <div className={classes.root}>
      <div className={classes.bar}>
        {options.length > 2 && (
          <SegmentedControl
            aria-label="Severity"
            size="sm"
            transitionDuration={0}
            data={options}
            value={severity}
            onChange={(value) => setSeverity(value as Shown)}
          />
        )}
        {findings.length > 5 && (
          <TextInput
            size="sm"
            aria-label="Filter problems"
            variant="search"
            placeholder="Filter problems"
            leftSection={<IconFilter size={16} aria-hidden />}
            value={query}
            onChange={(event) => setQuery(event.currentTarget.value)}
          />
        )}
        <span role="status" className={classes.note}>
          {wanted !== '' && `${formatCount(matching.length)} of ${formatCount(findings.length)}`}
        </span>
      </div>
      <ul className={classes.list} aria-label="Problems">
        {matching.slice(0, limit).map((finding, index) => (
          <Item
            // biome-ignore lint/suspicious/noArrayIndexKey: two findings may be alike in all that is shown.
            key={`${finding.code} ${finding.path} ${finding.line} ${index}`}
            finding={finding}
            isFirst={firsts.has(finding)}
            pkg={pkg}
          />
        ))}
      </ul>
      {matching.length === 0 && <p className={classes.note}>Nothing matches.</p>}
      {left > 0 && (
        <Button variant="default" className={classes.more ?? ''} onClick={() => setLimit(limit + PAGE)}>
          Show {formatNumberOf(Math.min(left, PAGE), 'more problem')}
        </Button>
      )}
      <p className={classes.checked}>
        <Checked pkg={pkg} />
      </p>
    </div>
  );
}

function searchText({ code, message, path }: Finding): string {
  return `${code} ${findingEntry(code).title} ${message} ${path ?? ''}`.toLowerCase();
}

/** Says what opening checked, and what only verifying can find. */
function Checked({ pkg: { words, can, directory = 'the file' } }: { pkg: Package }) {
  const phase = useApp((state) => state.verification.phase);
  const hold = useApp((state) => state.verifyHold);
  const { checked, hashList } = words;
  if (!can.verify) return <>Checked: {[directory, ...checked].join(', ')}. Not checked: the contents of its files.</>;
  return (
    <>
      Checked: {[directory, ...checked].join(', ')}
      {phase === 'done' ? ', and the contents of all files that the package holds.' : '. '}
      {phase === 'running' ? 'The contents of the files are being checked.' : null}
      {phase === 'done' || phase === 'running'
        ? null
        : `Not checked: whether the contents of the files match their ${hashList === undefined ? 'sizes and checksums' : 'hashes'}.`}
      {phase === 'idle' && hold !== undefined ? ` ${holdText(hold)}.` : null}
    </>
  );
}

interface ItemProps {
  finding: Finding;
  /** Whether it is the first shown with its code. Only that one says what the code means. */
  isFirst: boolean;
  pkg: Package;
}

function Item({ finding, isFirst, pkg }: ItemProps) {
  const { code, severity, message, path, more } = finding;
  const edited = useEditedPaths();
  const { title, meaning, action } = findingEntry(code);
  return (
    <li className={classes.item} data-code={code} data-severity={severity} data-path={path}>
      <p className={classes.head}>
        <span className={classes.icon}>
          <ToneIcon tone={severity} size={18} />
        </span>
        <span className={classes.word}>{severityWord(severity)}</span>
        <span className={classes.title}>{title}</span>
        <span className={classes.code}>
          <code>{code}</code>
          <CopyButton value={code} label="Copy code" />
        </span>
      </p>
      <p className={classes.message}>
        <bdi>{visibleText(message)}</bdi>
      </p>
      <Where finding={finding} pkg={pkg} />
      {(isFirst || (finding.fix !== 'renew' && finding.fix !== 'reseal')) && <FindingFix finding={finding} />}
      {isFirst && (
        <>
          <p className={classes.help}>{meaning}</p>
          <p className={classes.help}>
            <span className={classes.what}>What to do:</span>{' '}
            {path !== undefined && edited.has(path)
              ? 'You are editing this file: correct it there, under Edit.'
              : action}
          </p>
        </>
      )}
      {more !== undefined && more > 0 && (
        <p className={classes.note}>and {formatNumberOf(more, 'more like this', 'more like this')}, not listed</p>
      )}
    </li>
  );
}

/** The place of a finding: the file with line and column, the text of that line, and the example or self-test. */
function Where({ finding, pkg }: { finding: Finding; pkg: Package }) {
  const { path, also, line, excerpt, binding } = finding;
  const edited = useEditedPaths();
  if (path === undefined && !binding) return null;
  const file = path === undefined ? undefined : fileIndex(pkg.files).get(path);
  return (
    <>
      <p className={classes.where}>
        {path !== undefined && (
          <>
            <FindingPlace finding={finding} />
            <CopyButton value={path} label="Copy path" />
          </>
        )}
        {also !== undefined && <FindingPlace finding={{ path: also }} />}
        {binding && (
          <Anchor
            inherit
            underline="always"
            href={placeHref({
              tab: binding.of === 'example' ? 'examples' : 'self-tests',
              item: String(binding.index + 1),
            })}
          >
            {binding.of === 'example' ? 'Example' : 'Self-test'} {binding.index + 1}
          </Anchor>
        )}
      </p>
      {line !== undefined &&
        (excerpt !== undefined ? (
          <Line number={line} text={excerpt} />
        ) : path !== undefined && edited.has(path) ? (
          <DraftLine path={path} number={line} />
        ) : (
          file?.size !== undefined &&
          file.size <= MAX_EXCERPT_FILE && <FileLine path={file.path} size={file.size} number={line} />
        ))}
    </>
  );
}

/** Larger files are not read for the text of a line. */
const MAX_EXCERPT_FILE = 256 * 1024;

/** Characters shown of a line. */
const MAX_EXCERPT = 240;

const lines = new WeakMap<Uint8Array, string[]>();

function linesOf(bytes: Uint8Array): string[] {
  const known = lines.get(bytes);
  if (known) return known;
  const made = (decodeUtf8(bytes) ?? '').split(/\r?\n/);
  lines.set(bytes, made);
  return made;
}

/** A line of the edited text, which the file in the package does not have. */
function DraftLine({ path, number }: { path: string; number: number }) {
  const line = useApp(({ draft }) => draft?.texts.get(path)?.split('\n', number)[number - 1]);
  return line === undefined ? null : <Line number={number} text={cut(line)} />;
}

function FileLine({ path, size, number }: { path: string; size: number; number: number }) {
  const bytes = useShownBytes(path, 0, size);
  // A file that cannot be read has a finding of its own.
  const text = bytes.status === 'ready' ? linesOf(bytes.value)[number - 1] : undefined;
  // Its room is kept.
  if (bytes.status === 'loading') return <Line number={number} text=" " />;
  return text === undefined ? null : <Line number={number} text={cut(text)} />;
}

function cut(text: string): string {
  return text.length > MAX_EXCERPT ? `${text.slice(0, MAX_EXCERPT)}…` : text;
}

function Line({ number, text }: { number: number; text: string }) {
  return (
    <pre className={classes.excerpt}>
      <span className={classes.line}>{number}</span>
      <code>{visibleText(text)}</code>
    </pre>
  );
}
