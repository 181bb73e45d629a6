import { isHashed, isPage } from './kept-path.ts';
import { cachePrefix, type WorkerMessage } from './message.ts';
import type { WorkerScope } from './scope.ts';

/** A version of the page, as the build describes it. */
export interface Version {
  /** Another one for each change of a file. */
  readonly id: string;
  /** All files, by their paths in the page's folder, with what `integrity` says of them. Empty for the page itself. */
  readonly files: readonly (readonly [path: string, integrity: string])[];
  /** The files that the page itself names: scripts, styles, fonts, icons. */
  readonly parts: readonly string[];
  /** The Content Security Policy, for hosts that send none. Only the header restricts a worker. */
  readonly policy: string;
}

/** Files that are fetched at once. More would slow down what the reader does meanwhile. */
const AT_ONCE = 4;

/** How long a page may take to say its version, in milliseconds. One that is asleep says nothing, and is left its files. */
const ANSWER_MS = 5000;

/** What hosts answer for a file that they no longer have. */
const GONE: readonly number[] = [404, 410];

/** Milliseconds after which the host is asked once more: an upload may take a file away for a moment. */
export const ASK_AGAIN_MS = 10_000;

/** Headers of an answer that are not true of the bytes, or would hide them from requests that differ. */
const LEFT_OUT_HEADERS = ['content-encoding', 'content-length', 'transfer-encoding', 'vary'];

/**
 * The files of this version in the browser's cache, and those of earlier ones that open pages still need: each version
 * has a cache of its own, which goes when no page is of that version.
 */
export class KeptVersions {
  readonly #scope: WorkerScope;
  readonly #version: Version;
  /** How the names of the caches begin. Another Boxcutter may be in another folder of the host. */
  readonly #prefix: string;
  readonly #own: string;
  /** Held while caches are filled or removed. */
  readonly #lock: string;

  constructor(scope: WorkerScope, version: Version) {
    this.#scope = scope;
    this.#version = version;
    this.#prefix = cachePrefix(scope.registration.scope);
    this.#own = this.#prefix + version.id;
    this.#lock = `${this.#prefix}caches`;
  }

  /**
   * Fetches all files of this version that are not kept yet. Rejects where one cannot be had as it was built, or the
   * browser has no room: what was fetched stays for the next attempt, unless it takes the room that drafts need.
   */
  async keep(): Promise<void> {
    await this.#scope.navigator.locks.request(this.#lock, async () => {
      const cache = await this.#scope.caches.open(this.#own);
      const there = new Set((await cache.keys()).map(({ url }) => url));
      const others = await this.#others();
      const left = this.#version.files.filter(([path]) => !there.has(this.#urlOf(path)));
      const work = async () => {
        for (let next = left.shift(); next; next = left.shift()) {
          const [path, integrity] = next;
          const known = isHashed(path) ? await this.#findIn(others, path) : undefined;
          await cache.put(this.#urlOf(path), known ?? (await this.#fetched(path, integrity)));
        }
      };
      try {
        await Promise.all(Array.from({ length: AT_ONCE }, work));
      } catch (error) {
        left.length = 0;
        if ((error as Error).name === 'QuotaExceededError') await this.#scope.caches.delete(this.#own);
        throw error;
      }
    });
  }

  /** A file as it was built. Of the page itself, a host may add something; it must be the page of this version. */
  async #fetched(path: string, integrity: string): Promise<Response> {
    const url = this.#urlOf(path);
    const ask = (cache: RequestCache) => fetch(url, { priority: 'low', cache, ...(path !== '' && { integrity }) });
    // What is in the browser already need not be fetched again. Only a name with a hash says that it is the same; and
    // during a deployment, the host may have sent another page by that name, which the browser keeps for a year.
    const response = await (isHashed(path) ? ask('default').catch(() => ask('reload')) : ask('no-cache'));
    if (response.status !== 200) throw new Error(`${url}: ${response.status}`);
    if (path !== '') return this.#asKept(response, response.body);
    const text = await response.text();
    if (!this.#version.parts.every((part) => text.includes(part))) throw new Error(`${url} is another version`);
    return this.#asKept(response, text);
  }

  /** An answer without its redirects, which no page may have, and with the policy. */
  #asKept(response: Response, body: BodyInit | null): Response {
    const headers = new Headers(response.headers);
    for (const name of LEFT_OUT_HEADERS) headers.delete(name);
    for (const [name, value] of [
      ['content-security-policy', this.#version.policy],
      ['x-content-type-options', 'nosniff'],
    ] as const)
      if (!headers.has(name)) headers.set(name, value);
    return new Response(body, { headers });
  }

  /** A kept file. Those with a hash in their name may be of any version that is kept. */
  async find(path: string): Promise<Response | undefined> {
    const own = await this.#findIn([this.#own], path);
    return own ?? (isHashed(path) ? this.#findIn(await this.#others(), path) : undefined);
  }

  async #findIn(cacheNames: readonly string[], path: string): Promise<Response | undefined> {
    for (const cacheName of cacheNames) {
      const found = await this.#scope.caches.match(this.#urlOf(path), { cacheName });
      if (found) return found;
    }
    return undefined;
  }

  /** Whether a script is one of this version. */
  has(script: string): boolean {
    return this.#version.files.some(([path]) => this.#urlOf(path) === script);
  }

  /**
   * Removes the versions that no open page is of. None where a page does not say its version, or where the next one is
   * about to come. Fetches this version again where the browser has dropped it.
   */
  async tidy(): Promise<void> {
    if (!(await this.find(''))) await this.keep();
    const others = await this.#others();
    const scripts = others.length > 0 ? await this.#scripts() : undefined;
    if (!scripts) return;
    const { caches, registration, navigator } = this.#scope;
    // Another version that is being fetched has the lock, and this one is about to go: it must not wait.
    await navigator.locks.request(this.#lock, { ifAvailable: true }, async (lock) => {
      if (!lock || registration.installing || registration.waiting) return;
      for (const cacheName of others) {
        const found = await Promise.all(scripts.map((script) => caches.match(script, { cacheName })));
        if (!found.some((response) => response)) await caches.delete(cacheName);
      }
    });
  }

  /**
   * Gives up what is kept, from the next visit on, where the host says twice that it has no service worker: an older or
   * another page is there by now, and the browser would show the kept one for ever.
   */
  async leaveIfGone(): Promise<void> {
    if (!(await this.#isGone())) return;
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
    if (await this.#isGone()) await this.#scope.registration.unregister();
  }

  async #isGone(): Promise<boolean> {
    const options = { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(ANSWER_MS) } as const;
    const { status } = await fetch(this.#urlOf('sw.js'), options);
    return GONE.includes(status);
  }

  /** The scripts of all open pages. Undefined where one does not say it. */
  async #scripts(): Promise<string[] | undefined> {
    const clients = await this.#scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
    const pages = clients.filter(({ url }) => isPage(url, this.#scope.registration.scope));
    const answers = await Promise.all(
      pages.map((page) => {
        const { port1, port2 } = new MessageChannel();
        return new Promise<unknown>((resolve) => {
          port1.onmessage = ({ data }) => resolve(data);
          setTimeout(resolve, ANSWER_MS);
          page.postMessage({ boxcutter: 'script' } satisfies WorkerMessage, [port2]);
        }).finally(() => port1.close());
      }),
    );
    return answers.every((answer) => typeof answer === 'string') ? answers : undefined;
  }

  async #others(): Promise<string[]> {
    const names = await this.#scope.caches.keys();
    return names.filter((name) => name.startsWith(this.#prefix) && name !== this.#own);
  }

  #urlOf(path: string): string {
    return new URL(path, this.#scope.registration.scope).href;
  }
}
