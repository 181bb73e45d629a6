const UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'];

/** Bytes as people read them, in decimal units: "0 B", "999 B", "1.2 KB", "5.4 MB", "40 GB". */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  // 999.5 would round to "1000".
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000;
    unit++;
  }
  const digits = unit === 0 || value >= 9.95 ? value.toFixed(0) : value.toFixed(1).replace(/\.0$/, '');
  return `${digits} ${UNITS[unit]}`;
}

const counts = new Intl.NumberFormat('en', { useGrouping: true });

/** A whole number with its thousands grouped: "100,000". */
export function formatCount(count: number | bigint): string {
  return counts.format(count);
}

/** A count with its noun: "1 file", "2 files". */
export function formatNumberOf(count: number | bigint, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 || count === 1n ? one : many}`;
}

/** The same as the subject of a sentence: "1 file is", "2 files are". */
export function formatNumberIs(count: number, one: string, many?: string): string {
  return `${formatNumberOf(count, one, many)} ${count === 1 ? 'is' : 'are'}`;
}
