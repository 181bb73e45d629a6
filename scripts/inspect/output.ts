/**
 * Tells how far some work is.
 *
 * @param doing what is done, as the first word of a line: "Checking"
 * @param done bytes, of `total` where that is known
 */
export type Progress = (doing: string, done: number, total?: number) => void;

/** What a command has of the process that it runs in. `runProcess` gives all of it. */
export interface Output {
  out(text: string): void;
  err(text: string): void;
  /** Fires when the process is to end, or when nobody reads what it prints anymore. */
  signal?: AbortSignal;
  /** Left out where nobody looks. */
  progress?: Progress;
  /** Whether `out` leads to a terminal that shows colors. */
  hasColors?: boolean;
}

/** `progress` for one kind of work, in the two shapes that callbacks have: two numbers, or an object. */
export function progressOf({ progress }: Pick<Output, 'progress'>, doing: string) {
  return {
    numbers: progress && ((done: number, total?: number) => progress(doing, done, total)),
    object: progress && (({ done, total }: { done: number; total: number }) => progress(doing, done, total)),
  };
}
