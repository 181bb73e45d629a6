import { LineIndex } from '../../../../toml/places.ts';

/** An address in a Markdown text, with its escapes resolved. */
export interface DescribedAddress {
  address: string;
  kind: 'image' | 'link';
  /** 1-based line of the text. */
  line: number;
  /**
   * Where it is written, with its angle brackets if it has any, in the text with LF at the end of lines: that of a
   * reference where the reference is defined.
   */
  start: number;
  end: number;
}

/** What a description refers to, and where it holds HTML. */
export interface DescriptionScan {
  /** In the order of the text. */
  addresses: DescribedAddress[];
  /** Names of HTML tags, `!--` for a comment, with their lines. */
  html: { tag: string; line: number }[];
}

/** Most characters of a label or address that counts as one (CommonMark allows labels of 999 characters). */
const MAX_LABEL = 999;

/** Deepest nesting of parentheses in an address, as in the parsers. */
const MAX_PARENTHESES = 32;

/** Most references that are looked up. Each costs up to `MAX_LABEL` characters. */
const MAX_REFERENCES = 10_000;

const BACKTICK = 96;

/**
 * Finds images, links and HTML in Markdown, in time linear to its length. The parsers that lay Markdown out take forty
 * seconds for some texts of 16 KB, so they run where they can be stopped. This scan is always fast.
 *
 * It knows code, escapes, links with inline addresses and by reference, and addresses in angle brackets. In texts that
 * are barely Markdown it may find fewer addresses than a parser.
 */
export function scanDescription(text: string): DescriptionScan {
  return new Scanner(text).scan();
}

/** Lines of a text, from offset `start` to `end`. */
interface Block {
  start: number;
  end: number;
}

/** An address as it is written, with its escapes. `start` and `end`: with its angle brackets. */
interface WrittenAddress {
  address: string;
  start: number;
  end: number;
}

interface Bracket {
  at: number;
  image: boolean;
}

class Scanner {
  readonly #text: string;
  readonly #found: DescriptionScan = { addresses: [], html: [] };
  /** Addresses by label, from lines such as `[label]: address`. */
  readonly #definitions = new Map<string, WrittenAddress>();
  #brackets: Bracket[] = [];
  #references = 0;
  readonly #lines: LineIndex;
  /** Find the next end of a tag, of a comment and of a line, and the next backtick, each searched for once. */
  readonly #tagEnd = new Ahead('>');
  readonly #commentEnd = new Ahead('-->');
  readonly #lineEnd = new Ahead('\n');
  readonly #tick = new Ahead('`');

  constructor(text: string) {
    this.#text = text.replace(/\r\n?/g, '\n');
    this.#lines = new LineIndex(this.#text);
  }

  scan(): DescriptionScan {
    const blocks = this.#blocks();
    for (const block of blocks) this.#define(block);
    for (const { start, end } of blocks) this.#inline(start, end);
    return this.#found;
  }

  /** Runs of lines between blank ones, without code blocks. */
  #blocks(): Block[] {
    const text = this.#text;
    const blocks: Block[] = [];
    let fence: { mark: string; length: number } | undefined;
    let open: Block | undefined;
    let inList = false;
    for (let start = 0; start <= text.length; ) {
      let end = text.indexOf('\n', start);
      if (end < 0) end = text.length;
      const content = text.slice(start, Math.min(end, start + 400));
      // A fence may be inside of quotes and lists.
      const marks = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(`{3,}|~{3,})([^\n]*)/.exec(content);
      const mark = marks?.[1]?.[0];
      if (fence) {
        const closes = mark === fence.mark && (marks?.[1]?.length ?? 0) >= fence.length && marks?.[2]?.trim() === '';
        if (closes) fence = undefined;
      } else if (mark !== undefined && !(mark === '`' && marks?.[2]?.includes('`'))) {
        fence = { mark, length: marks?.[1]?.length ?? 3 };
        open = undefined;
      } else if (/^[ \t>]*$/.test(content) && end - start <= 400) {
        open = undefined;
      } else if (!open && !inList && /^(?: {4}|\t)/.test(content)) {
        // Indented code.
      } else {
        if (!open) {
          open = { start, end };
          blocks.push(open);
        }
        open.end = end;
        if (!/^[ \t]/.test(content)) inList = /^(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/.test(content);
      }
      start = end + 1;
    }
    return blocks;
  }

  /** Reads the definitions at the beginning of a block and moves the block's start behind them. */
  #define(block: Block): void {
    while (block.start < block.end) {
      const end = Math.min(this.#lineEnd.from(this.#text, block.start), block.end);
      const line = this.#text.slice(block.start, Math.min(end, block.start + 3 * MAX_LABEL));
      const match = /^ {0,3}\[([^\]]{1,999})\]:[ \t]*(?:<([^<>]*)>|(\S+))/.exec(line);
      const address = match?.[2] ?? match?.[3];
      if (!match || address === undefined) return;
      const label = normalized(match?.[1] ?? '');
      if (label.startsWith('^')) return;
      const last = block.start + match[0].length;
      const from = last - address.length - (match[2] === undefined ? 0 : 2);
      if (!this.#definitions.has(label)) this.#definitions.set(label, { address, start: from, end: last });
      block.start = end + 1;
    }
  }

  #inline(start: number, end: number): void {
    const text = this.#text;
    this.#brackets = [];
    const spans = this.#codeSpans(start, end);
    for (let at = start; at < end; at++) {
      switch (text[at]) {
        case '\\':
          if (text[at + 1] !== '\n') at++;
          break;
        case '`':
          at = (spans.get(at) ?? runEnd(text, at)) - 1;
          break;
        case '<':
          at = this.#angle(at, end) - 1;
          break;
        case '[':
          this.#brackets.push({ at, image: text[at - 1] === '!' && text[at - 2] !== '\\' });
          break;
        case ']':
          at = this.#close(at, end) - 1;
          break;
      }
    }
  }

  /**
   * Maps the start of each run of backticks that opens code to where the code ends: after the next run of the same
   * length.
   */
  #codeSpans(start: number, end: number): Map<number, number> {
    const text = this.#text;
    const runs: { at: number; length: number }[] = [];
    for (let at = this.#tick.from(text, start); at < end; ) {
      const after = runEnd(text, at);
      runs.push({ at, length: after - at });
      at = this.#tick.from(text, after);
    }
    const later = new Map<number, number>();
    const ends = new Map<number, number>();
    for (const { at, length } of runs.reverse()) {
      const close = later.get(length);
      if (close !== undefined) ends.set(at, close + length);
      later.set(length, at);
    }
    return ends;
  }

  #add(kind: DescribedAddress['kind'], { address, start, end }: WrittenAddress, at: number): void {
    if (address === '') return;
    this.#found.addresses.push({ address: unescaped(address), kind, line: this.#lineAt(at), start, end });
  }

  #lineAt(at: number): number {
    return this.#lines.place(at).line;
  }

  /** Reads the address or tag that a `<` at `at` begins. Gives where it ends, or the next place if it is neither. */
  #angle(at: number, end: number): number {
    const text = this.#text;
    const close = this.#tagEnd.from(text, at);
    const head = text.slice(at, Math.min(at + 80, end));
    if (head.startsWith('<!--')) {
      this.#found.html.push({ tag: '!--', line: this.#lineAt(at) });
      return Math.min(this.#commentEnd.from(text, at) + 3, end);
    }
    if (close >= end) return at + 1;
    if (/^<[A-Za-z][A-Za-z0-9+.-]{1,31}:/.test(head)) {
      const address = text.slice(at + 1, close);
      if (/[\s<]/.test(address)) return at + 1;
      this.#found.addresses.push({ address, kind: 'link', line: this.#lineAt(at), start: at, end: close + 1 });
      return close + 1;
    }
    const tag = /^<\/?([A-Za-z][A-Za-z0-9-]*)(?=[\s/>])/.exec(head)?.[1] ?? /^<([!?][A-Za-z]+)/.exec(head)?.[1];
    if (tag === undefined) return at + 1;
    this.#found.html.push({ tag: tag.toLowerCase(), line: this.#lineAt(at) });
    return close + 1;
  }

  /**
   * Reads the link or image that a `]` at `at` may belong to. Gives where it ends, or the next place if there is none.
   */
  #close(at: number, end: number): number {
    const text = this.#text;
    const open = this.#brackets.pop();
    if (!open) return at + 1;
    const kind = open.image ? 'image' : 'link';
    let from = open.at + 1;
    let to = at;
    let next = at + 1;
    const inline = text[at + 1] === '(' ? inlineAddress(text, at + 2, end) : undefined;
    if (inline) {
      this.#add(kind, inline, at);
      return inline.after;
    }
    if (this.#definitions.size === 0 || this.#references >= MAX_REFERENCES) return at + 1;
    if (text[at + 1] === '[') {
      const close = text.indexOf(']', at + 2);
      if (close < 0 || close - at > MAX_LABEL + 2) return at + 1;
      // In `[text][]` the text is the label.
      if (close > at + 2) [from, to] = [at + 2, close];
      next = close + 1;
    }
    if (to - from > MAX_LABEL) return at + 1;
    this.#references++;
    const address = this.#definitions.get(normalized(text.slice(from, to)));
    if (address === undefined) return at + 1;
    this.#add(kind, address, at);
    return Math.min(next, end);
  }
}

/** Finds the next place of a mark. As long as the places asked for only grow, it reads a text once. */
class Ahead {
  readonly #mark: string;
  #next = -1;

  constructor(mark: string) {
    this.#mark = mark;
  }

  /** The mark's next place at or after `at`, or the text's end. */
  from(text: string, at: number): number {
    if (this.#next < at) this.#next = text.indexOf(this.#mark, at);
    if (this.#next < 0) this.#next = text.length;
    return this.#next;
  }
}

function runEnd(text: string, at: number): number {
  let end = at;
  while (text.charCodeAt(end) === BACKTICK) end++;
  return end;
}

/**
 * The address after `(`, if a `)` ends it, perhaps after a title. Text that turns out not to be an address may be read
 * again for a bracket inside it. The bounds on an address keep that from happening many times.
 */
function inlineAddress(text: string, start: number, end: number): (WrittenAddress & { after: number }) | undefined {
  let at = skipSpace(text, start, end);
  const begin = at;
  let address: string;
  if (text[at] === '<') {
    const from = ++at;
    while (at < end && text[at] !== '>' && text[at] !== '<' && text[at] !== '\n') at += text[at] === '\\' ? 2 : 1;
    if (at >= end || text[at] !== '>') return undefined;
    address = text.slice(from, at++);
  } else {
    const from = at;
    let depth = 0;
    for (; at < end; at++) {
      const c = text[at] as string;
      if (c === '\\') at++;
      else if (c === '(') {
        if (++depth > MAX_PARENTHESES) return undefined;
      } else if (c === ')' && depth-- === 0) break;
      else if (c <= ' ') break;
    }
    if (depth > 0) return undefined;
    at = Math.min(at, end);
    address = text.slice(from, at);
  }
  const afterAddress = at;
  at = skipSpace(text, at, end);
  if (at > afterAddress && at < end && `"'(`.includes(text[at] as string)) {
    const quote = text[at] === '(' ? ')' : (text[at] as string);
    for (at++; at < end && text[at] !== quote; at++) {
      if (text[at] === '\\') at++;
      else if (quote === ')' && text[at] === '(') return undefined;
    }
    at = skipSpace(text, at + 1, end);
  }
  return at < end && text[at] === ')' ? { address, start: begin, end: afterAddress, after: at + 1 } : undefined;
}

function skipSpace(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && /\s/.test(text[at] as string)) at++;
  return at;
}

function normalized(label: string): string {
  return label.trim().replace(/\s+/g, ' ').toLowerCase();
}

/** An address of Markdown without its escapes. */
export function unescaped(address: string): string {
  return address.replace(/\\([!-/:-@[-`{-~])/g, '$1').replace(/&amp;/g, '&');
}
