import { IconArrowRight, IconPlugConnectedX } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { formatBytes, formatCount, formatNumberOf } from '../../base/amounts.ts';
import { breakingSentence, statesCalls } from '../../model/pair/caller-changes.ts';
import { codeDiffs, isNothing, uncomparedSentence } from '../../model/pair/package-diff.ts';
import type { RunChange } from '../../model/pair/run-changes.ts';
import type { PairSides } from '../../state/pair-slice.ts';
import { Card } from '../../widgets/card.tsx';
import { DataTable } from '../../widgets/data-table/data-table.tsx';
import { ErrorNote } from '../../widgets/error-note.tsx';
import { FactText } from '../../widgets/fact-text.tsx';
import { NameText } from '../../widgets/name-text.tsx';
import { Section } from '../../widgets/section.tsx';
import { ToneLine, ToneSurface } from '../../widgets/severity.tsx';
import { CallerList } from './caller-list.tsx';
import { ChangedLines } from './changed-lines.tsx';
import { DiffMark, ToneWord } from './diff-mark.tsx';
import { pairNames } from './pair-names.ts';
import type { PairPlace, PairTab } from './pair-place.ts';
import classes from './pair-summary.module.css';
import {
  FieldDiffTable,
  FileDiffTable,
  TENSOR_DIFF,
  TENSOR_NAME,
  tensorAttributes,
  tensorKey,
  typeColumns,
} from './pair-tables.tsx';
import type { ShownDiff } from './use-package-diff.ts';

/** Rows of each part that are shown here. The tabs have all. */
const FIRST_ROWS = 10;

/** Things that both would do, which are listed one by one. */
const MAX_SAME = 5;

interface Props {
  sides: PairSides;
  shown: ShownDiff;
  hrefOf(place: PairPlace): string;
  go(place: PairPlace): void;
}

/** What differs in short: first what it means to callers, and what loading it would run. */
export function PairSummary({ sides, shown, hrefOf, go }: Props) {
  const { diff, tensors } = shown;
  const words = pairNames(sides);
  const [first, second] = words;
  const { files } = diff;
  const differing = tensors.diffs.slice(0, tensors.differing);
  const listed = files.diffs.filter((file) => file.diff !== 'unread');
  const columns = useMemo(() => [TENSOR_NAME, ...typeColumns([first, second]), TENSOR_DIFF], [first, second]);
  const all = (tab: PairTab, count: number) =>
    count > FIRST_ROWS && <a href={hrefOf({ tab })}>{`All ${formatCount(count)}`}</a>;
  return (
    <div className={classes.root}>
      <Verdict shown={shown} sides={sides} />
      {diff.callers.length > 0 && (
        <Section title="For callers">
          <CallerList changes={diff.callers} />
        </Section>
      )}
      <div className={classes.pair}>
        <Runs sides={sides} shown={shown} />
        <Sizes sides={sides} shown={shown} hrefOf={hrefOf} />
      </div>
      {diff.fields.length > 0 && (
        <Section title="Fields" aside={all('fields', diff.fields.length)}>
          <FieldDiffTable changes={diff.fields.slice(0, FIRST_ROWS)} words={words} />
        </Section>
      )}
      {listed.length > 0 && (
        <Section title="Files" aside={all('files', files.differing)}>
          <FileDiffTable diffs={listed.slice(0, FIRST_ROWS)} onChoose={(item) => go({ tab: 'files', item })} />
        </Section>
      )}
      {differing.length > 0 && (
        <Section title="Tensors" aside={all('tensors', differing.length)}>
          <DataTable
            label="Changed tensors"
            columns={columns}
            rows={differing.slice(0, FIRST_ROWS)}
            rowKey={tensorKey}
            rowAttributes={tensorAttributes}
            onSelect={({ a, b }) => go({ tab: 'tensors', item: (a ?? b)?.name })}
          />
        </Section>
      )}
    </div>
  );
}

interface VerdictProps {
  shown: ShownDiff;
  sides: PairSides;
}

/** The sentences to take away, the worst first. Green only where all was compared. */
function Verdict({ shown: { diff, tensors }, sides }: VerdictProps) {
  const breaking = breakingSentence(diff.callers);
  const harm = diff.runs.changes.find(({ change, isError }) => change === 'new' && isError);
  const uncompared = uncomparedSentence(diff);
  if (harm || breaking !== undefined)
    return (
      <>
        {harm && (
          <ToneSurface tone="error" title="The second one would run dangerous code that the first does not.">
            <p className={classes.text}>
              <FactText>{harm.text}</FactText>
            </p>
          </ToneSurface>
        )}
        {breaking !== undefined && (
          <ToneSurface
            tone="error"
            Icon={IconPlugConnectedX}
            title={
              <>
                {breaking}
                {sides.after.of.draft ? '' : ` of ${pairNames(sides)[0]}`}.{' '}
                <span className={classes.text}>Code that calls it must be changed first.</span>
              </>
            }
          />
        )}
      </>
    );
  if (!isNothing(diff, tensors)) return <Differing diff={diff} sides={sides} />;
  if (uncompared !== undefined)
    return (
      <ToneSurface tone="quiet" title={diff.files.unread > 0 ? 'No difference found so far.' : 'No difference found.'}>
        <p className={classes.text}>{uncompared}</p>
      </ToneSurface>
    );
  return (
    <ToneSurface tone="ok" title="Both are the same.">
      <p className={classes.text}>{formatNumberOf(diff.files.same, 'file')} compared byte by byte.</p>
    </ToneSurface>
  );
}

/** They differ, and nothing that is known to break callers does. */
function Differing({ diff, sides }: { diff: ShownDiff['diff']; sides: PairSides }) {
  const { before, after } = sides;
  const hosts = diff.runs.changes.filter(({ change, what }) => change === 'new' && what === 'host').length;
  const isStated = statesCalls(before.package) && statesCalls(after.package);
  const mayBreak = diff.callers.some(({ effect }) => effect === 'may');
  const [title, text] = !isStated
    ? ['They differ.', 'What callers give and get is not stated by both, so nothing is known of what breaks.']
    : mayBreak
      ? ['They differ, and some of it may break callers.', 'What may is listed below.']
      : [
          'They differ. What both state to callers goes together.',
          'Their inputs, outputs and runner fit callers of the first.',
        ];
  return (
    <ToneSurface tone={hosts > 0 ? 'warning' : 'info'} title={title}>
      <p className={classes.text}>
        {text}
        {hosts > 0 && ` Loading the second one asks ${formatNumberOf(hosts, 'more host')}.`}
      </p>
    </ToneSurface>
  );
}

const RUN_MARKS: Readonly<Record<RunChange['change'], { word: string; tone: 'warning' | 'quiet' | 'info' }>> = {
  new: { word: 'new', tone: 'warning' },
  gone: { word: 'gone', tone: 'quiet' },
  same: { word: 'same', tone: 'info' },
};

/** What loading the second package would run that loading the first would not. */
function Runs({ sides, shown: { diff } }: Pick<Props, 'sides' | 'shown'>) {
  const { changes, isCut, unread } = diff.runs;
  const code = codeDiffs(diff.files);
  const [, isUnread] = unread;
  const isNone = changes.length + code.length === 0;
  const differing = changes.filter(({ change }) => change !== 'same');
  // What is the same is said in full where it is little.
  const same = changes.length - differing.length;
  const listed = same > MAX_SAME ? differing : changes;
  return (
    <Section title="What would run">
      {diff.runsErrors.map((error) => (
        <ErrorNote key={error.message} error={error} />
      ))}
      <Card as="ul" rows className={classes.rows}>
        {listed.slice(0, 2 * FIRST_ROWS).map(({ change, what, text, isError }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is made once.
          <li key={at} className={classes.run} data-run={change}>
            <ToneWord tone={change === 'new' && isError ? 'error' : RUN_MARKS[change].tone}>
              {change === 'new' && what === 'host' ? 'new host' : RUN_MARKS[change].word}
            </ToneWord>
            <span className={classes.sentence} data-quiet={change === 'same' || undefined}>
              <FactText>{text}</FactText>
            </span>
          </li>
        ))}
        {code.slice(0, FIRST_ROWS).map((file) => (
          <li key={`${file.diff} ${file.path}`} className={classes.run} data-run={file.diff}>
            <DiffMark diff={file.diff} />
            <span className={classes.sentence}>
              <FactText>{[{ name: file.path, path: file.path }]}</FactText>
              {file.diff === 'changed' && <ChangedLines sides={sides} file={file} />}
            </span>
          </li>
        ))}
        {same > MAX_SAME && (
          <li className={classes.run}>
            <ToneWord tone="info">same</ToneWord>
            <span className={classes.about}>{`${formatCount(same)} other things that both do`}</span>
          </li>
        )}
        {isNone && <li className={classes.quiet}>Neither runs anything, as far as was looked at.</li>}
        {(listed.length > 2 * FIRST_ROWS || code.length > FIRST_ROWS || isCut) && (
          <li className={classes.quiet}>and more, of which only the first are listed</li>
        )}
      </Card>
      {(isUnread || unread[0]) && (
        <ToneLine tone="quiet" className={classes.note}>
          Not all files were looked into.
        </ToneLine>
      )}
    </Section>
  );
}

/** How large both are. */
function Sizes({ sides: { before, after }, shown: { diff }, hrefOf }: Pick<Props, 'sides' | 'shown' | 'hrefOf'>) {
  const { files } = diff;
  const rows = files.diffs
    .filter(
      ({ before: old, after: now }) => old?.size !== undefined && now?.size !== undefined && old.size !== now.size,
    )
    .toSorted((a, b) => grown(b) - grown(a))
    .slice(0, 4);
  return (
    <Section title="Sizes">
      <Card as="ul" rows className={classes.rows}>
        <SizeRow name="The whole" before={before.package.size} after={after.package.size} />
        {rows.map(({ path, before: old, after: now }) => (
          <SizeRow
            key={path}
            name={
              <a href={hrefOf({ tab: 'files', item: path })}>
                <NameText mono>{path}</NameText>
              </a>
            }
            before={old?.size ?? 0}
            after={now?.size ?? 0}
          />
        ))}
        {files.same > 0 && (
          <li className={classes.size}>
            <span>{`${formatNumberOf(files.same, 'file')} by checksum or bytes`}</span>
            <span className={classes.about}>the same</span>
          </li>
        )}
        {files.unread > 0 && (
          <li className={classes.size}>
            <span>{`${formatNumberOf(files.unread, 'file')} of the same size`}</span>
            <a href={hrefOf({ tab: 'files' })}>not compared</a>
          </li>
        )}
      </Card>
    </Section>
  );
}

function grown({ before, after }: { before?: { size?: number | undefined }; after?: { size?: number | undefined } }) {
  return Math.abs((after?.size ?? 0) - (before?.size ?? 0));
}

function SizeRow({ name, before, after }: { name: ReactNode; before: number; after: number }) {
  return (
    <li className={classes.size}>
      <span className={classes.sentence}>{name}</span>
      <span className={classes.figures}>
        {formatBytes(before)} <IconArrowRight size={14} stroke={1.75} aria-label="to" /> {formatBytes(after)}
        <span className={classes.share}>{shareText(before, after)}</span>
      </span>
    </li>
  );
}

function shareText(before: number, after: number): string {
  if (before === after) return '±0 %';
  if (before === 0) return '';
  const percent = (100 * (after - before)) / before;
  const digits = Math.abs(percent) < 10 ? 1 : 0;
  if (Math.abs(percent) < 0.05) return percent > 0 ? 'under +0.1 %' : 'under −0.1 %';
  return `${percent > 0 ? '+' : '−'}${Math.abs(percent).toFixed(digits)} %`;
}
