/** Characters of a name that a sentence quotes. A name may have millions, and thousands of findings may quote it. */
export const MAX_QUOTED = 160;

/** The text, or its start and end if it has more than `limit` UTF-16 units. The end of a path often says most. */
export function shortened(text: string, limit = MAX_QUOTED): string {
  if (text.length <= limit) return text;
  const tail = Math.floor(limit / 4);
  // Do not cut a surrogate pair in two.
  const head = text.slice(0, limit - tail - 1).replace(/[\ud800-\udbff]$/, '');
  return `${head}…${text.slice(-tail).replace(/^[\udc00-\udfff]/, '')}`;
}

/** A text as the beginning of a sentence. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A function that says whether a text in lower case has each word of a query, in any order. */
export function wordsTest(query: string): (text: string) => boolean {
  const words = query.toLowerCase().split(/\s+/);
  return (text) => words.every((word) => text.includes(word));
}

/** A name from a package, to stand in a sentence: in quotation marks, and cut to a readable length. */
export function quote(name: string): string {
  return `“${shortened(name)}”`;
}

/** Characters that draw nothing, or that change the direction of the text around them. */
const DRAWN_AS_NOTHING = '[\\p{Cc}\\p{Default_Ignorable_Code_Point}\\u2028\\u2029\\ufff9-\\ufffb]';

// Scripts and emoji need these after certain characters. Elsewhere nobody sees them, and they make two names look the
// same.
const JOINER = '[\\u200c\\u200d]';
const JOINED = '[\\p{M}\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\p{scx=Arab}\\p{scx=Syrc}\\p{scx=Mong}]';
const SELECTOR = '[\\u180b-\\u180d\\u180f\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}]';
const SELECTED =
  '[\\p{So}\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\p{scx=Hani}\\p{scx=Mong}\\p{scx=Mymr}\\p{scx=Phag}]';
const TAG = '[\\u{e0020}-\\u{e007f}]';

/**
 * Source of a regular expression (flag `u`) for one character that a reader cannot see. Does not match joiners and
 * variation selectors that scripts and emoji need, nor the tags of a flag.
 */
export const INVISIBLE = [
  `(?!${JOINER}|${SELECTOR}|${TAG})${DRAWN_AS_NOTHING}`,
  `${JOINER}(?<!${JOINED}.)`,
  // A digit, # or * with a selector and U+20E3 is a keycap.
  `${SELECTOR}(?<!${SELECTED}.)(?!(?<=[0-9#*].)\\u20e3)`,
  `${TAG}(?<!\\u{1f3f4}${TAG}{0,6}.)`,
].join('|');

const INVISIBLES = new RegExp(INVISIBLE, 'gu');

/** The text with invisible characters written out, as `\u202E` or `\u{E0041}`. */
export function visibleText(text: string): string {
  return text.replace(INVISIBLES, escapeOf);
}

function escapeOf(char: string): string {
  if (char === '\n') return '\\n';
  if (char === '\r') return '\\r';
  if (char === '\t') return '\\t';
  const digits = (char.codePointAt(0) as number).toString(16).toUpperCase();
  return digits.length > 4 ? `\\u{${digits}}` : `\\u${digits.padStart(4, '0')}`;
}

/** Blocks of Unicode for scripts that are written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Left-to-right, right-to-left and Arabic letter mark. Arabic and Hebrew set them beside punctuation and numbers. */
const MARK = /[\u200e\u200f\u061c]/;

/** Whether a text has characters, also invisible ones, of a script that is written from right to left. */
export function isRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text.replaceAll('\u061c', ''));
}

/**
 * `visibleText` of a text of several lines: line ends and tabs stay. So do direction marks if `marks`, by default where
 * the text is written from right to left: they move no more than its letters do. Overrides, embeddings and isolates are
 * always written out.
 */
export function visibleProse(text: string, marks = isRightToLeft(text)): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(INVISIBLES, (char) =>
      char === '\n' || char === '\t' || (marks && MARK.test(char)) ? char : escapeOf(char),
    );
}

/** The text with control characters written out. Line ends and tabs stay. */
export function withoutControls(text: string): string {
  return text.replace(/\r(?!\n)|[^\P{Cc}\t\n\r]/gu, escapeOf);
}

/** `visibleText` of a name. Also writes out spaces at the start and end. */
export function visibleName(name: string): string {
  let start = 0;
  while (name[start] === ' ') start++;
  let end = name.length;
  while (end > start && name[end - 1] === ' ') end--;
  return `${spaces(start)}${visibleText(name.slice(start, end))}${spaces(name.length - end)}`;
}

function spaces(count: number): string {
  return count === 0 ? '' : count === 1 ? '\\u0020' : `\\u0020×${count}`;
}

/** ASCII without spaces, as in nearly every name: only its case is folded. */
const PLAIN = /^[!-~]*$/;

const NOTHING = new RegExp(DRAWN_AS_NOTHING, 'gu');

/**
 * A key that is equal for names that readers or some file systems confuse. Drops invisible characters, composes (NFC),
 * and folds case and spaces.
 */
export function nameKey(name: string): string {
  if (PLAIN.test(name)) return name.toLowerCase();
  const seen = name.replace(NOTHING, '').normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
  return seen
    .replace(/\p{Zs}+/gu, ' ')
    .replaceAll('/ ', '/')
    .replaceAll(' /', '/')
    .trim();
}

/** Whether a text has no half of a character (a lone surrogate), which UTF-8 cannot write. */
export function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

/** The text with U+FFFD for each half of a character. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}
