/** The zeros of a text in UTF-16, in either order of bytes and from any byte on. */
const UTF_16_ZEROS = /(?<=[\t\n\r -~\xa0-\xff])\0(?=[\t\n\r -~\xa0-\xff]\0)|(?<=\0[\t\n\r -~\xa0-\xff])\0/g;

/** What a text in UTF-16 begins with: its mark, and in one order a zero. */
const UTF_16_BEGIN = /^(?:\xff\xfe|\xfe\xff)?\0?/;

/**
 * The texts that a file may hold: first a character for each byte, so that every file has one and ASCII is found in it.
 * Where there are zeros, also the same with its UTF-16 as plain characters. A few zeros at the beginning do not tell
 * which of them it is: models, videos and fonts begin with some, too. Both have the same lines.
 */
export function readingsOf(content: Uint8Array): string[] {
  const text = new TextDecoder('latin1').decode(content);
  const folded = text.includes('\0') ? text.replace(UTF_16_ZEROS, '').replace(UTF_16_BEGIN, '') : text;
  return folded === text ? [text] : [text, folded];
}
