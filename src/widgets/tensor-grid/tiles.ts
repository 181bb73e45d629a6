import { type ErrorData, isCancelled, toErrorData } from '../../base/errors.ts';
import { type PlaneWindow, planePart, type TensorPlane } from '../../tensor/mapping.ts';

/** Loads the cells of a plane in row-major order. */
export type LoadCells = (plane: TensorPlane, signal: AbortSignal) => Promise<string[]>;

/** Cells of one tile. A screen then takes a few requests, and each is answered quickly. */
const TILE_CELLS = 4096;
const TILE_COLUMNS = 64;

/** Tiles kept, several screens' worth. The least recently wanted are dropped first. */
const KEPT_TILES = 48;

/** The same for texts. Each can have 64 KiB, so a tile has 16 MiB at most. */
export const TEXT_TILE_CELLS = 256;
const TEXT_TILE_COLUMNS = 16;
const KEPT_TEXT_TILES = 16;

/** A tile loads after it was wanted for this many milliseconds, so that scrolling past it loads nothing. */
const PAUSE_MS = 40;

interface Tile {
  cells?: string[];
  controller: AbortController;
}

interface Grid {
  plane: TensorPlane;
  /** The cells are texts, which may be long. */
  isText?: boolean;
  load: LoadCells;
}

/**
 * A grid's cells, loaded in tiles as they are wanted. Tiles that are no longer wanted are canceled. Failures are not
 * kept: `retry` asks again.
 */
export class TileLoader {
  /** Why the last wanted cells could not be loaded. */
  error: ErrorData | undefined;
  readonly #grid: Grid;
  readonly #tileRows: number;
  readonly #tileColumns: number;
  readonly #onChange: () => void;
  readonly #tiles = new Map<string, Tile>();
  #begun = false;

  constructor(grid: Grid, onChange: () => void) {
    this.#grid = grid;
    this.#onChange = onChange;
    this.#tileColumns = Math.max(1, Math.min(grid.plane.columns, grid.isText ? TEXT_TILE_COLUMNS : TILE_COLUMNS));
    this.#tileRows = Math.floor((grid.isText ? TEXT_TILE_CELLS : TILE_CELLS) / this.#tileColumns);
  }

  /** Whether a tile is still loading. */
  get busy(): boolean {
    return [...this.#tiles.values()].some(({ cells }) => !cells);
  }

  /** The exact value of a cell as text, or undefined while it is not loaded. */
  cell(row: number, column: number): string | undefined {
    const [tileRow, tileColumn] = [Math.floor(row / this.#tileRows), Math.floor(column / this.#tileColumns)];
    const cells = this.#tiles.get(`${tileRow},${tileColumn}`)?.cells;
    const { rowStart, columnStart, columnEnd } = this.#window(tileRow, tileColumn);
    return cells?.[(row - rowStart) * (columnEnd - columnStart) + (column - columnStart)];
  }

  /** Tells the loader which cells are in view, as half-open ranges. */
  want(rowStart: number, rowEnd: number, columnStart: number, columnEnd: number): void {
    const wanted = new Set<string>();
    for (let row = Math.floor(rowStart / this.#tileRows); row * this.#tileRows < rowEnd; row++) {
      for (let column = Math.floor(columnStart / this.#tileColumns); column * this.#tileColumns < columnEnd; column++) {
        wanted.add(`${row},${column}`);
      }
    }
    this.#cancel(wanted);
    for (const key of wanted) {
      const known = this.#tiles.get(key);
      if (known) {
        this.#tiles.delete(key);
        this.#tiles.set(key, known);
      } else if (!this.error) void this.#start(key);
    }
    this.#begun = true;
    const kept = this.#grid.isText ? KEPT_TEXT_TILES : KEPT_TILES;
    for (const key of this.#tiles.keys()) {
      if (this.#tiles.size <= kept) break;
      if (!wanted.has(key)) this.#tiles.delete(key);
    }
  }

  /** Forgets the failure; the next `want` asks again. */
  retry(): void {
    this.error = undefined;
    this.#onChange();
  }

  /** Cancels what is loading. Loaded tiles stay, and `want` starts again. */
  close(): void {
    this.#cancel(new Set());
  }

  #cancel(wanted: ReadonlySet<string>): void {
    for (const [key, { cells, controller }] of this.#tiles) {
      if (cells || wanted.has(key)) continue;
      controller.abort();
      this.#tiles.delete(key);
    }
  }

  async #start(key: string): Promise<void> {
    const tile: Tile = { controller: new AbortController() };
    const { signal } = tile.controller;
    this.#tiles.set(key, tile);
    if (this.#begun) await new Promise((go) => setTimeout(go, PAUSE_MS));
    if (signal.aborted) return;
    const [tileRow, tileColumn] = key.split(',').map(Number) as [number, number];
    try {
      const cells = await this.#grid.load(planePart(this.#grid.plane, this.#window(tileRow, tileColumn)), signal);
      if (signal.aborted) return;
      tile.cells = cells;
    } catch (error) {
      if (signal.aborted) return;
      this.#tiles.delete(key);
      if (!isCancelled(error)) this.error = toErrorData(error);
    }
    this.#onChange();
  }

  /** The cells of a tile. */
  #window(tileRow: number, tileColumn: number): PlaneWindow {
    const { rows, columns } = this.#grid.plane;
    return {
      rowStart: tileRow * this.#tileRows,
      rowEnd: Math.min((tileRow + 1) * this.#tileRows, rows),
      columnStart: tileColumn * this.#tileColumns,
      columnEnd: Math.min((tileColumn + 1) * this.#tileColumns, columns),
    };
  }
}
