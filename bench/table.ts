import type { Sample } from './pages.ts';
import type { Row } from './row.ts';

/** The result of a row, run by run. The runs of the page and of the peer with the same index were measured together. */
export interface Result {
  row: Row;
  ours: readonly Sample[];
  theirs: readonly Sample[];
  /** Why there is no result, or no peer. */
  missing?: string;
}

/** The most bytes that the process of the tab may take above the empty page. */
const MEMORY_BAR = 600e6;

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] as number;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] as number) + upper) / 2;
}

/**
 * The results as one Markdown table. A ratio is the median of the ratios of the runs, since the machine may be faster
 * in one minute than in another.
 * @param judged whether to compare with the bars; they do not apply to small sizes, where starting takes most of the
 *   time
 */
export function table(results: readonly Result[], judged: boolean): string {
  const lines = [
    '| row | Boxcutter | peer | its figure | ratio (least to most) | bar | met | memory |',
    '|---|---:|---|---:|---:|---:|---|---:|',
    ...results.map((result) => line(result, judged)),
  ];
  const memories = results.flatMap(({ ours }) => ours.flatMap(({ memory }) => memory ?? []));
  if (memories.length > 0) {
    const most = Math.max(...memories);
    const met = !judged ? '—' : most <= MEMORY_BAR ? 'yes' : '**no**';
    lines.push(
      `| Most memory of any run above | ${inMegabytes(most)} | | | | ≤ ${inMegabytes(MEMORY_BAR)} | ${met} | |`,
    );
  }
  return lines.join('\n');
}

function line({ row, ours, theirs, missing }: Result, judged: boolean): string {
  const memories = ours.flatMap(({ memory }) => memory ?? []);
  const cells = [row.title, figure(row, ours), row.peer];
  if (ours.length === 0 || theirs.length === 0) {
    cells.push(missing ?? '—', '—', barText(row), 'not compared');
  } else {
    const ratios = ours.map((sample, index) => {
      const [mine, peer] = [amountOf(sample), amountOf(theirs[index] as Sample)];
      return isSpeed(row) ? peer / mine : mine / peer;
    });
    const spread = `${inTimes(Math.min(...ratios))} to ${inTimes(Math.max(...ratios))}`;
    const ratio = median(ratios);
    cells.push(
      figure(row, theirs),
      `${inTimes(ratio)}× (${spread})`,
      barText(row),
      judged ? met(row, ratio, ours) : '—',
    );
  }
  cells.push(memories.length === 0 ? '—' : memoryText(row, Math.max(...memories), judged));
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

/** The memory, and the bar of the row if it has one. */
function memoryText({ memory }: Row, most: number, judged: boolean): string {
  if (memory === undefined || !judged) return inMegabytes(most);
  return `${inMegabytes(most)}, ≤ ${inMegabytes(memory)}: ${most <= memory ? 'yes' : '**no**'}`;
}

/** Whether the ratio compares throughputs (more is better) and not times. */
function isSpeed({ bar }: Row): boolean {
  return bar !== 'none' && 'atLeast' in bar;
}

function amountOf({ seconds, count }: Sample): number {
  return count ?? seconds;
}

function barText({ bar, counts }: Row): string {
  if (bar === 'none') return '—';
  if ('most' in bar) return `≤ ${counted(bar.most, counts)}`;
  if ('within' in bar) return `≤ ${inSeconds(bar.within)}`;
  return 'atLeast' in bar ? `≥ ${bar.atLeast}×` : `≤ ${bar.atMost}×`;
}

function met({ bar }: Row, ratio: number, ours: readonly Sample[]): string {
  if (bar === 'none') return '—';
  // Every run counts.
  if ('most' in bar) return Math.max(...ours.map(amountOf)) <= bar.most ? 'yes' : '**no**';
  if ('within' in bar) return median(ours.map(({ seconds }) => seconds)) <= bar.within ? 'yes' : '**no**';
  return ('atLeast' in bar ? ratio >= bar.atLeast : ratio <= bar.atMost) ? 'yes' : '**no**';
}

/** The median: a count, a throughput if bytes are counted, or a time. */
function figure({ bytes, counts }: Row, samples: readonly Sample[]): string {
  if (samples.length === 0) return '—';
  if (counts) return counted(median(samples.map(amountOf)), counts);
  const seconds = median(samples.map((sample) => sample.seconds));
  const withoutStart = samples.flatMap((sample) => sample.withoutStart ?? []);
  const time =
    inSeconds(seconds) + (withoutStart.length === 0 ? '' : `; ${inSeconds(median(withoutStart))} without its start`);
  return bytes === undefined ? time : `${Math.round(bytes / seconds / 1e6)} MB/s, ${time}`;
}

function inSeconds(seconds: number): string {
  return seconds < 1 ? `${Math.round(seconds * 1000)} ms` : `${seconds.toFixed(2)} s`;
}

function counted(count: number, unit: Row['counts']): string {
  return unit === 'bytes' ? `${(count / 1000).toFixed(1)} KB` : `${count} ${unit}`;
}

function inTimes(ratio: number): string {
  return ratio.toFixed(2);
}

function inMegabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}
