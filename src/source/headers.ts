/** What the headers of a host's answer say of a file. */

/**
 * The range of bytes that a response states (RFC 9110, 14.4), `end` excluded. `total` is undefined if the host says
 * `*`.
 */
interface ContentRange {
  start: number;
  end: number;
  total: number | undefined;
}

/** Whether the headers say that the body is compressed. Most hosts hide this header from pages of other sites. */
export function isEncoded({ headers }: Response): boolean {
  const encoding = headers.get('Content-Encoding')?.trim().toLowerCase();
  return encoding !== undefined && encoding !== '' && encoding !== 'identity';
}

/** Length of the body as it is sent. Pages may always read this header. */
export function lengthOf({ headers }: Response): number | undefined {
  const length = headers.get('Content-Length');
  return length !== null && /^\d+$/.test(length.trim()) && Number.isSafeInteger(Number(length))
    ? Number(length)
    : undefined;
}

/** `bytes 0-9/100` as half-open numbers. Undefined if the header is absent, hidden from this page, or anything else. */
export function parseContentRange(header: string | null): ContentRange | undefined {
  const match = header?.trim().match(/^bytes (\d+)-(\d+)\/(\d+|\*)$/i);
  if (!match) return undefined;
  return {
    start: Number(match[1]),
    end: Number(match[2]) + 1,
    total: match[3] === '*' ? undefined : Number(match[3]),
  };
}
