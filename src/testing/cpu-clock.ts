/**
 * Starts a clock of the seconds that the processor works for this process. It tells work that grows with the square, and
 * a busy machine adds little to it.
 */
export function cpuClock(): () => number {
  const before = process.cpuUsage();
  return () => process.cpuUsage(before).user / 1e6;
}
