import { type FieldValue, isTable } from '../model/edit/field.ts';

/** A source of random numbers below `n`. */
export type Pick = (n: number) => number;

type Table = { [key: string]: FieldValue };

interface Manner {
  eol: string;
  /** How often a comment is inserted, out of ten. */
  comments: number;
}

const WORDS = ['x', 'image', 'mask 2', 'größe', 'a.b', '"q"', "it's", 'C:\\dir', '', '__proto__', '1', 'tab\there'];
const TEXTS = [
  ...WORDS,
  'one\ntwo\n',
  '\n\nlead',
  'three """ quotes',
  "''' too",
  'end"',
  '# no comment',
  '[no.header]',
  'é🥳\u0001',
  ' spaces ',
];

export function randomText(pick: Pick): string {
  return TEXTS[pick(TEXTS.length)] as string;
}

export function randomKey(pick: Pick): string {
  return WORDS[pick(WORDS.length)] as string;
}

function randomScalar(pick: Pick): FieldValue {
  const floats = [0, -0, 1, 2.5, 1e21, 1e-7, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const integers = [0n, 1n, -7n, 2n ** 63n - 1n, -(2n ** 63n), 9007199254740993n];
  switch (pick(5)) {
    case 0:
      return integers[pick(integers.length)] as bigint;
    case 1:
      return floats[pick(floats.length)] as number;
    case 2:
      return pick(2) === 0;
    default:
      return randomText(pick);
  }
}

export function randomValue(pick: Pick, depth = 0): FieldValue {
  const kind = depth > 1 ? 9 : pick(10);
  if (kind === 0) return several(pick, 3, () => randomValue(pick, depth + 1));
  if (kind === 1) return tableOf(several(pick, 3, () => [randomKey(pick), randomValue(pick, depth + 1)]));
  if (kind === 2) return several(pick, 3, () => tableOf([[randomKey(pick), randomScalar(pick)]]));
  return randomScalar(pick);
}

export function randomSpec(pick: Pick): Table {
  return tableOf([
    ['name', randomText(pick)],
    ['dtype', 'float32'],
    ['shape', pick(3) === 0 ? '*' : several(pick, 4, () => (pick(2) === 0 ? BigInt(pick(9)) : 'n'))],
    ...maybe(pick, 'description', () => randomText(pick)),
    ...maybe(pick, 'unit', () => randomValue(pick)),
  ]);
}

export function randomCase(pick: Pick): Table {
  const bound = () => tableOf(several(pick, 3, () => [randomKey(pick), '@tensor_data/t']));
  return tableOf([['inputs', bound()], ...maybe(pick, 'expected_out', bound), ...maybe(pick, 'name', () => 'n')]);
}

function randomCarton(pick: Pick): Table {
  return tableOf([
    ['spec_version', 1n],
    ...maybe(pick, 'model_name', () => randomText(pick)),
    ...maybe(pick, 'model_description', () => randomText(pick)),
    ...maybe(pick, 'license', () => 'MIT'),
    ...maybe(pick, 'required_platforms', () => several(pick, 3, () => 'wasm32-wasi')),
    ...maybe(pick, 'future', () => randomValue(pick)),
    ...maybe(pick, 'input', () => atLeastOne(pick, () => randomSpec(pick))),
    ...maybe(pick, 'output', () => atLeastOne(pick, () => randomSpec(pick))),
    ...maybe(pick, 'self_test', () => atLeastOne(pick, () => randomCase(pick))),
    ['runner', tableOf([['runner_name', 'noop'], ...maybe(pick, 'opts', () => randomOptions(pick))])],
  ]);
}

function randomOptions(pick: Pick): Table {
  return tableOf(several(pick, 4, () => [randomKey(pick), randomScalar(pick)]));
}

function tableOf(entries: (readonly [string, FieldValue])[]): Table {
  return Object.fromEntries(entries) as Table;
}

function several<T>(pick: Pick, most: number, make: () => T): T[] {
  return Array.from({ length: pick(most + 1) }, make);
}

function atLeastOne<T>(pick: Pick, make: () => T): T[] {
  return [make(), ...several(pick, 2, make)];
}

function maybe(pick: Pick, key: string, make: () => FieldValue): (readonly [string, FieldValue])[] {
  return pick(3) === 0 ? [] : [[key, make()]];
}

/**
 * A random carton.toml in the styles of many people and programs: valid TOML 1.0, and the values it holds. All its
 * comments differ, as `#c12`.
 */
export function randomToml(pick: Pick): { text: string; values: Table } {
  const values = randomCarton(pick);
  const writer = new Writer(pick, { eol: pick(4) === 0 ? '\r\n' : '\n', comments: pick(8) });
  const text = writer.file(values);
  const ended = pick(4) === 0 ? text.replace(/(\r?\n)+$/, '') : text;
  return { text: (pick(8) === 0 ? '\ufeff' : '') + ended, values };
}

class Writer {
  readonly #pick: Pick;
  readonly #manner: Manner;
  #comments = 0;

  constructor(pick: Pick, manner: Manner) {
    this.#pick = pick;
    this.#manner = manner;
  }

  file(values: Table): string {
    const entries = Object.entries(values);
    const isBlock = ([, value]: [string, FieldValue]) =>
      isTable(value) ? this.#pick(3) > 0 : isTables(value) && this.#pick(3) > 0;
    const blocks = entries.filter(isBlock);
    const plain = entries.filter((entry) => !blocks.includes(entry));
    let text = this.#often() ? `${this.#comment()}${this.#eol}${this.#gap()}` : '';
    for (const [key, value] of this.#shuffled(plain)) text += this.#entry([key], value);
    const written = this.#shuffled(blocks).map(([key, value]) =>
      Array.isArray(value)
        ? value.map((item) => this.#section([key], item as Table, true))
        : [this.#section([key], value as Table, false)],
    );
    // Items of different lists are interleaved, as `[[input]] [[output]] [[input]]`.
    while (written.some((list) => list.length > 0)) {
      const lists = written.filter((list) => list.length > 0);
      const list = this.#pick(4) > 0 ? lists[0] : lists[this.#pick(lists.length)];
      text += this.#gap() + (list?.shift() ?? '');
    }
    if (this.#often()) text += this.#gap() + this.#comment() + this.#eol;
    return text;
  }

  #section(path: string[], value: Table, isItem: boolean): string {
    const header = path.map((key) => this.#key(key)).join('.');
    let text = this.#above() + (isItem ? `[[${header}]]` : `[${header}]`) + this.#beside() + this.#eol;
    const later: string[] = [];
    for (const [key, item] of Object.entries(value)) {
      if (isTable(item) && this.#pick(2) === 0) later.push(this.#gap() + this.#section([...path, key], item, false));
      else if (isTables(item) && this.#pick(2) === 0)
        for (const one of item as Table[]) later.push(this.#section([...path, key], one, true));
      else text += this.#entry([key], item);
    }
    return text + later.join('');
  }

  #entry(path: string[], value: FieldValue): string {
    const dotted = isTable(value) && Object.keys(value).length > 0 && this.#pick(3) === 0;
    if (dotted)
      return Object.entries(value)
        .map(([key, item]) => this.#entry([...path, key], item))
        .join('');
    const equals = ['=', ' = ', '\t=  '][this.#pick(3)] as string;
    const key = path.map((part) => this.#key(part)).join(['.', ' . '][this.#pick(2)]);
    const indent = this.#pick(6) === 0 ? '  ' : '';
    return `${this.#above(indent)}${indent}${key}${equals}${this.#value(value, false)}${this.#beside()}${this.#eol}${this.#pick(6) === 0 ? this.#gap() : ''}`;
  }

  #value(value: FieldValue, inline: boolean): string {
    if (typeof value === 'string') return this.#string(value, inline);
    if (typeof value === 'bigint') {
      if (value > 0n && this.#pick(4) === 0) return `0x${value.toString(16)}`;
      return value > 0n && this.#pick(4) === 0 ? `+${value}` : String(value);
    }
    if (typeof value === 'number') return this.#float(value);
    if (typeof value === 'boolean') return String(value);
    if (Array.isArray(value)) return this.#list(value, inline);
    const pairs = Object.entries(value).map(([key, item]) => {
      if (isTable(item) && Object.keys(item).length > 0 && this.#pick(3) === 0)
        return Object.entries(item)
          .map(([inner, deep]) => `${this.#key(key)}.${this.#key(inner)}=${this.#value(deep, true)}`)
          .join(', ');
      return `${this.#key(key)}${this.#pick(2) === 0 ? '=' : ' = '}${this.#value(item, true)}`;
    });
    const pad = this.#pick(2) === 0 ? ' ' : '';
    return `{${pad}${pairs.join(this.#pick(2) === 0 ? ',' : ' , ')}${pad}}`;
  }

  #list(items: readonly FieldValue[], inline: boolean): string {
    const comma = items.length > 0 && this.#pick(3) === 0 ? ',' : '';
    if (inline || this.#pick(2) === 0) {
      const pad = this.#pick(3) === 0 ? ' ' : '';
      return `[${pad}${items.map((item) => this.#value(item, inline)).join(this.#pick(2) === 0 ? ',' : ', ')}${comma}${pad}]`;
    }
    let text = `[${this.#beside()}${this.#eol}`;
    for (const [i, item] of items.entries()) {
      const mark = i < items.length - 1 ? ',' : comma;
      const isSplit = mark === ',' && this.#pick(8) === 0;
      text += `${this.#above('  ')}  ${this.#value(item, false)}`;
      text += isSplit ? `${this.#beside()}${this.#eol} ,` : `${mark}${this.#beside()}`;
      text += this.#pick(6) === 0 && mark === ',' && !text.includes('#', text.lastIndexOf('\n')) ? ' ' : this.#eol;
    }
    return `${text}${this.#pick(4) === 0 ? `${this.#comment()}${this.#eol}` : ''}]`;
  }

  #float(value: number): string {
    if (Number.isNaN(value)) return this.#pick(2) === 0 ? 'nan' : '-nan';
    if (!Number.isFinite(value)) return value > 0 ? '+inf' : '-inf';
    if (Object.is(value, -0)) return '-0.0';
    const text = String(value);
    return /[.e]/.test(text) ? text : `${text}.0`;
  }

  #string(text: string, inline: boolean): string {
    const plain = !/\p{Cc}/u.test(text.replaceAll('\t', ''));
    const kind = this.#pick(inline ? 2 : 4);
    if (kind === 0 && plain && !text.includes("'")) return `'${text}'`;
    const lines = !/\p{Cc}/u.test(text.replaceAll(/[\t\n]/g, ''));
    if (kind === 2 && lines && !/'''|'$/.test(text)) return `'''${this.#eol}${text.replaceAll('\n', this.#eol)}'''`;
    if (kind === 3) {
      const inside = JSON.stringify(text).slice(1, -1).replaceAll('\\n', this.#eol);
      const trimmed = this.#pick(3) === 0 ? `\\${this.#eol}   ` : '';
      return `"""${this.#eol}${inside}${trimmed}"""`;
    }
    const escaped = JSON.stringify(text);
    return this.#pick(2) === 0 ? escaped.replaceAll('é', '\\u00e9').replaceAll('🥳', '\\U0001F973') : escaped;
  }

  #key(key: string): string {
    if (/^[A-Za-z0-9_-]+$/.test(key) && this.#pick(5) > 0) return key;
    if (!/['\p{Cc}]/u.test(key) && this.#pick(2) === 0) return `'${key}'`;
    return JSON.stringify(key);
  }

  get #eol(): string {
    return this.#manner.eol;
  }

  #often(): boolean {
    return this.#pick(10) < this.#manner.comments;
  }

  #comment(): string {
    return `#c${++this.#comments}${this.#pick(4) === 0 ? ' = [ "x' : ''}`;
  }

  #above(indent = ''): string {
    return this.#often() ? `${indent}${this.#comment()}${this.#eol}` : '';
  }

  #beside(): string {
    return this.#often() ? ` ${this.#comment()}` : '';
  }

  #gap(): string {
    const lone = this.#pick(8) === 0 ? `${this.#eol}${this.#comment()}${this.#eol}` : '';
    return `${lone}${this.#eol.repeat(this.#pick(3))}`;
  }

  #shuffled<T>(items: readonly T[]): T[] {
    if (this.#pick(3) > 0) return [...items];
    const left = [...items];
    return items.map(() => left.splice(this.#pick(left.length), 1)[0] as T);
  }
}

function isTables(value: FieldValue): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(isTable);
}
