import { formatBytes } from '../../src/base/amounts.ts';

/** Work that takes less is over before anybody reads the line. */
const QUIET_MS = 1_000;

/** Four times per second is as often as one can read it. */
const EVERY_MS = 250;

/** Of a terminal that does not say how wide it is. */
const DEFAULT_COLUMNS = 80;

/** The part of a terminal that the line needs. */
interface Terminal {
  write(text: string): unknown;
  columns?: number;
}

interface State {
  doing: string;
  done: number;
  total: number | undefined;
}

/** One line of a terminal that says how far work is. It is written over, and cleared before anything else is printed. */
export class ProgressLine {
  readonly #terminal: Terminal;
  readonly #now: () => number;
  readonly #begun: number;
  #last = Number.NEGATIVE_INFINITY;
  #state: State | undefined;
  #shown = '';
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(terminal: Terminal, now = () => performance.now()) {
    this.#terminal = terminal;
    this.#now = now;
    this.#begun = now();
  }

  /** Says how far work is, as `Progress`, once it is worth a line. */
  show(doing: string, done: number, total?: number): void {
    this.#state = { doing, done, total };
    // What waits for a host reports of nothing.
    this.#timer ??= setInterval(() => this.#draw(), EVERY_MS).unref();
    this.#draw();
  }

  /** Removes the line until work is told of again. */
  clear(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#state = undefined;
    if (this.#shown !== '') this.#terminal.write('\r\u001b[K');
    this.#shown = '';
  }

  #draw(): void {
    const now = this.#now();
    if (!this.#state || now - this.#begun < QUIET_MS || now - this.#last < EVERY_MS) return;
    // Some terminals go on to the next line once the last column is written.
    const text = lineOf(this.#state).slice(0, (this.#terminal.columns || DEFAULT_COLUMNS) - 1);
    if (text === this.#shown) return;
    this.#last = now;
    this.#shown = text;
    this.#terminal.write(`\r${text}\u001b[K`);
  }
}

function lineOf({ doing, done, total }: State): string {
  if (total === undefined || total <= 0) return done > 0 ? `${doing}… ${formatBytes(done)}` : `${doing}…`;
  const part = Math.min(1, done / total);
  return `${doing}… ${Math.floor(part * 100)}%, ${formatBytes(Math.min(done, total))} of ${formatBytes(total)}`;
}
