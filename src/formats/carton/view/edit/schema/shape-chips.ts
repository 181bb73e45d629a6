/**
 * A shape's text as chips, one for each dimension. The text is what is edited; a chip is a stretch of it. So every text
 * has chips, right or wrong, and they together with what is between them are the text.
 */

/** Characters `start` to `end` (half-open) of the text. Empty where a dimension is still to be written. */
export interface Chip {
  readonly start: number;
  readonly end: number;
}

/** A text, and what is selected of it. */
export interface TypedShape {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** A symbol in quotes, also one whose last quote is not written yet; or what separates two dimensions. */
const QUOTED_OR_SEPARATOR = /("(?:[^"\\]|\\[\s\S])*(?:"|\\?$))|\s*,\s*/g;

const SEPARATOR = ', ';

/** The chips of a text in order. None for a text without any character but spaces. */
export function chipsOf(text: string): Chip[] {
  if (text.trim() === '') return [];
  const chips: Chip[] = [];
  let start = 0;
  for (const { 0: found, 1: quoted, index } of text.matchAll(QUOTED_OR_SEPARATOR)) {
    if (quoted !== undefined) continue;
    chips.push({ start, end: index });
    start = index + found.length;
  }
  return [...chips, { start, end: text.length }];
}

/** The same with one comma and one space between the chips. What is selected stays selected. */
export function withSeparators({ text, start, end }: TypedShape): TypedShape {
  const spaced = (part: string) =>
    part.replace(QUOTED_OR_SEPARATOR, (_, quoted: string | undefined) => quoted ?? SEPARATOR);
  const all = spaced(text);
  const at = (index: number) => Math.min(spaced(text.slice(0, index)).length, all.length);
  return { text: all, start: at(start), end: at(end) };
}

/** The index of the chip that is selected as a whole. */
export function selectedChip({ text, start, end }: TypedShape): number | undefined {
  if (start === end) return undefined;
  const at = chipsOf(text).findIndex((chip) => chip.start === start && chip.end === end);
  return at < 0 ? undefined : at;
}

/** The index of the chip that the caret is in, or beside. Undefined where more than a chip is selected. */
export function chipAt({ text, start, end }: TypedShape): number | undefined {
  const at = chipsOf(text).findIndex((chip) => chip.start <= start && end <= chip.end);
  return at < 0 ? undefined : at;
}

/** The text with a chip selected; with the caret where there is no such chip. */
export function withSelected(text: string, at: number): TypedShape {
  const chip = chipsOf(text)[at];
  return { text, start: chip?.start ?? text.length, end: chip?.end ?? text.length };
}

/** The text with an empty chip behind the one at `at`, and the caret in it: whoever types writes that dimension. */
export function withSlot(text: string, at: number): TypedShape {
  const chip = chipsOf(text)[at];
  if (!chip) return { text: '', start: 0, end: 0 };
  const caret = chip.end + SEPARATOR.length;
  return { text: `${text.slice(0, chip.end)}${SEPARATOR}${text.slice(chip.end)}`, start: caret, end: caret };
}

/** The text without a chip, and the chip selected that is then at `next`. */
function withoutChip(text: string, at: number, next: number): TypedShape {
  const chips = chipsOf(text);
  const left = chips.filter((_, index) => index !== at).map(({ start, end }) => text.slice(start, end));
  return withSelected(left.join(SEPARATOR), Math.min(Math.max(next, 0), left.length - 1));
}

/** The text with another text in the place of a chip, and the caret at its end. */
export function withChip(text: string, at: number, written: string): TypedShape {
  const { start, end } = chipsOf(text)[at] ?? { start: 0, end: text.length };
  const caret = start + written.length;
  return { text: `${text.slice(0, start)}${written}${text.slice(end)}`, start: caret, end: caret };
}

/**
 * What a key does in the field. Arrows go from chip to chip, and behind the last one to a new one; Backspace and Delete
 * take away the selected chip; a comma begins the next. In a chip that is being written, keys do what they do in any
 * text. Undefined for a key that does what the browser makes of it.
 */
export function afterKey(typed: TypedShape, key: string): TypedShape | undefined {
  const { text, start, end } = typed;
  const chips = chipsOf(text);
  const last = chips.length - 1;
  const at = chipAt(typed);
  const chip = at === undefined ? undefined : chips[at];
  if (at === undefined || !chip) return undefined;
  const isSelected = selectedChip(typed) === at;
  const isEmpty = chip.start === chip.end;
  const isAtStart = isSelected || (start === end && start === chip.start);
  const isAtEnd = isSelected || (start === end && end === chip.end);
  switch (key) {
    case 'ArrowLeft':
      return isAtStart ? withSelected(text, Math.max(at - 1, 0)) : undefined;
    case 'ArrowRight':
      if (!isAtEnd) return undefined;
      return at < last ? withSelected(text, at + 1) : isSelected ? withSlot(text, at) : undefined;
    case 'Backspace':
      if (isSelected || (isEmpty && at > 0)) return withoutChip(text, at, at - 1);
      return isAtStart && at > 0 ? withSelected(text, at - 1) : undefined;
    case 'Delete':
      if (isSelected || (isEmpty && at < last)) return withoutChip(text, at, at);
      return isAtEnd && at < last ? withSelected(text, at + 1) : undefined;
    case ',':
      return isSelected ? withSlot(text, at) : isEmpty ? typed : undefined;
    default:
      return undefined;
  }
}
