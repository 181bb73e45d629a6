/**
 * Index of the last number that is at most `limit`; 0 if there is none.
 * @param sorted ascending numbers
 */
export function lastAtMost(sorted: readonly number[], limit: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((sorted[middle] as number) <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}
