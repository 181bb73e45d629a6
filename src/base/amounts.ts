const UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'];

/** No disk holds more. A hostile shape can ask for more, whose digits nobody needs. */
const MOST_BYTES = 10n ** 18n;

/** Bytes as people read them, in decimal units: "0 B", "999 B", "1.2 KB", "5.4 MB", "40 GB". */
export function formatBytes(bytes: number | bigint): string {
  if (bytes > MOST_BYTES) return 'over 1,000 PB';
  let value = Number(bytes);
  let unit = 0;
  // 999.5 would round to "1000".
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000;
    unit++;
  }
  const digits = unit === 0 || value >= 9.95 ? value.toFixed(0) : value.toFixed(1).replace(/\.0$/, '');
  return `${digits} ${UNITS[unit]}`;
}

/** Bytes that are estimated: "about 5.4 MB", "over 1,000 PB". */
export function aboutBytes(bytes: number | bigint): string {
  return bytes > MOST_BYTES ? formatBytes(bytes) : `about ${formatBytes(bytes)}`;
}

const counts = new Intl.NumberFormat('en', { useGrouping: true });

/** A whole number with its thousands grouped: "100,000". */
export function formatCount(count: number | bigint): string {
  return counts.format(count);
}

const SCALES = [
  { from: 1e12, word: 'trillion', letter: 'T' },
  { from: 1e9, word: 'billion', letter: 'B' },
  { from: 1e6, word: 'million', letter: 'M' },
];

/** Rounds a large count to three digits. Undefined below a million, and for more than anybody counts. */
function scaled(count: number | bigint): { digits: string; word: string; letter: string } | undefined {
  const value = Number(count);
  const scale = SCALES.find(({ from }) => value >= from);
  if (!scale || value >= 999.5e12) return undefined;
  const rounded = Number(value.toPrecision(3));
  // 999,999,999 is a billion.
  const { from, word, letter } = SCALES.find((one) => rounded >= one.from) ?? scale;
  return { digits: String(Number((rounded / from).toPrecision(3))), word, letter };
}

/** "1.24 B", and all digits below a million. */
export function shortCount(count: number | bigint): string {
  const short = scaled(count);
  return short ? `${short.digits} ${short.letter}` : formatCount(count);
}

/** "1.24 billion", and all digits below a million. */
export function countInWords(count: number | bigint): string {
  const short = scaled(count);
  return short ? `${short.digits} ${short.word}` : formatCount(count);
}

/** A count with its noun: "1 file", "2 files". */
export function formatNumberOf(count: number | bigint, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 || count === 1n ? one : many}`;
}

/** The same as the subject of a sentence: "1 file is", "2 files are". */
export function formatNumberIs(count: number, one: string, many?: string): string {
  return `${formatNumberOf(count, one, many)} ${count === 1 ? 'is' : 'are'}`;
}

/** A share as percent: "12.5 %", "under 0.01 %", "over 99.9 %". Only all is "100 %". */
export function formatShare(share: number): string {
  if (share > 0 && share < 1e-4) return 'under 0.01 %';
  if (share > 0.999 && share < 1) return 'over 99.9 %';
  return `${Number((share * 100).toPrecision(3))} %`;
}

/** Tags the text of a message: groups the thousands of its numbers. */
export function grouped(texts: TemplateStringsArray, ...values: readonly unknown[]): string {
  return String.raw(
    { raw: texts },
    ...values.map((value) => (typeof value === 'number' || typeof value === 'bigint' ? formatCount(value) : value)),
  );
}
