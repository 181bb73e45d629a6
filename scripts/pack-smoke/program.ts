import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { COMMANDS } from '../boxcutter/commands.ts';
import { run } from './process.ts';

/** Milliseconds that a server may take until it prints its address. */
const START_MS = 30_000;

/** Tries each command of the installed program with a Node. */
export async function tryProgram(node: string, installed: string, folder: string, sample: string): Promise<void> {
  const at = mkdtempSync(join(folder, 'program-'));
  const script = join(installed, manifest.bin.boxcutter);
  assert.match(readFileSync(script, 'utf8'), /^#!\/usr\/bin\/env node\n/);
  const program = runner(node, script, at);
  const { boxcutter, succeeds } = program;
  assert.equal(await succeeds('--version'), `${manifest.version}\n`);
  for (const name of COMMANDS.keys())
    assert.match(await succeeds(name, '--help'), new RegExp(`^Usage: boxcutter ${name} `));
  assert.equal((await boxcutter('no-such-command')).code, 2);
  assert.equal((await boxcutter('inspect', 'no-such-file')).code, 2);

  const verified = JSON.parse(await succeeds('inspect', sample, '--verify', '--json'));
  assert.deepEqual([verified.format, verified.verified.mismatches], ['carton', []]);
  await succeeds(
    'edit',
    sample,
    '--set',
    'license=MIT',
    '--put',
    `misc/again.carton=${sample}`,
    '--out',
    'edited.carton',
  );
  assert.equal(JSON.parse(await succeeds('inspect', 'edited.carton', '--verify', '--json')).license, 'MIT');
  const compared = await boxcutter('compare', sample, 'edited.carton', '--json');
  assert.deepEqual([compared.code, JSON.parse(compared.out).differs], [1, true]);
  assert.equal(JSON.parse(await succeeds('compare', sample, sample, '--json')).differs, false);

  await tryNew(program, at);
  const scanned = JSON.parse(await succeeds('scan', sample, '--json'));
  assert.equal(scanned.length, verified.tensors.length);
  const [{ name }] = verified.tensors;
  assert.match(await succeeds('compare', sample, '--tensor', name, sample), /Equal/);
  // Its thread has a script of its own.
  const model = join(installed, 'dist/sample-wasm.carton');
  const { results } = JSON.parse(await succeeds('inspect', model, '--run', '--json'));
  assert.deepEqual(
    results.map(({ result }: { result: string }) => result),
    ['pass'],
  );
  await tryServe(node, script, at);
}

type Program = ReturnType<typeof runner>;

/** Runs the program: `succeeds` also checks that it does, without a word on stderr. */
function runner(node: string, script: string, folder: string) {
  const boxcutter = async (...args: string[]) => {
    const { code, out, err } = await run(node, [script, ...args], folder);
    assert.doesNotMatch(err, /^ +at .*:\d+:\d+|Warning/m, `boxcutter ${args.join(' ')}`);
    return { code, out, err };
  };
  const succeeds = async (...args: string[]) => {
    const { code, out, err } = await boxcutter(...args);
    assert.deepEqual([code, err], [0, ''], `boxcutter ${args.join(' ')}: ${out.slice(0, 1000)}`);
    return out;
  };
  return { boxcutter, succeeds };
}

async function tryNew({ succeeds }: Program, at: string): Promise<void> {
  mkdirSync(join(at, 'folder'));
  writeFileSync(join(at, 'folder/README.md'), '# A model\n');
  writeFileSync(join(at, 'folder/weights.bin'), new Uint8Array(100_000));
  // zstd is the default: its encoder and decoder are WebAssembly.
  await succeeds('new', 'folder', '--out', 'new.carton');
  const made = JSON.parse(await succeeds('inspect', 'new.carton', '--verify', '--json'));
  assert.deepEqual(made.verified.mismatches, []);
  assert.ok(made.files.some(({ storage }: { storage: string }) => storage === 'zstd'));
}

/** Serves the folder, asks for its list and for the page, and ends it as Ctrl-C does. */
async function tryServe(node: string, script: string, folder: string): Promise<void> {
  const server = spawn(node, [script, 'serve', folder, '--port', '0'], { stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = once(server, 'exit');
  try {
    const [line] = await once(server.stdout, 'data', { signal: AbortSignal.timeout(START_MS) });
    const address = String(line).trim();
    const list = await (await fetch(address)).text();
    assert.match(list, /edited\.carton/);
    const [, page = ''] = /href="([^"]*\?url=[^"]*)"/.exec(list) ?? [];
    const answer = await fetch(new URL(page.replaceAll('&amp;', '&'), address));
    assert.match(await answer.text(), /<script type="module"/);
  } finally {
    server.kill('SIGINT');
  }
  assert.deepEqual(await ended, [0, null]);
}
