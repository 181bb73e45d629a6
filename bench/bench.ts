import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, release, tmpdir, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ensureChromium } from '../scripts/chromium.mjs';
import { serve } from '../scripts/serve.mjs';
import { buildDirectory, buildPage } from './build.ts';
import { Pages, type Sample } from './pages.ts';
import { FULL, neededBytes, QUICK, type Row } from './row.ts';
import { rows } from './rows.ts';
import { Tab } from './tab.ts';
import { type Result, table } from './table.ts';
import { Tools } from './tool.ts';

/**
 * `npm run bench -- [--quick] [--only TEXT]… [--rounds N] [--dist FOLDER] [--write]`: see README.md in this folder.
 * Prints the table to stdout and everything else to stderr. Exits with 1 if something breaks, never because of a time.
 */

const README = fileURLToPath(new URL('README.md', import.meta.url));
const BIOME = fileURLToPath(new URL('../node_modules/@biomejs/biome/bin/biome', import.meta.url));
const LAST = /(<!-- last full table -->\n)[\s\S]*(\n<!-- end -->)/;
const ROUNDS = { full: 5, quick: 1 };

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true },
    rounds: { type: 'string' },
    dist: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
const rounds = options.rounds === undefined ? ROUNDS[options.quick ? 'quick' : 'full'] : Number(options.rounds);
if (!Number.isInteger(rounds) || rounds < 1) throw new Error(`--rounds takes a number, not "${options.rounds}"`);
if (options.write && (options.quick || options.only !== undefined))
  throw new Error('--write keeps the table of a full run: leave out --quick and --only');

const only = options.only ?? [''];
const sizes = options.quick ? QUICK : FULL;
const root = mkdtempSync(join(tmpdir(), 'boxcutter-bench-'));
// Runs however the process ends.
process.on('exit', () => rmSync(root, { recursive: true, force: true }));
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  process.once(signal, () => process.exit(code));

const free = statfsSync(root).bavail * statfsSync(root).bsize;
if (free < neededBytes(sizes)) {
  const [wanted, there] = [neededBytes(sizes), free].map((bytes) => `${(bytes / 1e9).toFixed(1)} GB`);
  throw new Error(
    `${tmpdir()} has ${there} free, and the data takes ${wanted}. Set TMPDIR to a folder of a larger disk.`,
  );
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** Measures the page and its peer in turns. Each goes first in every other round. */
async function measure(row: Row, tab: Tab, tools: Tools): Promise<Result> {
  const noData = tools.missing(row.needs);
  if (noData.length > 0) return { row, ours: [], theirs: [], missing: `no data: ${noData.join(', ')} is not here` };
  await row.make();
  // Pending writes would slow down whoever is measured first.
  if (!options.quick) spawnSync('sync');
  const noPeer = tools.missing(row.peerNeeds);
  const ours: Sample[] = [];
  const theirs: Sample[] = [];
  for (let round = 0; round < rounds; round++) {
    const turns = [
      async () => ours.push(await row.ours(tab)),
      async () => noPeer.length === 0 && theirs.push(await row.theirs(tab)),
    ];
    if (round % 2 === 1) turns.reverse();
    for (const turn of turns) await turn();
    const [mine, its] = [ours, theirs].map((samples) => samples[round]?.seconds.toFixed(3) ?? '—');
    say(`  ${round + 1} of ${rounds}: ${mine} s; peer ${its} s`);
  }
  return { row, ours, theirs, ...(noPeer.length === 0 ? {} : { missing: `${noPeer.join(', ')} is not here` }) };
}

/** The machine that the figures come from. Without it they mean nothing. */
function machine(browser: string, tools: Tools, load: readonly [before: number, after: number]): string {
  const [cpu] = cpus();
  const commit = spawnSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).stdout?.trim();
  return [
    `${new Date().toISOString().slice(0, 10)}${commit ? `, commit ${commit}` : ''}`,
    `${cpus().length} cores (${cpu?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GiB of memory`,
    `${type()} ${release()}`,
    `Chromium ${browser}`,
    ...tools.versions(),
    `${rounds === 1 ? 'one round' : `medians of ${rounds} rounds`}${options.quick ? ' of small sizes (--quick)' : ''}`,
    `load of the machine ${load[0].toFixed(1)} before, ${load[1].toFixed(1)} after`,
  ].join(' · ');
}

const loadBefore = loadavg()[0] ?? 0;
const tools = new Tools();
// `ensureChromium` may install one, and then prints to stdout.
const chromium = await ensureChromium();
if (options.dist === undefined) say('Building…');
const server = await serve({ root: options.dist ?? buildPage(root), port: 0 });
const serveDirectory = async () => serve({ root: await buildDirectory(root), port: 0 });
let directory: ReturnType<typeof serveDirectory> | undefined;
const results: Result[] = [];
let broken = 0;
const addresses = {
  page: () => `http://localhost:${server.port}/`,
  // Few rows need it.
  async directory() {
    directory ??= serveDirectory();
    return `http://localhost:${(await directory).port}/`;
  },
};
const pages = new Pages(chromium, addresses, !options.quick);
const tab = new Tab(pages);
try {
  const folder = join(root, 'row');
  const chosen = rows(folder, sizes, tools).filter(({ title }) => only.some((text) => title.includes(text)));
  const unknown = only.filter((text) => !chosen.some(({ title }) => title.includes(text)));
  if (unknown.length > 0) throw new Error(`No row's title holds "${unknown.join('", nor "')}"`);
  for (const row of chosen) {
    say(row.title);
    mkdirSync(folder);
    try {
      results.push(await measure(row, tab, tools));
    } catch (error) {
      broken++;
      say(`  broke: ${(error as Error).stack}`);
      results.push({ row, ours: [], theirs: [], missing: 'broke' });
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
  const written = `${machine(pages.version, tools, [loadBefore, loadavg()[0] ?? 0])}\n\n${table(results, !options.quick)}\n`;
  process.stdout.write(written);
  if (options.write && broken === 0) {
    const text = readFileSync(README, 'utf8');
    if (!LAST.test(text)) throw new Error('README.md has no place for the table');
    writeFileSync(
      README,
      text.replace(LAST, (_, begin: string, end: string) => `${begin}${written}${end}`),
    );
    execFileSync(process.execPath, [BIOME, 'format', '--write', README], { stdio: ['ignore', 'ignore', 'inherit'] });
  }
} finally {
  await pages.close();
  await Promise.all([server.close(), (await directory)?.close()]);
}
if (broken > 0) say(`${broken} of ${results.length} rows broke.`);
process.exitCode = broken === 0 ? 0 : 1;
