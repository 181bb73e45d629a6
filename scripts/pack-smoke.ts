/**
 * `npm run pack:smoke`: makes the npm package, installs it into an empty folder without a network, and tries it with this
 * Node and with the other one that it is for: each command, and the examples of docs/library.md. Prints how long each
 * step took, and what was skipped. Exits with 1 where something is not as it should be.
 */

import assert from 'node:assert/strict';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureChromium, findHeadlessShell } from './chromium.mjs';
import { documentedExamples } from './pack-smoke/documented.ts';
import { compileExamples, runExamples } from './pack-smoke/examples.ts';
import { run } from './pack-smoke/process.ts';
import { tryProgram } from './pack-smoke/program.ts';
import { runInBrowser } from './pack-smoke/worker-page.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SAMPLE = join(ROOT, 'public/sample.carton');

/** Bytes of the tarball. What installs it downloads all of it, also where nobody uses the page. */
const MAX_BYTES = 3_000_000;

/** What the tarball has: what its help, errors and README.md name in docs, no tests, no source maps, and no service worker. */
const PACKED =
  /^package\/(?:LICENSE|README\.md|package\.json|docs\/[\w-]+\.md|lib\/(?:[\w-]+\.(?:js|wasm|txt|md)|types\/[\w/-]+\.d\.ts)|dist\/(?:(?:assets|worker|icons)\/[\w.-]+\.(?:js|css|wasm|woff2|png|svg)|_headers|[\w-]+\.(?:html|svg|carton|txt|webmanifest)))$/;

/** Majors of Node that the package is for. */
const MAJORS = [20, 22];

const folder = mkdtempSync(join(tmpdir(), 'boxcutter-pack-'));

async function step<T>(title: string, work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  const found = await work();
  console.log(`${title}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
  return found;
}

/** npm of the Node on the PATH, with a cache that is empty: nothing comes from elsewhere. */
async function npm(args: readonly string[], cwd: string): Promise<string> {
  const { code, out, err } = await run('npm', args, cwd, { npm_config_cache: join(folder, 'cache') });
  assert.equal(code, 0, `npm ${args.join(' ')}: ${err}`);
  return out;
}

async function pack(): Promise<string> {
  await npm(['pack', '--pack-destination', folder], ROOT);
  const { name, version } = JSON.parse(await npm(['pkg', 'get', 'name', 'version'], ROOT));
  const tarball = join(folder, `${name.slice(1).replace('/', '-')}-${version}.tgz`);
  const { size } = statSync(tarball);
  console.log(`${size} bytes packed`);
  assert.ok(size < MAX_BYTES, `the tarball has ${size} bytes, more than ${MAX_BYTES}`);
  const listed = await run('tar', ['tzf', tarball], folder);
  assert.equal(listed.code, 0, listed.err);
  const strays = listed.out.split('\n').filter((path) => path !== '' && !PACKED.test(path));
  assert.deepEqual(strays, [], 'files that nobody needs who installs it');
  return tarball;
}

/** The program of another Node, from npm, whose package needs no install script. Undefined where it cannot be had. */
async function otherNode(major: number): Promise<string | undefined> {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const at = join(folder, `node-${major}`);
  const args = [
    'install',
    '--prefix',
    at,
    '--ignore-scripts',
    '--no-save',
    '--no-audit',
    '--no-fund',
    `${name}@${major}`,
  ];
  const { code } = await run('npm', args, folder);
  const program = join(at, 'node_modules', name, 'bin', 'node');
  return code === 0 && existsSync(program) ? program : undefined;
}

/** A project that has installed the tarball, with the sample as `model.carton`. */
async function project(tarball: string): Promise<string> {
  const at = join(folder, 'project');
  mkdirSync(at);
  writeFileSync(join(at, 'package.json'), '{ "private": true, "type": "module" }\n');
  copyFileSync(SAMPLE, join(at, 'model.carton'));
  await npm(['install', '--offline', '--no-audit', '--no-fund', tarball], at);
  return at;
}

async function smoke(): Promise<void> {
  const examples = documentedExamples();
  const inBrowser = examples.filter(({ programs }) => programs.length > 1);
  const inNode = examples.filter((example) => !inBrowser.includes(example));
  const tarball = await step('npm pack', pack);
  const prefix = join(folder, 'prefix');
  await step('npm i -g, offline, into an empty folder', () =>
    npm(['install', '--global', '--offline', '--prefix', prefix, '--no-audit', '--no-fund', tarball], folder),
  );
  const installed = join(prefix, 'lib/node_modules');
  // As its readers call it: by the link that npm makes.
  const called = await run(join(prefix, 'bin/boxcutter'), ['inspect', SAMPLE], folder);
  assert.equal(called.code, 0, called.err);
  const at = await project(tarball);
  await step('types of the examples', () =>
    compileExamples(
      at,
      examples,
      join(ROOT, 'node_modules/typescript/bin/tsc'),
      join(ROOT, 'node_modules/@types/node'),
    ),
  );
  const own = Number(process.versions.node.split('.')[0]);
  for (const major of new Set([own, ...MAJORS])) {
    const node = major === own ? process.execPath : await step(`Node ${major} from npm`, () => otherNode(major));
    if (!node) {
      console.log(`SKIPPED: Node ${major}, which could not be installed`);
      continue;
    }
    await step(`boxcutter with Node ${major}`, () =>
      tryProgram(node, join(installed, '@boxcutter-ml/boxcutter'), folder, SAMPLE),
    );
    await step(`${inNode.length} examples with Node ${major}`, () => runExamples(node, at, inNode));
  }
  // The same model, with files that only the decoder of zstd reads.
  const zstd = join(at, 'zstd.carton');
  const again = ['new', 'model.carton', '--compression', 'zstd', '--out', zstd];
  const { code } = await run(process.execPath, [join(at, 'node_modules/.bin/boxcutter'), ...again], at);
  assert.equal(code, 0);
  const chromium = process.env.HEADLESS_SHELL_PATH || findHeadlessShell() || (await ensureChromium());
  for (const example of inBrowser)
    await step(`example in a worker of Chromium`, () => runInBrowser(chromium, at, example, [SAMPLE, zstd]));
}

try {
  await smoke();
  console.log('The package is as it should be.');
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
