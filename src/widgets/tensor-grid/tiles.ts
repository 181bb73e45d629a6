import { type ErrorData, isCancelled, toErrorData } from '../../base/errors.ts';
import type { TensorWindow } from '../../tensor/values.ts';

/** Loads the cells of a window in row-major order. */
export type LoadWindow = (window: TensorWindow, signal: AbortSignal) => Promise<string[]>;

/** Cells of one tile. A screen then takes a few requests, each of which is answered quickly. */
const TILE_CELLS = 4096;
const TILE_COLUMNS = 64;

/** Tiles kept, several screens' worth. The least recently wanted are dropped first. */
const KEPT_TILES = 48;

/** The same of texts, of which each can have 64 KiB: a tile has 16 MiB at most. */
export const TEXT_TILE_CELLS = 256;
const TEXT_TILE_COLUMNS = 16;
const KEPT_TEXT_TILES = 16;

/** A tile loads after it was wanted for this many milliseconds, so that scrolling past it loads nothing. */
const PAUSE_MS = 40;

interface Tile {
  cells?: string[];
  controller?: AbortController;
  timer?: ReturnType<typeof setTimeout>;
}

/**
 * A grid's cells, loaded in tiles as they are wanted. Tiles that are no longer wanted are canceled. Failures are not
 * kept: `retry` asks again.
 */
export class TileLoader {
  readonly tileRows: number;
  readonly tileColumns: number;
  readonly #load: LoadWindow;
  readonly #lead: readonly number[];
  readonly #rows: number;
  readonly #columns: number;
  readonly #kept: number;
  readonly #onChange: () => void;
  readonly #tiles = new Map<string, Tile>();
  #error: ErrorData | undefined;
  #begun = false;

  /** @param of `isText`: the cells are texts, which may be long */
  constructor(
    of: { rows: number; columns: number; lead: readonly number[]; isText?: boolean; load: LoadWindow },
    onChange: () => void,
  ) {
    this.#rows = of.rows;
    this.#columns = of.columns;
    this.#lead = of.lead;
    this.#load = of.load;
    this.#onChange = onChange;
    this.#kept = of.isText ? KEPT_TEXT_TILES : KEPT_TILES;
    this.tileColumns = Math.max(1, Math.min(of.columns, of.isText ? TEXT_TILE_COLUMNS : TILE_COLUMNS));
    this.tileRows = Math.floor((of.isText ? TEXT_TILE_CELLS : TILE_CELLS) / this.tileColumns);
  }

  /** Why the last wanted cells could not be loaded. */
  get error(): ErrorData | undefined {
    return this.#error;
  }

  /** Whether a tile is still loading. */
  get busy(): boolean {
    for (const tile of this.#tiles.values()) if (!tile.cells) return true;
    return false;
  }

  /** The exact value of a cell as text, or undefined while it is not loaded. */
  cell(row: number, column: number): string | undefined {
    const tileRow = Math.floor(row / this.tileRows);
    const tileColumn = Math.floor(column / this.tileColumns);
    const cells = this.#tiles.get(`${tileRow},${tileColumn}`)?.cells;
    if (!cells) return undefined;
    const width = Math.min(this.tileColumns, this.#columns - tileColumn * this.tileColumns);
    return cells[(row - tileRow * this.tileRows) * width + (column - tileColumn * this.tileColumns)];
  }

  /** Tells the loader which cells are in view, as half-open ranges. */
  want(rowStart: number, rowEnd: number, columnStart: number, columnEnd: number): void {
    const wanted = new Set<string>();
    for (let row = Math.floor(rowStart / this.tileRows); row * this.tileRows < rowEnd; row++) {
      for (let column = Math.floor(columnStart / this.tileColumns); column * this.tileColumns < columnEnd; column++) {
        wanted.add(`${row},${column}`);
      }
    }
    for (const [key, tile] of this.#tiles) {
      if (wanted.has(key) || tile.cells) continue;
      this.#stop(tile);
      this.#tiles.delete(key);
    }
    for (const key of wanted) {
      const known = this.#tiles.get(key);
      if (known) {
        this.#tiles.delete(key);
        this.#tiles.set(key, known);
      } else if (!this.#error) {
        this.#start(key, this.#begun ? PAUSE_MS : 0);
      }
    }
    this.#begun = true;
    for (const key of this.#tiles.keys()) {
      if (this.#tiles.size <= this.#kept) break;
      if (!wanted.has(key)) this.#tiles.delete(key);
    }
  }

  /** Forgets the failure; the next `want` asks again. */
  retry(): void {
    this.#error = undefined;
    this.#onChange();
  }

  /** Cancels what is loading. Loaded tiles stay, and `want` starts again. */
  close(): void {
    for (const [key, tile] of this.#tiles) {
      if (tile.cells) continue;
      this.#stop(tile);
      this.#tiles.delete(key);
    }
  }

  #stop(tile: Tile): void {
    clearTimeout(tile.timer);
    tile.controller?.abort();
  }

  #start(key: string, pause: number): void {
    const tile: Tile = {};
    this.#tiles.set(key, tile);
    const [tileRow, tileColumn] = key.split(',').map(Number) as [number, number];
    const window: TensorWindow = {
      lead: this.#lead,
      rowStart: tileRow * this.tileRows,
      rowEnd: Math.min((tileRow + 1) * this.tileRows, this.#rows),
      columnStart: tileColumn * this.tileColumns,
      columnEnd: Math.min((tileColumn + 1) * this.tileColumns, this.#columns),
    };
    const begin = async () => {
      const controller = new AbortController();
      tile.controller = controller;
      try {
        const cells = await this.#load(window, controller.signal);
        if (controller.signal.aborted) return;
        tile.cells = cells;
      } catch (error) {
        if (controller.signal.aborted) return;
        this.#tiles.delete(key);
        if (!isCancelled(error)) this.#error = toErrorData(error);
      }
      this.#onChange();
    };
    if (pause === 0) void begin();
    else tile.timer = setTimeout(() => void begin(), pause);
  }
}
