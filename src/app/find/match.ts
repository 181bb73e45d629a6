/**
 * How well a text answers what was typed. Our own, because a package may have a million names of 4,096 characters, all
 * of them a stranger's: this takes time linear to a name's length, keeps nothing, and never builds a pattern from what
 * was typed.
 */

/** Characters that are read of what was typed. A path of this length is rarer than a text pasted by mistake. */
export const MAX_QUERY = 400;

/** Words that are looked for. The rest adds nothing that anybody would notice. */
export const MAX_WORDS = 8;

/** How a word is found, the best first. The name is what follows the last slash. */
const TIER = {
  whole: 0,
  startOfName: 1,
  wordOfName: 2,
  inName: 3,
  wordOfPath: 4,
  inPath: 5,
  /** Its letters, in their order, from the start of a word on: `tmod` in `test_model`. */
  letters: 6,
} as const;

/** The letters of a word lie within this many times its length. Farther apart they look like chance. */
const LETTERS_SPREAD = 4;

/** Longer words are not looked for letter by letter. It takes time for each letter, and nobody abbreviates so. */
const MAX_LETTERS = 24;

/** Occurrences of a word that are looked at in one text. A hostile name repeats it thousands of times. */
const MAX_PLACES = 64;

/** Among equals the shorter text is better. Longer texts than this are all as good. */
const MAX_LENGTH = 8191;

/** A word that was found: how, and where its letters are. */
interface Hit {
  tier: number;
  at: number;
  /** Set where the letters are not in a row. */
  letters?: number[];
}

/** The words of what was typed, in lower case, each once. Empty where nothing was. */
export function queryWords(typed: string): string[] {
  const words = typed.slice(0, MAX_QUERY).toLowerCase().split(/\s+/).filter(Boolean);
  return [...new Set(words)].slice(0, MAX_WORDS);
}

/** How well a text has all the words: smaller is better. Undefined where it lacks one. Ignores case. */
export function rankOf(text: string, words: readonly string[]): number | undefined {
  const lower = text.toLowerCase();
  let tiers = 0;
  for (const word of words) {
    const hit = hitOf(text, lower, word);
    if (!hit) return undefined;
    tiers += hit.tier;
  }
  return tiers * (MAX_LENGTH + 1) + Math.min(text.length, MAX_LENGTH);
}

/** Where the words are in a text: half-open ranges in order that do not touch. */
export function marksOf(text: string, words: readonly string[]): [start: number, end: number][] {
  const lower = text.toLowerCase();
  // A few letters get longer in lower case. The places would be wrong.
  if (lower.length !== text.length) return [];
  const places: number[] = [];
  for (const word of words) {
    const hit = hitOf(text, lower, word);
    if (hit?.letters) places.push(...hit.letters);
    else if (hit) for (let place = hit.at; place < hit.at + word.length; place++) places.push(place);
  }
  const marks: [number, number][] = [];
  for (const place of places.sort((a, b) => a - b)) {
    const last = marks.at(-1);
    if (last && place <= last[1]) last[1] = Math.max(last[1], place + 1);
    else marks.push([place, place + 1]);
  }
  return marks;
}

/** The best place of a word in a text. */
function hitOf(text: string, lower: string, word: string): Hit | undefined {
  if (lower === word) return { tier: TIER.whole, at: 0 };
  const name = nameStart(lower);
  const inName = bestPlace(text, lower, word, name);
  if (inName?.at === name) return { tier: TIER.startOfName, at: name };
  if (inName) return { tier: inName.isStart ? TIER.wordOfName : TIER.inName, at: inName.at };
  const inPath = bestPlace(text, lower, word, 0);
  if (inPath) return { tier: inPath.isStart ? TIER.wordOfPath : TIER.inPath, at: inPath.at };
  const letters = lettersOf(text, lower, word, name) ?? lettersOf(text, lower, word, 0);
  return letters?.[0] === undefined ? undefined : { tier: TIER.letters, at: letters[0], letters };
}

/** Where the name begins: after the last slash that something follows. */
export function nameStart(path: string): number {
  return path.length < 2 ? 0 : path.lastIndexOf('/', path.length - 2) + 1;
}

/** The first place of a word from `start` on that begins a word of the text, else its first place. */
function bestPlace(text: string, lower: string, word: string, start: number) {
  const first = lower.indexOf(word, start);
  for (let at = first, looked = 0; at >= 0 && looked < MAX_PLACES; at = lower.indexOf(word, at + 1), looked++) {
    if (at === start || isWordStart(text, lower, at)) return { at, isStart: true };
  }
  return first < 0 ? undefined : { at: first, isStart: false };
}

function lettersOf(text: string, lower: string, word: string, start: number): number[] | undefined {
  if (word.length < 2 || word.length > MAX_LETTERS || !LETTERS.test(word)) return undefined;
  const first = word[0] as string;
  for (let at = lower.indexOf(first, start); at >= 0; at = lower.indexOf(first, at + 1)) {
    if (!isWordStart(text, lower, at)) continue;
    const end = Math.min(lower.length, at + word.length * LETTERS_SPREAD);
    const places = [at];
    for (let place = at + 1; place < end && places.length < word.length; place++) {
      if (lower[place] === word[places.length]) places.push(place);
    }
    if (places.length === word.length) return places;
  }
  return undefined;
}

/** Numbers and signs are meant literally. */
const LETTERS = /^\p{L}+$/u;

const ALPHANUMERIC = /[\p{L}\p{N}]/u;
const DIGIT = /\p{N}/u;

/** Whether a word begins at `at`: after a sign or a space, at the first digit, or at a capital as in `testModel`. */
function isWordStart(text: string, lower: string, at: number): boolean {
  if (at === 0) return true;
  const [before, here] = [lower[at - 1] as string, lower[at] as string];
  if (!ALPHANUMERIC.test(before)) return true;
  if (DIGIT.test(here) !== DIGIT.test(before)) return true;
  if (text.length !== lower.length) return false;
  return text[at] !== here && text[at - 1] === before;
}
