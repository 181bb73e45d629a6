import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Page } from '@playwright/test';
import { buildPage } from '../bench/build.ts';
import { Random } from '../bench/random.ts';
import { RemoteServer } from '../e2e/remote-server.ts';
import { CHROMIUM_ARGS, ensureChromium, findHeadlessShell } from '../scripts/chromium.mjs';
import { serve } from '../scripts/serve.mjs';
import { ACTS, below, discard, discardKept, leave, OPENINGS, type Soak, settle } from './acts.ts';
import { COUNT_URLS, type Figures, figuresOf } from './figures.ts';
import { writeFiles, writeUnchecked } from './files.ts';

/**
 * `npm run soak -- [--opens 500] [--minutes N] [--seed N] [--from N] [--dist FOLDER]`: opens files at random in one tab
 * of the built page, looks at them, edits, saves and cancels, ends its threads, and then looks at what is left. Exits
 * with 1 where a bar of the table fails, or the page does. Each open draws from a seed of its own: `--from` begins at
 * the one where a run failed.
 */

const { values: options } = parseArgs({
  options: {
    opens: { type: 'string', default: '500' },
    minutes: { type: 'string' },
    seed: { type: 'string', default: String(Math.floor(Date.now() / 1000) % 1_000_000) },
    from: { type: 'string', default: '0' },
    dist: { type: 'string' },
  },
});
const [opens, seed, from] = [options.opens, options.seed, options.from].map(Number) as [number, number, number];
const until = options.minutes === undefined ? Number.POSITIVE_INFINITY : Date.now() + 60_000 * Number(options.minutes);
if ([opens, seed, from].some((value) => !Number.isInteger(value)) || Number.isNaN(until))
  throw new Error('--opens, --minutes, --seed and --from take numbers');

/** Bytes that a tab may have more after the run than before, of its heap and of its process. */
const MAX_GROWTH = 50e6;
/** Opens before memory is measured first, of all: each format, view and dialog is loaded once, and stays. */
const WARM_UP = 60;
/** Most acts between two opens. */
const MAX_ACTS = 6;
/** Opens between two lines of the log with figures. */
const LOGGED = 50;
/** Opens between two signs of life. */
const TOLD = 10;
/** Milliseconds after which what was saved is removed (`SAVED_KEPT_MS`), and some more. */
const LEFT_WITHIN = 16 * 60_000;
/** What the browser itself says of hosts that do not do as they should. The page says it too. */
const EXPECTED = /Failed to load resource|blocked by CORS policy|Refused to get unsafe header/;

const root = mkdtempSync(join(tmpdir(), 'boxcutter-soak-'));
process.on('exit', () => rmSync(root, { recursive: true, force: true }));
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  process.once(signal, () => process.exit(code));

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** Whatever the page must not do. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.stack ?? error.message));
  page.on('crash', () => complaints.push('the tab crashed'));
  page.on('console', (message) => {
    if (['warning', 'error'].includes(message.type()) && !EXPECTED.test(message.text()))
      complaints.push(message.text());
  });
  return complaints;
}

const megabytes = (bytes: number | undefined) => (bytes === undefined ? '—' : `${(bytes / 1e6).toFixed(1)} MB`);

function line(figures: Figures): string {
  const { heap, process: resident, nodes, listeners, ...counts } = figures;
  const rest = Object.entries({ nodes, listeners, ...counts }).map(([name, count]) => `${name} ${count}`);
  return [`heap ${megabytes(heap)}`, `process ${megabytes(resident)}`, ...rest].join(', ');
}

/** The table of the run. Gives what fails. */
function judge(first: Figures, last: Figures): { table: string; failed: string[] } {
  const grown = (name: 'heap' | 'process') => (last[name] ?? 0) - (first[name] ?? 0);
  const bars: [name: string, start: string, end: string, bar: string, holds: boolean][] = [
    ...(['heap', 'process'] as const).map(
      (name) =>
        [name, megabytes(first[name]), megabytes(last[name]), 'at most 50 MB more', grown(name) <= MAX_GROWTH] as [
          string,
          string,
          string,
          string,
          boolean,
        ],
    ),
    ['nodes', String(first.nodes), String(last.nodes), '', true],
    ['listeners', String(first.listeners), String(last.listeners), '', true],
    ['workers', String(first.workers), String(last.workers), 'at most 1', last.workers <= 1],
    ...(['urls', 'files', 'locks', 'drafts', 'contents'] as const).map(
      (name) =>
        [name, String(first[name]), String(last[name]), '0', last[name] === 0] as [
          string,
          string,
          string,
          string,
          boolean,
        ],
    ),
  ];
  const rows = bars.map(
    ([name, start, end, bar, holds]) => `| ${name} | ${start} | ${end} | ${bar} | ${holds ? '' : 'FAILS'} |`,
  );
  const table = ['| | start | end | bar | |', '|---|---|---|---|---|', ...rows].join('\n');
  return { table, failed: bars.filter(([, , , , holds]) => !holds).map(([name]) => name) };
}

/** How often each act was done, of the times it was drawn. */
const counts = new Map<string, { drawn: number; done: number }>();

async function act(name: string, run: () => Promise<boolean>): Promise<void> {
  const count = counts.get(name) ?? { drawn: 0, done: 0 };
  counts.set(name, count);
  count.drawn++;
  if (await run()) count.done++;
}

/** One open with its acts. The steps are told as they begin, so that the log ends with the one that fails. */
async function open(soak: Soak, at: number, step: (name: string) => void): Promise<void> {
  soak.random = new Random(seed * 100_003 + at);
  // The first numbers of neighboring seeds are alike.
  for (let time = 0; time < 8; time++) soak.random.next();
  const draw = <T>(table: Readonly<Record<string, T>>) =>
    Object.entries(table)[below(soak.random, Object.keys(table).length)] as [string, T];
  // Most people open files.
  const [way, begin] = below(soak.random, 3) === 0 ? draw(OPENINGS) : (['file', OPENINGS.file] as const);
  step(`open: ${way}`);
  await act(`open: ${way}`, () => begin?.(soak) ?? Promise.resolve(false));
  await settle(soak);
  for (let left = below(soak.random, MAX_ACTS + 1); left > 0; left--) {
    const [name, run] = draw(ACTS);
    step(name);
    await act(name, () => run(soak));
    await settle(soak);
  }
  if (below(soak.random, 2) === 0) {
    step('discard');
    await act('discard', () => discard(soak));
  }
}

say('Building…');
const server = await serve({ root: options.dist ?? buildPage(root), port: 0 });
const remote = new RemoteServer();
await remote.start();
const executablePath = findHeadlessShell() ?? (await ensureChromium());
const browser = await chromium.launch({ executablePath, args: [...CHROMIUM_ARGS, '--js-flags=--expose-gc'] });
const begun = Date.now();
let code = 0;
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const complaints = complaintsOf(page);
  await page.addInitScript(COUNT_URLS);
  // Without the dialogs of the browser, which nobody would answer.
  await page.addInitScript('window.showOpenFilePicker = undefined; window.showSaveFilePicker = undefined;');
  page.on('worker', (worker) => void worker.evaluate(COUNT_URLS).catch(() => {}));
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  await page.goto(`http://localhost:${server.port}/`);
  const files = writeFiles(join(root, 'files'));
  const soak: Soak = { page, session, remote, files, unchecked: writeUnchecked(root), random: new Random(seed) };
  const measure = async () => {
    await leave(soak);
    return figuresOf(browser, page, session);
  };
  say(`Seed ${seed}, ${files.length} files.`);
  let first: Figures | undefined;
  let steps: string[] = [];
  let at = from;
  try {
    for (; at < from + opens && Date.now() < until; at++) {
      if (at === from + WARM_UP) {
        first = await measure();
        say(`start: ${line(first)}`);
      } else if (at % LOGGED === 0 && at > from) say(`${at}: ${line(await measure())}`);
      if (at % TOLD === 0) say(`${at} after ${((Date.now() - begun) / 60_000).toFixed(1)} minutes`);
      steps = [];
      await open(soak, at, (name) => steps.push(name));
      if (complaints.length > 0) throw new Error(complaints.join('\n'));
    }
    const done = [...counts].map(([name, { drawn, done }]) => `${name} ${done} of ${drawn}`).join(', ');
    say(`Done: ${done}`);
    steps = ['the end'];
    await leave(soak);
    await discardKept(soak);
    let last = await measure();
    // What was saved stays until the browser has surely copied it.
    for (
      const begunWaiting = Date.now();
      last.files + last.urls + last.locks > 0 || last.workers > 1;
      last = await measure()
    ) {
      if (Date.now() - begunWaiting > LEFT_WITHIN) break;
      await page.waitForTimeout(10_000);
    }
    const minutes = ((Date.now() - begun) / 60_000).toFixed(1);
    const { table, failed } = judge(first ?? last, last);
    process.stdout.write(
      `${at - from} opens, ${WARM_UP} of them before the start, seed ${seed}, ${minutes} minutes, Chromium ${browser.version()}\n\n${table}\n\n${done}\n`,
    );
    const never = [...Object.keys(ACTS), ...Object.keys(OPENINGS).map((name) => `open: ${name}`)].filter(
      (name) => !counts.get(name)?.done,
    );
    if (opens >= 500 && never.length > 0) failed.push(`never done: ${never.join(', ')}`);
    for (const name of failed) say(`FAILS: ${name}`);
    if (failed.length > 0) code = 1;
  } catch (error) {
    say(`Open ${at} failed after ${steps.join(', ')} (--seed ${seed} --from ${at} --opens 1):`);
    say((error as Error).stack ?? String(error));
    say(
      `The page says: ${(
        await page
          .locator('main')
          .textContent({ timeout: 5000 })
          .catch(() => 'nothing')
      )?.slice(0, 1500)}`,
    );
    await page.screenshot({ path: join(tmpdir(), 'boxcutter-soak-failed.png'), timeout: 5000 }).catch(() => {});
    code = 1;
  }
} finally {
  await browser.close();
  await Promise.all([server.close(), remote.stop()]);
}
process.exitCode = code;
