import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeWorker } from '../scripts/offline.ts';
import { ROOT, serve } from '../scripts/serve.mjs';

/** A host of the built page, in a folder of its own. It can be stopped, and can get another version of the page. */
export class OfflineHost {
  readonly #temporary = mkdtempSync(join(tmpdir(), 'boxcutter-offline-'));
  /** What the host serves. */
  readonly #root = join(this.#temporary, 'host');
  readonly #path: string;
  readonly #sendsHeaders: boolean;
  #server: Awaited<ReturnType<typeof serve>> | undefined;
  #port = 0;

  /**
   * @param path of the page's folder: `/` or `/tools/boxcutter/`
   * @param sendsHeaders whether the host sends the headers of `_headers`
   */
  constructor(path: string, sendsHeaders = true) {
    this.#path = path;
    this.#sendsHeaders = sendsHeaders;
  }

  get url(): string {
    return `http://localhost:${this.#port}${this.#path}`;
  }

  async start(): Promise<void> {
    if (this.#port === 0) await this.#deploy();
    this.#server = await serve({ root: this.#root, port: this.#port, strict: true });
    this.#port = this.#server.port;
  }

  /** Nobody listens on the port from then on. */
  async stop(): Promise<void> {
    await this.#server?.close();
    this.#server = undefined;
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.#temporary, { recursive: true });
  }

  /** Takes the service worker away, as an older version of the page has none. */
  withdraw(): void {
    rmSync(join(this.#root, this.#path, 'sw.js'));
  }

  /**
   * Puts another version there, as a build of changed sources would be: each file with a hash in its name has another
   * one, and the greeting of the page has other words.
   */
  deployNext(greeting: { from: string; to: string }): Promise<void> {
    return this.#deploy((folder) => changeVersion(folder, greeting));
  }

  /** Puts the built page there. All at once: a browser that asks meanwhile gets a file of the version before. */
  async #deploy(change?: (folder: string) => Promise<void>): Promise<void> {
    const [next, before] = [join(this.#temporary, 'next'), join(this.#temporary, 'before')];
    const folder = join(next, this.#path);
    cpSync(ROOT, folder, { recursive: true, filter: (path) => !path.endsWith('.map') });
    if (this.#sendsHeaders) cpSync(join(ROOT, '_headers'), join(next, '_headers'));
    else writeFileSync(join(next, '_headers'), '');
    if (change) {
      await change(folder);
      renameSync(this.#root, before);
    }
    renameSync(next, this.#root);
    rmSync(before, { recursive: true, force: true });
  }
}

async function changeVersion(folder: string, { from, to }: { from: string; to: string }): Promise<void> {
  const hashed = /-([\w-]{8})(?=\.\w+$)/;
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const hashes = paths.flatMap((path) => (/^(?:assets|worker)./.test(path) ? (hashed.exec(path)?.[1] ?? []) : []));
  const next = new Map([...new Set(hashes)].map((hash) => [hash, [...hash].reverse().join('')]));
  const renamed = (text: string) =>
    text.replace(/-([\w-]{8})(?=\.(?:js|css|wasm|woff2)\b)/g, (all, hash) =>
      next.has(hash) ? `-${next.get(hash)}` : all,
    );
  for (const path of paths.filter((each) => /\.(?:js|css|html)$/.test(each))) {
    const text = renamed(readFileSync(join(folder, path), 'utf8'));
    writeFileSync(join(folder, path), text.replaceAll(from, to));
  }
  for (const path of paths.filter((each) => hashed.test(each)))
    renameSync(join(folder, path), join(folder, renamed(path)));
  await writeWorker(folder);
}
