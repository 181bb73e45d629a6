import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { chmod, open, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildSafetensors } from '../../src/testing/builders/safetensors-builder.ts';
import { buildZip } from '../../src/testing/builders/zip-builder.ts';
import { inspect, inspectApart, makeInspected, makeScript, ROOT } from '../../src/testing/inspected.ts';
import { inspect as run } from './command.ts';
import { openLocation } from './source.ts';

// Starts processes, which takes seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const has = (command: string, ...args: string[]) => spawnSync(command, args).status === 0;
const hasTerminals = has('script', '--version');
const hasMounts = has('unshare', '-rm', 'true');
const isLinux = process.platform === 'linux';

/** Takes long to read, and no room on the disk. */
const LONG = 3 * 2 ** 30;

let folder = '';
let script = '';

beforeAll(async () => {
  folder = await makeInspected();
  script = await makeScript(folder);
});

afterAll(() => rm(folder, { recursive: true }));

/** What a process says, and how it ends. Resolves parts of it as they come. */
function watched(child: ChildProcess) {
  const said = { out: '', err: '' };
  const checks = new Set<() => void>();
  child.stdout?.on('data', (part) => {
    said.out += part;
    for (const check of checks) check();
  });
  child.stderr?.on('data', (part) => {
    said.err += part;
    for (const check of checks) check();
  });
  const ended = new Promise<number | string | null>((resolve) => {
    child.once('close', (code, signal) => resolve(code ?? signal));
  });
  /** Rejects where the process ends without it. */
  const says = (stream: 'out' | 'err', text: string) =>
    new Promise<void>((resolve, reject) => {
      const check = () => said[stream].includes(text) && resolve();
      checks.add(check);
      check();
      void ended.then(() => reject(new Error(`It ended without “${text}”: ${said.out}${said.err}`)));
    });
  return { child, said, ended, says };
}

const start = (...args: string[]) => watched(spawn(process.execPath, [script, ...args], { cwd: ROOT }));

/** A command that this text is the body of, run as `runProcess` does, with the files of `folder`. */
function startCommand(body: string, env: Record<string, string> = {}) {
  const source = `
    import { writeFileSync } from 'node:fs';
    import { newPartFile } from './scripts/inspect/part-file.ts';
    import { runProcess } from './scripts/inspect/process.ts';
    await runProcess(async (print) => { ${body} });`;
  const args = ['--import', 'tsx', '--input-type=module', '-e', source];
  return watched(spawn(process.execPath, args, { cwd: ROOT, env: { ...process.env, ...env } }));
}

/** Runs in a terminal of its own, whose output has both streams. */
function startInTerminal(env: Record<string, string>, ...args: string[]) {
  const command = `exec ${[process.execPath, script, ...args].map((word) => `'${word}'`).join(' ')}`;
  const child = spawn('script', ['-qec', command, '/dev/null'], {
    cwd: ROOT,
    env: { ...process.env, TERM: 'xterm', NO_COLOR: '', ...env },
  });
  return watched(child);
}

/** Without what is said where work takes more than a moment to hear a signal, as it may on a busy machine. */
const withoutHint = (text: string) => text.replace(/Canceling\. Press Ctrl-C again to end at once\.\r?\n/, '');

/** What moves the cursor, in words. `^C` is what terminals show of Ctrl-C. */
const visible = (text: string) => text.replaceAll('^C', '').replaceAll('\r', '<line>').replaceAll('\u001b[K', '<rest>');

const partFiles = () => readdirSync(folder).filter((name) => name.endsWith('.part'));

async function longTensor(name: string): Promise<string> {
  const path = join(folder, name);
  const header = `{"a":{"dtype":"F32","shape":[${LONG / 4}],"data_offsets":[0,${LONG}]}}`;
  await writeFile(path, buildSafetensors(header, new Uint8Array(0)));
  const file = await open(path, 'r+');
  await file.truncate((await file.stat()).size + LONG);
  await file.close();
  return path;
}

describe('a file that cannot be read', () => {
  it.skipIf(!isLinux)('is told in a sentence where it is a pipe or a device', async () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    for (const path of [pipe, '/dev/zero'])
      expect(await inspect(path)).toEqual({ code: 2, out: '', err: `${path} is not a file or a folder.\n` });
    await rm(pipe);
  });

  it.skipIf(process.getuid?.() === 0)('is told where it is not open to the user', async () => {
    const path = join(folder, 'closed.zip');
    await writeFile(path, buildZip([]));
    await chmod(path, 0);
    expect(await inspect(path)).toEqual({ code: 2, out: '', err: `${path} cannot be read (EACCES).\n` });
  });

  it('is an error of the file where the disk fails', async () => {
    const opened = await openLocation(join(folder, 'plain.zip'));
    await opened.close();
    await expect(opened.container.source?.read(0, 4)).rejects.toMatchObject({ code: 'source/read-failed' });
  });

  it('is told where it changes while it is read', async () => {
    const path = join(folder, 'changing.zip');
    await writeFile(path, buildZip([{ name: 'a', data: 'a' }]));
    let err = '';
    const code = await run([path, '--verify'], {
      out: () => {},
      err: (text) => {
        err += text;
      },
      progress: (doing) => {
        if (doing === 'Checking') utimesSync(path, 0, 0);
      },
    });
    expect([code, err]).toEqual([2, `${path}: “changing.zip” changed while it was read.\n`]);
  });
});

describe('a full disk', () => {
  it.skipIf(!hasMounts)('leaves nothing half-written, and says so', async () => {
    const mounted = join(folder, 'full');
    mkdirSync(mounted);
    await writeFile(join(folder, 'large.bin'), Buffer.alloc(2 ** 21, 'x'));
    mkdirSync(join(folder, 'big'));
    await writeFile(join(folder, 'big/large.bin'), Buffer.alloc(2 ** 21, 'x'));
    const large = join(folder, 'large.zip');
    await writeFile(large, buildZip([{ name: 'a', data: Buffer.alloc(2 ** 21, 'y') }]));
    for (const args of [
      [large, '--put', `b=${join(folder, 'large.bin')}`, '--out', 'full/new.zip'],
      ['--new', 'big', '--compression', 'stored', '--set', 'license=MIT', '--out', 'full/new.carton'],
      ['--new', 'unpacked', '--put', `b=${join(folder, 'large.bin')}`, '--out', 'full/new.carton'],
    ]) {
      const run = `mount -t tmpfs -o size=1m none full && { "$@"; code=$?; ls -A full; exit $code; }`;
      const command = ['-rm', 'sh', '-c', run, 'sh', process.execPath, script, ...args];
      const { status, stdout, stderr } = spawnSync('unshare', command, { cwd: folder, encoding: 'utf8' });
      expect([status, stdout, stderr]).toEqual([
        2,
        '',
        `${args.at(-1)} could not be written: there is no space left on the disk.\n`,
      ]);
    }
  });

  it.skipIf(!isLinux)('is told where it takes the output', async () => {
    const full = openSync('/dev/full', 'w');
    const child = spawn(process.execPath, [script, join(folder, 'right.carton')], { stdio: ['ignore', full, 'pipe'] });
    const { said, ended } = watched(child);
    expect(await ended).toBe(2);
    expect(said.err).toBe('The output could not be printed to its end: there is no space left on the disk.\n');
    closeSync(full);
  });
});

describe('a pipe that is closed', () => {
  it.skipIf(!isLinux)('is told in a sentence', async () => {
    // More than a pipe holds.
    const names = Array.from({ length: 5000 }, (_, i) => ({ name: `${'n'.repeat(40)}${i}`, data: '' }));
    await writeFile(join(folder, 'many.zip'), buildZip(names));
    const command = `"${process.execPath}" "${script}" many.zip | head -1; exit \${PIPESTATUS[0]}`;
    const { status, stdout, stderr } = spawnSync('bash', ['-c', command], { cwd: folder, encoding: 'utf8' });
    expect([status, stdout, stderr]).toEqual([
      2,
      'many.zip\n',
      'The output could not be printed to its end: the reader closed the pipe.\n',
    ]);
  });
});

describe('a signal', () => {
  /** Answers so many requests for parts of a file, and never the next one. */
  async function stalling(bytes: Uint8Array, answered: number): Promise<{ server: Server; asked: Promise<void> }> {
    let tell = () => {};
    const asked = new Promise<void>((resolve) => {
      tell = resolve;
    });
    let count = 0;
    const server = createServer(({ headers }, response) => {
      if (count++ >= answered) return tell();
      const [, from = '0', end = ''] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
      const last = Math.min(Number(end), bytes.length - 1);
      response.writeHead(206, { 'Content-Range': `bytes ${from}-${last}/${bytes.length}` });
      response.end(bytes.subarray(Number(from), last + 1));
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    return { server, asked };
  }

  it.each([
    ['opens', 0, []],
    ['verifies', 1, ['--verify']],
    ['verifies, as JSON', 1, ['--verify', '--json']],
    ['saves', 1, ['--remove', 'b', '--out', 'new.zip']],
  ] as const)('ends a run that %s a file of a host', async (_, answered, options) => {
    const entries = [
      { name: 'a', data: Buffer.alloc(2 ** 20, 'a') },
      { name: 'b', data: 'b' },
    ];
    const { server, asked } = await stalling(buildZip(entries), answered);
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/a.zip`;
    const { child, said, ended } = start(
      url,
      ...options.map((word) => (word === 'new.zip' ? join(folder, word) : word)),
    );
    await asked;
    child.kill('SIGINT');
    expect([await ended, withoutHint(said.err)]).toEqual([2, 'Canceled.\n']);
    if ((options as readonly string[]).includes('--json'))
      expect(JSON.parse(said.out)).toMatchObject({ error: { code: 'internal/cancelled' } });
    expect(readdirSync(folder).filter((name) => /^new\.zip$|\.part$/.test(name))).toEqual([]);
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });

  it('ends all kinds of work', async () => {
    const [one, other] = [await longTensor('one.safetensors'), await longTensor('other.safetensors')];
    const material = join(folder, 'material');
    mkdirSync(material);
    await longTensor('material/weights.safetensors');
    const unpacked = join(folder, 'whole');
    mkdirSync(unpacked);
    writeFileSync(join(unpacked, 'carton.toml'), '');
    await longTensor('whole/weights.safetensors');
    const out = join(folder, 'made.carton');
    for (const [doing, ...args] of [
      ['Opening', one, other],
      ['Scanning', one, '--scan'],
      ['Reading', one, '--tensor', 'a'],
      ['Comparing', one, '--tensor', 'a', '--compare', other],
      ['Comparing', one, '--with', other],
      ['Packing', '--new', material, '--out', out],
      ['Checking', unpacked, '--verify'],
      ['Looking for what would run', unpacked],
      ['Searching', join(material, 'weights.safetensors'), '--checklist'],
    ] as const) {
      const controller = new AbortController();
      const said: string[] = [];
      const code = await run([...args], {
        out: () => said.push('printed'),
        err: (text) => said.push(text),
        signal: controller.signal,
        progress: (now, done) => {
          if (now === doing && (done > 0 || doing === 'Opening')) controller.abort();
        },
      });
      expect([args, code, said]).toEqual([args, 2, ['Canceled.\n']]);
    }
    expect(readdirSync(folder).filter((name) => /^made|\.part$/.test(name))).toEqual([]);
  });

  it('says that a file was saved before', async () => {
    const controller = new AbortController();
    const out = join(folder, 'whole.carton');
    let err = '';
    const code = await run([join(folder, 'right.carton'), '--set', 'license=MIT', '--out', out, '--verify'], {
      out: () => {},
      err: (text) => {
        err += text;
      },
      signal: controller.signal,
      progress: (doing) => doing === 'Checking' && controller.abort(),
    });
    expect([code, err]).toEqual([2, `Canceled. ${out} was saved before.\n`]);
    expect((await inspect(out, '--verify')).code).toBe(0);
  });

  it('ends at once what does not hear, the second time, and removes its part file', async () => {
    const body = `
      writeFileSync(newPartFile(${JSON.stringify(folder)}), 'half');
      print.out('begun');
      setInterval(() => {}, 1000);
      await new Promise(() => {});
      return 0;`;
    const { child, said, says, ended } = startCommand(body);
    await says('out', 'begun');
    expect(partFiles()).toHaveLength(1);
    child.kill('SIGINT');
    await says('err', 'Ctrl-C again');
    child.kill('SIGINT');
    expect(await ended).toBe(2);
    expect(said.err).toBe('Canceling. Press Ctrl-C again to end at once.\nEnded at once.\n');
    expect(partFiles()).toEqual([]);
  });
});

describe('a bug', () => {
  it.each([
    ['thrown', 'throw new Error("unlucky");'],
    ['in a rejection that nobody handles', 'void Promise.reject(new Error("unlucky")); await new Promise(() => {});'],
    ['in a callback', 'setImmediate(() => { throw new Error("unlucky"); }); await new Promise(() => {});'],
  ])('is told in a sentence: %s', async (_, body) => {
    const sentence = 'Something went wrong inside Boxcutter (Error: unlucky).\n';
    const plain = startCommand(body);
    expect([await plain.ended, plain.said.err]).toEqual([2, `${sentence}BOXCUTTER_STACKS=1 shows where.\n`]);
    const asked = startCommand(body, { BOXCUTTER_STACKS: '1' });
    expect(await asked.ended).toBe(2);
    expect(asked.said.err).toContain(`${sentence}Error: unlucky\n    at `);
  });
});

describe.skipIf(!hasTerminals)('a terminal', () => {
  it('shows how far a long check is, clears the line, and ends with Ctrl-C', async () => {
    const path = await longTensor('watched.safetensors');
    const { child, said, says, ended } = startInTerminal({}, path, '--scan');
    await says('out', 'Scanning… ');
    expect(visible(said.out)).toMatch(/<line>Scanning… \d+%, [\d.]+ [MG]B of 3\.2 GB<rest>/);
    child.stdin?.write('\u0003');
    expect(await ended).toBe(2);
    expect(visible(withoutHint(said.out))).toMatch(/<line><rest>Canceled\.<line>\n$/);
  });

  it('shows severities in color, unless it is told not to', async () => {
    const path = join(folder, 'bad.carton');
    const shown = async (env: Record<string, string>) => {
      const { said, ended } = startInTerminal(env, path);
      expect(await ended).toBe(1);
      return said.out;
    };
    expect(await shown({})).toContain('\u001b[31merror\u001b[0m ');
    expect(await shown({ NO_COLOR: '1' })).not.toContain('\u001b[3');
    expect(await shown({ TERM: 'dumb' })).not.toContain('\u001b[3');
    expect((await inspectApart(script, path)).out).not.toContain('\u001b');
  });
});
