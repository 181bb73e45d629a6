const SIMPLE: Readonly<Record<string, string>> = {
  '\\': '\\',
  "'": "'",
  '"': '"',
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\n': '',
};

/**
 * The text of a quoted string of protocol 0, with its escapes read as Python does. Undefined where it is not quoted.
 */
export function quotedText(line: string): string | undefined {
  const text = line.trim();
  const [quote] = text;
  if (text.length < 2 || (quote !== "'" && quote !== '"') || !text.endsWith(quote)) return undefined;
  return text
    .slice(1, -1)
    .replace(/\\(?:x([0-9a-fA-F]{2})|([0-7]{1,3})|([^x]))/gs, (whole, hex?: string, octal?: string, one?: string) => {
      if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & 0xff);
      return SIMPLE[one as string] ?? whole;
    });
}

/** The text of a line of protocol 0 (Python's `raw-unicode-escape`). */
export function rawEscapedText(line: string): string {
  return line.replace(/\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|.)/gs, (whole, four?: string, eight?: string) => {
    if (four === undefined && eight === undefined) return whole;
    const point = Number.parseInt((four ?? eight) as string, 16);
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });
}

/** A whole number as a line has it. Undefined where it is none that JavaScript can read. */
export function lineNumber(line: string): number | bigint | undefined {
  const text = line.trim().replace(/L$/, '');
  if (!/^[+-]?\d{1,4300}$/.test(text)) return undefined;
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text.replace('+', ''));
}

/** A whole number of little-endian bytes in two's complement, of at most `MAX_LONG_BYTES`. */
export function longNumber(bytes: Uint8Array): number | bigint {
  let value = 0n;
  for (let at = bytes.length - 1; at >= 0; at--) value = (value << 8n) | BigInt(bytes[at] as number);
  if (((bytes.at(-1) ?? 0) & 0x80) !== 0) value -= 1n << BigInt(8 * bytes.length);
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}
