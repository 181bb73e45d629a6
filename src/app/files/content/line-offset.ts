const LINE_FEED = 10;
const RETURN = 13;

/**
 * The offset of the first byte of a line, from 1. Undefined where the bytes have fewer lines, and where the line begins
 * with what follows them. Lines end as in `textLines`: by a line feed, a return, or both.
 */
export function offsetOfLine(bytes: Uint8Array, line: number): number | undefined {
  let at = 0;
  for (let left = line - 1; left > 0; left--) {
    at = lineEnd(bytes, at);
    if (at >= bytes.length) return undefined;
  }
  return at < bytes.length ? at : undefined;
}

/** The line, from 1, that has the byte at an offset. Of bytes that end at it, or behind it. */
export function lineOfOffset(bytes: Uint8Array, offset: number): number {
  let line = 1;
  for (let at = lineEnd(bytes, 0); at <= offset && at < bytes.length; at = lineEnd(bytes, at)) line++;
  return line;
}

/** The offset behind the end of the line that begins at one. */
function lineEnd(bytes: Uint8Array, start: number): number {
  let at = start;
  while (at < bytes.length && bytes[at] !== LINE_FEED && bytes[at] !== RETURN) at++;
  return bytes[at] === RETURN && bytes[at + 1] === LINE_FEED ? at + 2 : at + 1;
}
