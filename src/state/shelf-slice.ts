import { type ErrorData, isCancelled, toErrorData } from '../base/errors.ts';
import { MAX_INLINE_PICTURE_BYTES } from '../base/limits.ts';
import type { ShelfRow } from '../model/shelf-row.ts';
import type { PictureReading } from '../picture/reading.ts';
import type { CallOptions } from '../worker/protocol.ts';
import type { MakeSlice } from './app-state.ts';
import type { SourceDescriptor } from './load.ts';

/** A package, or a file of any other kind, among those of a shelf. */
export interface ShelfItem {
  /** Not always unique: a host's list can name a file twice. */
  readonly path: string;
  /** Its format by its name, where a name says it. */
  readonly format: string | undefined;
  readonly descriptor: SourceDescriptor;
  /** Files that it consists of. */
  readonly files: number;
  /** Bytes, where they are known without asking. */
  readonly size: number | undefined;
  /** When it was changed, in milliseconds since 1970. */
  readonly date?: number | undefined;
  /** Why nothing of it is read before somebody opens it: the host that would be asked is not the one that was named. */
  readonly held?: string | undefined;
}

/** Several packages at a glance. */
export interface Shelf {
  /** What was opened: a folder, several files, or a host's list. */
  readonly of: SourceDescriptor;
  readonly name: string;
  readonly items: readonly ShelfItem[];
  /** What is missing in it, in a sentence. */
  readonly note?: string | undefined;
}

/** What is known of an item. Of one that is not there yet, nothing was asked. */
export type ShelfRowState =
  | { phase: 'reading' }
  | { phase: 'ready'; row: ShelfRow }
  | { phase: 'failed'; error: ErrorData };

export interface ShelfSlice {
  /** Shown while no package is open. */
  shelf: Shelf | undefined;
  shelfRows: ReadonlyMap<ShelfItem, ShelfRowState>;
  /** Closes what is open, and shows a shelf. What was read of it before is there at once. */
  openShelf(shelf: Shelf): void;
  /**
   * An item has come into view: it is read next, if it may be read unasked. Call what this gives once it has left: of a
   * host nothing more is read then.
   */
  seeItem(item: ShelfItem): () => void;
  /**
   * A picture in a local item, by its path: `ShelfRow.picture`. Undefined where it may not be drawn without asking.
   * Rejects as opening and reading do.
   */
  itemPicture(item: ShelfItem, path: string, options: CallOptions): Promise<ItemPicture | undefined>;
}

/** A picture that may be drawn, and what drawing it takes. */
export type ItemPicture = Pick<PictureReading, 'size' | 'cost'> & { blob: Blob };

declare module './app-state.ts' {
  interface AppState extends ShelfSlice {}
}

/** Rows that are read at once, while they are in view: as many as a host gets requests. */
const MAX_ROWS_AT_ONCE = 6;

/** Of those out of view. They must not keep what comes into view waiting. */
const MAX_UNSEEN_AT_ONCE = 2;

/** Milliseconds between two changes of the table. Each sorts all rows: of thousands that takes some milliseconds. */
const TELL_MS = 60;
const TELL_MANY_MS = 800;
const MANY_ITEMS = 500;

type Rows = ReadonlyMap<ShelfItem, ShelfRowState>;

const NO_ROWS: Rows = new Map();

export const shelfSlice: MakeSlice<ShelfSlice> = (set, get, { client, onPackageChanged }) => {
  /** What was read of shelves that may be shown again. */
  const kept = new WeakMap<Shelf, Rows>();
  let reading: Reading | undefined;

  /** Nothing more is read, and the rows are kept. */
  function leave(): void {
    const { shelf, shelfRows } = get();
    reading?.end();
    reading = undefined;
    if (shelf) kept.set(shelf, withoutPending(shelfRows));
  }

  onPackageChanged((_, reason) => {
    if (reason === 'revived' || reason === 'grown' || get().shelf === undefined) return {};
    leave();
    return { state: { shelf: undefined, shelfRows: NO_ROWS } };
  });

  return {
    shelf: undefined,
    shelfRows: NO_ROWS,
    openShelf(shelf) {
      get().close();
      const rows = kept.get(shelf) ?? NO_ROWS;
      set({ shelf, shelfRows: rows });
      reading = new Reading(shelf.items, rows, {
        read: (descriptor, signal) => client.call('glance', { descriptor }, { signal }),
        tell: (shelfRows) => set({ shelfRows }),
      });
    },
    seeItem(item) {
      const of = reading;
      of?.see(item);
      return () => of?.unsee(item);
    },
    async itemPicture({ descriptor }, path, options) {
      // Each would cost a host several requests that nobody has asked for.
      if (descriptor.kind === 'url') return undefined;
      const { handle } = await client.call('open', { descriptor }, options);
      try {
        const { picture, size } = await client.call('picture', { handle, path }, options);
        if (!picture || picture.doubt || size > MAX_INLINE_PICTURE_BYTES) return undefined;
        const ask = { handle, path, type: picture.type, maxBytes: MAX_INLINE_PICTURE_BYTES };
        return { blob: await client.call('blob', ask, options), size: picture.size, cost: picture.cost };
      } finally {
        client.call('close', { handle }).catch(() => {});
      }
    },
  };
};

function withoutPending(rows: Rows): Rows {
  return new Map([...rows].filter(([, { phase }]) => phase !== 'reading'));
}

interface ShelfPorts {
  read(descriptor: SourceDescriptor, signal: AbortSignal): Promise<ShelfRow>;
  tell(rows: Rows): void;
}

/** The reading of one shelf's rows: those in view first, and those of this computer all. */
class Reading {
  readonly #items: readonly ShelfItem[];
  readonly #rows: Map<ShelfItem, ShelfRowState>;
  readonly #ports: ShelfPorts;
  readonly #seen = new Set<ShelfItem>();
  readonly #running = new Map<ShelfItem, AbortController>();
  /** Items that were being read when the worker died. Each is read again alone, to find the one that ends it. */
  readonly #suspects = new Set<ShelfItem>();
  /** Where the next item out of view is looked for. */
  #at = 0;
  #telling: ReturnType<typeof setTimeout> | undefined;
  #isEnded = false;

  constructor(items: readonly ShelfItem[], rows: Rows, ports: ShelfPorts) {
    this.#items = items;
    this.#rows = new Map(rows);
    this.#ports = ports;
    this.#begin();
  }

  see(item: ShelfItem): void {
    this.#seen.add(item);
    this.#begin();
  }

  unsee(item: ShelfItem): void {
    this.#seen.delete(item);
    if (item.descriptor.kind === 'url') this.#running.get(item)?.abort();
  }

  end(): void {
    this.#isEnded = true;
    clearTimeout(this.#telling);
    for (const controller of this.#running.values()) controller.abort();
  }

  #begin(): void {
    while (!this.#isEnded) {
      const next = this.#next();
      if (!next) return;
      void this.#read(next);
    }
  }

  #next(): ShelfItem | undefined {
    const count = this.#running.size;
    const isNew = (item: ShelfItem) => !this.#rows.has(item) && !this.#suspects.has(item);
    if (count >= MAX_ROWS_AT_ONCE || [...this.#running.keys()].some((item) => this.#suspects.has(item)))
      return undefined;
    for (const item of this.#seen) if (isNew(item) && item.held === undefined) return item;
    if (count >= MAX_UNSEEN_AT_ONCE) return undefined;
    for (; this.#at < this.#items.length; this.#at++) {
      const item = this.#items[this.#at] as ShelfItem;
      if (isNew(item) && item.descriptor.kind !== 'url') return item;
    }
    if (count > 0) return undefined;
    return [...this.#suspects].find((item) => !this.#rows.has(item));
  }

  async #read(item: ShelfItem): Promise<void> {
    const controller = new AbortController();
    this.#running.set(item, controller);
    this.#rows.set(item, { phase: 'reading' });
    try {
      const row = await this.#ports.read(item.descriptor, controller.signal);
      this.#rows.set(item, { phase: 'ready', row });
    } catch (error) {
      const data = toErrorData(error);
      const isDoubtful = data.code === 'internal/worker-died' && !this.#suspects.has(item);
      if (isDoubtful) this.#suspects.add(item);
      if (isDoubtful || isCancelled(error)) this.#rows.delete(item);
      else this.#rows.set(item, { phase: 'failed', error: data });
    } finally {
      this.#running.delete(item);
    }
    if (this.#isEnded) return;
    this.#tellSoon();
    this.#begin();
  }

  #tellSoon(): void {
    this.#telling ??= setTimeout(
      () => {
        this.#telling = undefined;
        this.#ports.tell(new Map(this.#rows));
      },
      this.#items.length > MANY_ITEMS ? TELL_MANY_MS : TELL_MS,
    );
  }
}
