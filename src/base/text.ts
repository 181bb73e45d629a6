/** Characters of a name that a sentence quotes: a name may have millions, and be in the sentences of thousands of findings. */
export const MAX_QUOTED = 160;

/** The text, or its beginning and end where it has more than `limit` UTF-16 units: the end of a path often tells most. */
export function shortened(text: string, limit = MAX_QUOTED): string {
  if (text.length <= limit) return text;
  const tail = Math.floor(limit / 4);
  // Half a pair of surrogates is no character.
  const head = text.slice(0, limit - tail - 1).replace(/[\ud800-\udbff]$/, '');
  return `${head}…${text.slice(-tail).replace(/^[\udc00-\udfff]/, '')}`;
}

/** A stranger's name in a sentence of ours, in quotation marks and cut to a readable length. */
export function quote(name: string): string {
  return `“${shortened(name)}”`;
}

/** Characters that are drawn as nothing, or turn the direction of the text around them, whatever stands beside them. */
const DRAWN_AS_NOTHING = '[\\p{Cc}\\p{Default_Ignorable_Code_Point}\\u2028\\u2029\\ufff9-\\ufffb]';

// What scripts and emoji need where it follows these; elsewhere it cannot be seen, and is there to make two names of one.
const JOINER = '[\\u200c\\u200d]';
const JOINED = '[\\p{M}\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\p{scx=Arab}\\p{scx=Syrc}\\p{scx=Mong}]';
const SELECTOR = '[\\u180b-\\u180d\\u180f\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}]';
const SELECTED =
  '[\\p{So}\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\p{scx=Hani}\\p{scx=Mong}\\p{scx=Mymr}\\p{scx=Phag}]';
const TAG = '[\\u{e0020}-\\u{e007f}]';

/**
 * Source of a regular expression (flag `u`) for one character that a reader cannot see as what it is. Joiners and variation selectors
 * where scripts and emoji need them, and the tags of a flag, are none.
 */
export const INVISIBLE = [
  `(?!${JOINER}|${SELECTOR}|${TAG})${DRAWN_AS_NOTHING}`,
  `${JOINER}(?<!${JOINED}.)`,
  // A digit, #  or * with its selector and U+20E3 is a key.
  `${SELECTOR}(?<!${SELECTED}.)(?!(?<=[0-9#*].)\\u20e3)`,
  `${TAG}(?<!\\u{1f3f4}${TAG}{0,6}.)`,
].join('|');

const INVISIBLES = new RegExp(INVISIBLE, 'gu');

/** The text with characters that cannot be seen written out, as `\u202E` or `\u{E0041}`. */
export function visibleText(text: string): string {
  return text.replace(INVISIBLES, (char) => {
    if (char === '\n') return '\\n';
    if (char === '\r') return '\\r';
    if (char === '\t') return '\\t';
    const digits = (char.codePointAt(0) as number).toString(16).toUpperCase();
    return digits.length > 4 ? `\\u{${digits}}` : `\\u${digits.padStart(4, '0')}`;
  });
}

/** `visibleText` of a name, in which spaces at the beginning and end are written out too. */
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

/** Nothing in it needs folding: lower-case ASCII without spaces, as nearly every name is. */
const PLAIN = /^[!-@[-~]*$/;

const NOTHING = new RegExp(DRAWN_AS_NOTHING, 'gu');

/** The same for names that readers, or some file systems, take for one: without what cannot be seen, composed, case and spaces folded. */
export function nameKey(name: string): string {
  if (PLAIN.test(name)) return name;
  const seen = name.replace(NOTHING, '').normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
  return seen
    .replace(/\p{Zs}+/gu, ' ')
    .replaceAll('/ ', '/')
    .replaceAll(' /', '/')
    .trim();
}
