import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ROOT } from '../../src/testing/inspected.ts';
import { SERVE_HELP, serveCommand } from './command.ts';

// Starts processes, which takes seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const outer = mkdtempSync(join(tmpdir(), 'boxcutter-serve-'));
const folder = join(outer, 'models');
const page = join(outer, 'page');

beforeAll(() => {
  mkdirSync(folder);
  mkdirSync(page);
  for (const name of ['index.html', '_headers']) writeFileSync(join(page, name), '');
});

afterAll(() => rmSync(outer, { recursive: true }));

async function said(...args: string[]) {
  const told = { out: '', err: '' };
  const print = {
    out(text: string) {
      told.out += text;
    },
    err(text: string) {
      told.err += text;
    },
    signal: AbortSignal.abort(),
  };
  const code = await serveCommand(args, print, page);
  return { code, ...told };
}

describe('boxcutter serve', () => {
  it('prints how it is used', async () => {
    expect(await said('--help')).toEqual({ code: 0, out: `${SERVE_HELP}\n`, err: '' });
    expect(SERVE_HELP).toContain('ssh -L 127.0.0.1:4180:127.0.0.1:4180 HOST');
  });

  it('says what is wrong', async () => {
    const usage = 'Usage: boxcutter serve [FOLDER] [--port N]';
    const missing = join(folder, 'missing');
    expect(await said(missing)).toEqual({ code: 2, out: '', err: `${missing} is not a folder.\n` });
    expect((await said('a', 'b')).err).toBe(`${usage}\n`);
    expect((await said('--share')).err).toBe(`Unknown option “--share”.\n${usage}\n`);
    for (const port of ['x', '-1', '65536', '1e3', ''])
      expect((await said(folder, `--port=${port}`)).err).toBe(`--port must be a number from 0 to 65535.\n${usage}\n`);
    const told: string[] = [];
    const print = { out: () => {}, err: (text: string) => void told.push(text) };
    expect(await serveCommand([folder], print, join(folder, 'no-page'))).toBe(2);
    expect(told).toEqual(['The page is not built. npm run build makes it.\n']);
  });

  it.each([
    ['127.0.0.1'],
    // Whoever has it there gets what browsers ask of localhost: the token, too.
    ['::1'],
  ])('says that its port is taken on %s, if somebody chose it', async (host) => {
    const other = createServer();
    const port = await new Promise<number | undefined>((done) => {
      other.once('error', () => done(undefined));
      other.listen(0, host, () => done((other.address() as { port: number }).port));
    });
    // Not every computer has IPv6.
    if (port === undefined) return;
    expect(await said(folder, '--port', String(port))).toEqual({
      code: 2,
      out: '',
      err: `Port ${port} is taken. --port names another one.\n`,
    });
    await new Promise((done) => other.close(done));
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('prints its address, and ends with 0 at %s', async (signal) => {
    const source = `
      import { runProcess } from './scripts/inspect/process.ts';
      import { serveCommand } from './scripts/serve/command.ts';
      await runProcess((print) => serveCommand(process.argv.slice(1), print, ${JSON.stringify(page)}));`;
    const args = ['--import', 'tsx', '--input-type=module', '-e', source, '--', folder, '--port', '0'];
    const child = spawn(process.execPath, args, { cwd: ROOT });
    let [out, err] = ['', ''];
    const ended = new Promise((done) => child.once('close', (code, by) => done(code ?? by)));
    child.stderr.on('data', (part) => {
      err += part;
    });
    await new Promise<void>((done) => {
      child.stdout.on('data', (part) => {
        out += part;
        if (out.endsWith('/\n')) done();
      });
      void ended.then(() => done());
    });
    expect(out).toMatch(/^http:\/\/localhost:\d+\/[\w-]{22}\/\n$/);
    // A connection that stays open does not keep it.
    expect((await fetch(new URL('nothing', out.trim()))).status).toBe(404);
    expect((await fetch(out.trim())).status).toBe(200);
    child.kill(signal);
    child.kill(signal);
    expect(await ended).toBe(0);
    // What a busy machine takes long to end tells so.
    const told = err.replace('Canceling. Press Ctrl-C again to end at once.\n', '');
    expect(told).toBe(`Whoever has this address can read ${folder}. Ctrl-C ends it.\n`);
  });
});
