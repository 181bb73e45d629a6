import { joblibArray, ODD_ARRAYS } from './joblib-array.ts';

/**
 * Random pickles: right and wrong ones, of all opcodes, with every way of writing a number or a text, frames, memos, the
 * arrays of joblib, and damage. The same ones for the same seed.
 */
export class RandomPickles {
  #state: number;
  /** How often a choice is one that Python may refuse. */
  #oddity = 0;
  readonly #written: readonly Uint8Array[];

  /** @param written pickles that programs wrote, some of them damaged */
  constructor(seed: number, written: readonly Uint8Array[] = []) {
    this.#state = seed >>> 0;
    this.#written = written;
  }

  /** One to six pickles in a row. */
  next(): Uint8Array {
    const count = this.#chance(0.6) ? 1 : this.#below(6) + 1;
    let file = '';
    for (let index = 0; index < count; index++) file += this.#pickle();
    if (this.#chance(0.3)) file = this.#damaged(file);
    return Uint8Array.from(file, (char) => char.charCodeAt(0));
  }

  /** Mulberry32: a number from 0 to 1. */
  #random(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  #chance(share: number): boolean {
    return this.#random() < share;
  }

  #pick<T>(items: readonly T[]): T {
    return items[this.#below(items.length)] as T;
  }

  /** One of what Python takes, or, now and then, one of what it may refuse. */
  #either<T>(usual: readonly T[], odd: readonly T[]): T {
    return this.#pick(this.#chance(this.#oddity) ? odd : usual);
  }

  #pickle(): string {
    this.#oddity = this.#pick([0, 0, 0.03, 0.3]);
    const kind = this.#random();
    if (kind < 0.08 && this.#written.length > 0) return latin1(this.#pick(this.#written));
    if (kind < 0.14) return this.#soup();
    const proto = this.#chance(0.5) ? `\x80${char(this.#either([0, 1, 2, 3, 4, 5], [6, 255]))}` : '';
    if (kind < 0.22) return `${proto}${this.#array()}${this.#body(4)}.`;
    const body = `${this.#body(this.#below(24) + 1)}.`;
    return proto + (this.#chance(0.12) ? this.#framed(body) : body);
  }

  /** Opcodes that hardly follow from each other. */
  #soup(): string {
    let text = '';
    for (let left = this.#below(12) + 1; left > 0; left--) text += this.#chance(0.3) ? this.#value() : this.#pick(BARE);
    return `${text}.`;
  }

  #body(steps: number): string {
    let text = this.#value();
    for (let left = steps; left > 0; left--) text += this.#step();
    return text;
  }

  /** Opcodes that mostly leave an object more on the stack. */
  #step(): string {
    const value = () => this.#value();
    const plain = [
      value,
      value,
      () => this.#name(),
      () => this.#name(),
      () =>
        `${this.#name()}${this.#either([')', 'N\x85', '(t', 'K\x01K\x02\x86'], [']', ''])}${this.#either(['R', 'R', '\x81', '}\x92'], ['o'])}`,
      () => `${this.#name()})R${this.#pick(['}', 'N', '}}\x86'])}b`,
      () => `(${value()}${value()}${this.#pick(['t', 'l', '1'])}`,
      () => `(NK\x01${this.#pick(['d', '\x91'])}`,
      () => `(${this.#name()}${value()}o`,
      () => `(${this.#chance(0.5) ? value() : ''}i${this.#module()}\n${this.#module()}\n`,
      () => `](${this.#chance(0.7) ? value() + value() : ''}e`,
      () => `}(${this.#chance(0.7) ? `N${value()}` : ''}u`,
      () => `\x8f(${this.#chance(0.7) ? 'NN' : ''}\x90`,
      () => `]${value()}a`,
      () => `}K\x01${value()}s`,
      () => this.#put(),
      () => this.#put(),
      () => this.#get(),
      () => `${value()}${this.#pick(['2', '(0', '\x94', '\x85', 'N\x86', 'NN\x87', 'Q'])}`,
      () => this.#pick(['\x97', `C\x01a\x98`, `P${this.#either(['1', 'id'], ['\xff'])}\n`]),
      () => this.#pick([`\x82${this.#code()}`, `\x83${this.#code()}\0`, `\x84${this.#code()}\0\0\0`]),
    ];
    const odd = [
      () => `(${value()}${value()}${this.#pick(['d', '\x91', 'o', 'e', 'u', '\x90'])}`,
      () => `i${this.#module()}\n${this.#module()}\n`,
      () =>
        `${this.#pick([']', '}', '\x8f', '(', this.#name()])}(${this.#chance(0.5) ? value() : ''}${this.#pick(['e', 'u', '\x90'])}`,
      () => this.#pick(['0', '2', '(', '1', '\x98', 'Q', '\x85', '\x86', '\x87', 't', 'a', 's', 'b']),
      () => `${this.#name()}${value()}${this.#pick(['a', 's', 'b'])}`,
    ];
    return this.#either(plain, odd)();
  }

  #code(): string {
    return char(this.#either([1, 2, 3, 4, 5], [0, 6]));
  }

  /** Opcodes that ask for a name, in one of the ways there are. */
  #name(): string {
    const kind = this.#random();
    if (kind < 0.35) return `c${this.#line()}\n${this.#line()}\n`;
    if (kind < 0.8) return `${this.#text()}${this.#chance(0.2) ? '\x94' : ''}${this.#text()}\x93`;
    const [module, name] = [this.#below(3), this.#below(3)];
    return `${this.#text()}q${char(module)}0${this.#text()}p${this.#number(name)}\n0h${char(module)}g${this.#number(name)}\n\x93`;
  }

  #line(): string {
    return this.#either([...NAMES, 'caf\xc3\xa9'], ODD_NAMES);
  }

  #module(): string {
    return this.#either(NAMES, ODD_NAMES);
  }

  #text(): string {
    const text = this.#either(NAMES, ODD_NAMES);
    const { length } = text;
    const quote = this.#pick(["'", '"']);
    return this.#pick<() => string>([
      () => `\x8c${char(length)}${text}`,
      () => `\x8c${char(length)}${text}`,
      () => `X${char(length)}\0\0\0${text}`,
      () => `\x8d${char(length)}\0\0\0\0\0\0\0${text}`,
      () => `V${this.#escaped(text, 'u')}\n`,
      () => `S${quote}${this.#escaped(text, 'x')}${this.#either([quote], ['', `${quote} `, `${quote}\0`])}\n`,
      () => `U${char(length)}${text}`,
      () => `T${char(length)}\0\0\0${text}`,
    ])();
  }

  /** A text with escapes, those of UNICODE or of STRING. */
  #escaped(text: string, kind: 'u' | 'x'): string {
    const code = (one: string, digits: number, radix = 16) => one.charCodeAt(0).toString(radix).padStart(digits, '0');
    return Array.from(text, (one) => {
      const escapes =
        kind === 'u' ? [`\\u${code(one, 4)}`, `\\U${code(one, 8)}`] : [`\\x${code(one, 2)}`, `\\${code(one, 3, 8)}`];
      return this.#either(
        [one, one, ...escapes],
        [`\\${one}`, '\\', '\\x4', '\\u12', '\\\\u0041', '\\777', '\\ud83d', '\\U00110000'],
      );
    }).join('');
  }

  /** A whole number as a line has it. */
  #number(value: number): string {
    const digits = String(value);
    const spelled = [
      `0${digits}`,
      digits.split('').join('_'),
      `0_${digits}`,
      ` ${digits}`,
      `${digits}\t`,
      `\x0b${digits}\r`,
      `+${digits}`,
      '0'.repeat(this.#below(40)) + digits,
    ];
    const odd = [
      ...[
        `-${digits}`,
        `${digits}\0junk`,
        ` ${digits} \0`,
        `${digits}L`,
        `${digits}__0`,
        '\xd9\xa1',
        `0x${digits}`,
        '',
      ],
      ...['_1', '+ 1', '1 1', `${digits}\x1c`, `${digits}00000000000000000000`],
    ];
    return this.#either([digits, digits, digits, ...spelled], odd);
  }

  #put(): string {
    const index = this.#below(this.#chance(0.9) ? 6 : 14);
    return this.#pick([`p${this.#number(index)}\n`, `q${char(index)}`, `r${char(index)}\0\0\0`, '\x94']);
  }

  /** What was put a moment before, or another object. */
  #get(): string {
    const index = this.#below(6);
    const get = this.#pick([`g${this.#number(index)}\n`, `h${char(index)}`, `j${char(index)}\0\0\0`]);
    return this.#chance(0.8 - this.#oddity) ? `q${char(index)}${get}` : get;
  }

  #value(): string {
    const small = this.#below(12);
    return this.#pick<() => string>([
      () => 'N',
      () => this.#pick(['\x88', '\x89', ')', ']', '}', '\x8f']),
      () => this.#text(),
      () => this.#text(),
      () => `K${char(small)}`,
      () => `M${char(small)}\0`,
      () => `J${char(small)}\0\0${this.#pick(['\0', '\xff'])}`,
      () =>
        `I${this.#either([String(small), '00', '01', '0b11', '0o7', '1_0', '99999999999999999999'], ['010', '09', '\0', this.#number(small)])}\n`,
      () => `L${this.#either([`${small}L`, String(small), '0x1fL', '0_0'], ['L', '010L', this.#number(small)])}\n`,
      () =>
        `F${this.#either(['1.5', 'nan', '-inf', 'Infinity', '.5', '5.'], [' 1.5', '1_0.5', '1e999', '1.5\0x', '', 'x', '1e1_0'])}\n`,
      () => 'G\0\0\0\0\0\0\0\0',
      () => `\x8a${char(small)}${'\x01'.repeat(small)}`,
      () => `\x8b${char(small)}\0\0${this.#either(['\0'], ['\xff'])}${'\x01'.repeat(small)}`,
      () => `C${char(small)}${'.'.repeat(small)}`,
      () => `B${char(small)}\0\0\0${'c'.repeat(small)}`,
      () => `\x8e${char(small)}\0\0\0\0\0\0\0${'c'.repeat(small)}`,
      () => `\x96${char(small)}\0\0\0\0\0\0\0${'c'.repeat(small)}`,
    ])();
  }

  /** Opcodes within frames, a few with the wrong size. */
  #framed(body: string): string {
    const size = (length: number) => `\x95${char(length & 0xff)}${char((length >> 8) & 0xff)}\0\0\0\0\0\0`;
    const wrong = this.#chance(0.25) ? this.#below(20) - 10 : 0;
    const half = this.#chance(0.3) ? this.#below(body.length) : body.length;
    const [first, second] = [body.slice(0, half), body.slice(half)];
    return size(Math.max(0, first.length + wrong)) + first + (second === '' ? '' : size(second.length) + second);
  }

  /** An array as joblib writes it, or nearly, with opcodes or other bytes in it. */
  #array(): string {
    const odd = this.#chance(0.6) ? this.#pick(ODD_ARRAYS) : undefined;
    const size = this.#below(40);
    const isAligned = this.#chance(0.5);
    const padding = this.#below(16) + 1;
    const before = isAligned ? char(padding) + (this.#chance(0.1) ? 'N' : '\xff').repeat(padding) : '';
    const elements = this.#chance(0.5) ? this.#body(4).padEnd(size, 'N') : this.#pick(['\x07', '\x82']).repeat(size);
    const isWhole = this.#chance(0.1);
    return joblibArray({ size, odd, isAligned }) + before + (isWhole ? elements : elements.slice(0, size));
  }

  #damaged(file: string): string {
    let text = file;
    for (let left = this.#below(3) + 1; left > 0; left--) {
      const at = this.#below(text.length);
      const rest = (skip: number) => text.slice(at + skip);
      text =
        text.slice(0, at) +
        this.#pick<() => string>([
          () => char(this.#below(256)) + rest(1),
          () => this.#pick(BARE) + rest(0),
          () => this.#value() + rest(0),
          () => this.#name() + rest(0),
          () => rest(1 + this.#below(4)),
          () => '',
          () => text.slice(at, at + 8) + rest(0),
        ])();
    }
    return text;
  }
}

/** Modules and names. */
const NAMES: readonly string[] = [
  'os',
  'system',
  'own.models',
  'Model',
  'collections',
  'a.b.c',
  '__builtin__',
  'eval',
  'x',
];

/** Texts that are neither, or not in every encoding. */
const ODD_NAMES: readonly string[] = [
  ...[
    '',
    'caf\xc3\xa9',
    '\xe9',
    '\xff\xfe',
    '\xed\xa0\x80',
    '\xf0\x9f\x98\x80',
    'a b',
    "it's",
    'a\\',
    'nul\0',
    '\r',
    '1_0',
  ],
];

/** Opcodes without an argument, and some bytes that are none. */
const BARE: readonly string[] = [
  ...'(.0012NNNRQabdelost)]u}',
  ...'\x81\x85\x86\x87\x88\x89\x8f\x90\x91\x92\x93\x94\x97\x98\xff\n',
];

function char(code: number): string {
  return String.fromCharCode(code);
}

function latin1(bytes: Uint8Array): string {
  return Array.from(bytes, char).join('');
}
