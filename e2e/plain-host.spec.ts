import { type ChildProcess, spawn } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { MAX_UNASKED_DOWNLOAD } from '../src/base/limits.ts';
import { expect, test } from './support.ts';

const DIST = fileURLToPath(new URL('../dist', import.meta.url));

test.use({ allowedOrigins: [/^http:\/\/127\.0\.0\.1:\d+$/] });

/** Serves the built page with Python's own server, which sends no parts of files. Gives its origin. */
async function pythonServer(): Promise<{ origin: string; python: ChildProcess }> {
  const python = spawn('python3', ['-u', '-m', 'http.server', '0', '--bind', '127.0.0.1', '--directory', DIST], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const origin = await new Promise<string>((resolve, reject) => {
    python.once('error', reject);
    python.once('exit', () => reject(new Error('Python ended.')));
    python.stdout?.on('data', (data) => {
      const port = /port (\d+)/.exec(String(data))?.[1];
      if (port !== undefined) resolve(`http://127.0.0.1:${port}`);
    });
  });
  return { origin, python };
}

test('a host that sends no parts of files shows the sample, by its button and by a link', async ({ page }) => {
  const { origin, python } = await pythonServer();
  try {
    const name = page.getByRole('heading', { level: 1, name: 'Circles, squares and triangles' });
    await page.goto(`${origin}/`);
    await page.getByRole('button', { name: 'Open sample' }).click();
    await expect(name).toBeVisible();
    for (const link of ['sample.carton', `${origin}/sample-wasm.carton`]) {
      await page.goto('about:blank');
      await page.goto(`${origin}/?url=${encodeURIComponent(link)}`);
      await expect(name).toBeVisible();
      await expect(page.getByRole('alert')).toHaveCount(0);
    }
  } finally {
    python.kill();
  }
});

/** A host that sends 2 GB to whoever listens, and does not say how much. */
async function endlessHost(): Promise<{ host: Server; url: string; sent: () => number; ended: Promise<void> }> {
  let sent = 0;
  let over = () => {};
  const ended = new Promise<void>((resolve) => {
    over = resolve;
  });
  const piece = new Uint8Array(65_536);
  const host = createServer((_, response) => {
    response.writeHead(200, { 'Access-Control-Allow-Origin': '*', 'Content-Type': 'application/octet-stream' });
    response.once('close', () => {
      if (sent > piece.length * 64) over();
    });
    const more = () => {
      if (response.destroyed || sent >= 2e9) return void response.end();
      sent += piece.length;
      response.write(piece, () => setImmediate(more));
    };
    more();
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  const { port } = host.address() as AddressInfo;
  return { host, url: `http://127.0.0.1:${port}/model.carton`, sent: () => sent, ended };
}

test('a host that sends 2 GB without a length is left at the limit, with a message', async ({ page }) => {
  const { host, url, sent, ended } = await endlessHost();
  try {
    await page.goto(`/?url=${encodeURIComponent(url)}`);
    const alert = page.getByRole('alert');
    await expect(alert).toHaveAttribute('data-code', 'source/no-ranges');
    await expect(alert).toContainText('does not say how long this one is');
    await ended;
    // The browser and the system hold some more on the way.
    expect(sent()).toBeLessThan(8 * MAX_UNASKED_DOWNLOAD);
  } finally {
    host.closeAllConnections();
    host.close();
  }
});
