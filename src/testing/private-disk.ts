/** A lock that is held or waited for (Web Locks API). */
interface Ask {
  name: string;
  client: string;
  grant(isHeld: boolean): Promise<unknown>;
}

/** What Chromium's private windows give for a file that is gone. */
const GONE = 2 ** 32 - 4;

/** A file whose bytes and slices can be read while it is there. */
function withReads(file: File, isThere: () => boolean): File {
  const read = file.arrayBuffer.bind(file);
  const slice = file.slice.bind(file);
  const arrayBuffer = async () => {
    if (!isThere()) throw new DOMException('There is no such file.', 'NotFoundError');
    return read();
  };
  return Object.assign(file, {
    arrayBuffer,
    slice: (...part: Parameters<Blob['slice']>) => withReads(slice(...part) as File, isThere),
  });
}

type Callback = (held: object | null) => unknown;

/** What a browser keeps of one site for its tabs and workers: private files, and locks that end with who holds them. */
export class PrivateDisk {
  /** Contents by name, of the one folder. */
  readonly files = new Map<string, Uint8Array>();
  #held: Ask[] = [];
  #waiting: Ask[] = [];
  #hasFolder = false;

  /** The `navigator` of a tab or a worker. */
  navigatorOf(client: string) {
    return {
      locks: { request: (name: string, ...rest: unknown[]) => this.#request(client, name, rest) },
      storage: {
        estimate: async () => ({ quota: 1e9, usage: 0 }),
        getDirectory: async () => ({
          getDirectoryHandle: async (_: string, { create = false }) => this.#folder(create),
        }),
      },
    };
  }

  /** The site's data is deleted, as in the settings of the browser. */
  clear(): void {
    this.files.clear();
    this.#hasFolder = false;
  }

  /** A tab is closed, or a worker dies: its locks are free, and nothing of it runs anymore. */
  async end(client: string): Promise<void> {
    this.#waiting = this.#waiting.filter((ask) => ask.client !== client);
    this.#held = this.#held.filter((ask) => ask.client !== client);
    await this.#grantNext();
  }

  #request(client: string, name: string, rest: unknown[]): Promise<unknown> {
    const callback = rest.at(-1) as Callback;
    const { ifAvailable = false } = rest.length > 1 ? (rest[0] as LockOptions) : {};
    return new Promise((resolve, reject) => {
      const ask: Ask = {
        name,
        client,
        grant: async (isHeld) => {
          try {
            resolve(await callback(isHeld ? { name } : null));
          } catch (error) {
            reject(error);
          }
        },
      };
      if (ifAvailable && [...this.#held, ...this.#waiting].some((other) => other.name === name)) void ask.grant(false);
      else {
        this.#waiting.push(ask);
        void this.#grantNext();
      }
    });
  }

  async #grantNext(): Promise<void> {
    const next = this.#waiting.find(({ name }) => this.#held.every((other) => other.name !== name));
    if (!next) return;
    this.#waiting = this.#waiting.filter((ask) => ask !== next);
    this.#held.push(next);
    void next.grant(true).then(() => {
      this.#held = this.#held.filter((ask) => ask !== next);
      return this.#grantNext();
    });
    await this.#grantNext();
  }

  #folder(create: boolean) {
    this.#hasFolder ||= create;
    if (!this.#hasFolder) throw new DOMException('There is no such folder.', 'NotFoundError');
    const { files } = this;
    return {
      async getFileHandle(name: string) {
        files.set(name, new Uint8Array(0));
        return {
          name,
          async getFile() {
            const bytes = files.get(name);
            if (!bytes) throw new DOMException('There is no such file.', 'NotFoundError');
            const file = new File([Uint8Array.from(bytes)], name);
            return withReads(file, () => files.has(name));
          },
          createSyncAccessHandle: async () => ({
            read(into: Uint8Array, { at }: { at: number }) {
              const bytes = files.get(name);
              if (!bytes) return GONE;
              const found = bytes.subarray(at, at + into.length);
              into.set(found);
              return found.length;
            },
            write(bytes: Uint8Array, { at }: { at: number }) {
              const now = files.get(name);
              if (!now) return GONE;
              const next = new Uint8Array(Math.max(now.length, at + bytes.length));
              next.set(now);
              next.set(bytes, at);
              files.set(name, next);
              return bytes.length;
            },
            flush() {},
            close() {},
          }),
        };
      },
      async removeEntry(name: string) {
        files.delete(name);
      },
      async *keys() {
        yield* [...files.keys()];
      },
    };
  }
}
