import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeWorker } from '../scripts/offline.ts';
import { ROOT, serve } from '../scripts/serve.mjs';

/** A host of the built page, in a folder of its own. It can be stopped, and can get another version of the page. */
export class OfflineHost {
  readonly #root = mkdtempSync(join(tmpdir(), 'boxcutter-offline-'));
  readonly #path: string;
  #server: Awaited<ReturnType<typeof serve>> | undefined;
  #port = 0;

  /** @param path of the page's folder: `/` or `/tools/boxcutter/` */
  constructor(path: string) {
    this.#path = path;
  }

  get url(): string {
    return `http://localhost:${this.#port}${this.#path}`;
  }

  get #folder(): string {
    return join(this.#root, this.#path);
  }

  async start(): Promise<void> {
    if (this.#port === 0) this.deploy();
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
    rmSync(this.#root, { recursive: true });
  }

  /** Puts the built page there, without anything of another version. */
  deploy(): void {
    rmSync(this.#folder, { recursive: true, force: true });
    mkdirSync(this.#folder, { recursive: true });
    cpSync(ROOT, this.#folder, { recursive: true, filter: (path) => !path.endsWith('.map') });
    cpSync(join(ROOT, '_headers'), join(this.#root, '_headers'));
  }

  /** Takes the service worker away, as an older version of the page has none. */
  withdraw(): void {
    rmSync(join(this.#folder, 'sw.js'));
  }

  /**
   * Puts another version there, as a build of changed sources would be: each file with a hash in its name has another
   * one, and the greeting of the page has other words.
   */
  async deployNext(greeting: { from: string; to: string }): Promise<void> {
    this.deploy();
    // The last one that comes: a browser that has it asks for the rest.
    rmSync(join(this.#folder, 'sw.js'));
    const hashed = /-([\w-]{8})(?=\.\w+$)/;
    const paths = readdirSync(this.#folder, { recursive: true, encoding: 'utf8' });
    const hashes = paths.flatMap((path) => (/^(?:assets|worker)./.test(path) ? (hashed.exec(path)?.[1] ?? []) : []));
    const next = new Map([...new Set(hashes)].map((hash) => [hash, [...hash].reverse().join('')]));
    const renamed = (text: string) =>
      text.replace(/-([\w-]{8})(?=\.(?:js|css|wasm|woff2)\b)/g, (all, hash) =>
        next.has(hash) ? `-${next.get(hash)}` : all,
      );
    for (const path of paths.filter((each) => /\.(?:js|css|html)$/.test(each))) {
      const text = renamed(readFileSync(join(this.#folder, path), 'utf8'));
      writeFileSync(join(this.#folder, path), text.replaceAll(greeting.from, greeting.to));
    }
    for (const path of paths.filter((each) => hashed.test(each)))
      renameSync(join(this.#folder, path), join(this.#folder, renamed(path)));
    await writeWorker(this.#folder);
  }
}
