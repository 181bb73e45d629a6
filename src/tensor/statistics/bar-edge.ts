/** Where a bar begins, by its number. It ends at the next number. Never beyond what a float64 holds. */
export function barEdge({ start, width }: { start: number; width: number }, at: number): number {
  // Halved, as the width of all bars could be infinite.
  return finite(2 * (start / 2 + at * (width / 2)));
}

/** A bar can begin just below the lowest float64, or end above the highest. */
export function finite(value: number): number {
  return Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, value));
}
