import { formatBytes } from '../../../../../base/amounts.ts';
import { type ByteCursor, otherInterface, tooLarge } from './cursor.ts';

/** How many values a function or block takes, and gives. */
export interface Arity {
  takes: number;
  gives: number;
}

/**
 * Places of values that an engine writes down as it compiles one function. At each block and branch it notes where every
 * local and every value of the stack lies: 50 KB of code with 50,000 locals took 12 GB. The largest function of a codec for
 * pictures comes to 150,000.
 */
const MAX_PLACES = 20_000_000;

/** Bytes of a place, as measured in V8. */
const PLACE_BYTES = 24;

/** What a block or branch takes beside the places, in places. */
const OWN_PLACES = 40;

/** How an instruction changes the height of the stack, and what stands behind its code: see `skip`. */
type Effect = readonly [height: number, immediates?: string];

const EFFECTS: ReadonlyMap<number, Effect> = new Map([
  ...each([0, 0x00, 0x01, 0x0f, 0x45, 0x50, 0xd1, 0xd4]),
  ...range(0x67, 0x69, 0),
  ...range(0x79, 0x7b, 0),
  ...range(0x8b, 0x91, 0),
  ...range(0x99, 0x9f, 0),
  ...range(0xa7, 0xc4, 0),
  ...range(0x46, 0x4f, -1),
  ...range(0x51, 0x66, -1),
  ...range(0x6a, 0x78, -1),
  ...range(0x7c, 0x8a, -1),
  ...range(0x92, 0x98, -1),
  ...range(0xa0, 0xa6, -1),
  ...range(0x28, 0x35, 0, 'm'),
  ...range(0x36, 0x3e, -2, 'm'),
  ...each([-1, 0x1a, 0xd3]),
  [0x1b, [-2]],
  [0x1c, [-2, 't']],
  [0x20, [1, 'n']],
  [0x21, [-1, 'n']],
  [0x22, [0, 'n']],
  [0x23, [1, 'n']],
  [0x24, [-1, 'n']],
  [0x25, [0, 'n']],
  [0x26, [-2, 'n']],
  [0x3f, [1, 'n']],
  [0x40, [0, 'n']],
  [0x41, [1, 'n']],
  [0x42, [1, 'n']],
  [0x43, [1, '4']],
  [0x44, [1, '8']],
  [0xd0, [1, 'n']],
  [0xd2, [1, 'n']],
]);

/** Of bulk memory and tables, behind 0xfc. */
const BULK: ReadonlyMap<number, Effect> = new Map([
  ...range(0, 7, 0),
  [8, [-3, 'nn']],
  [9, [0, 'n']],
  [10, [-3, 'nn']],
  [11, [-3, 'n']],
  [12, [-3, 'nn']],
  [13, [0, 'n']],
  [14, [-3, 'nn']],
  [15, [-1, 'n']],
  [16, [1, 'n']],
  [17, [-3, 'n']],
]);

/** Of vectors, behind 0xfd. All others take no immediates, and leave the stack no higher than it was. */
const VECTORS: ReadonlyMap<number, Effect> = new Map([
  ...range(0, 10, 0, 'm'),
  [11, [-2, 'm']],
  [12, [1, '88']],
  [13, [-1, '88']],
  [14, [-1]],
  ...range(21, 34, 0, '1'),
  ...range(35, 76, -1),
  ...range(78, 81, -1),
  [82, [-2]],
  ...range(84, 87, -1, 'm1'),
  ...range(88, 91, -2, 'm1'),
  ...range(92, 93, 0, 'm'),
  ...each([-1, 110, 113, 123, 142, 145, 149, 155, 174, 177, 181, 186, 206, 209, 213]),
  ...range(228, 235, -1),
  ...range(240, 247, -1),
]);

function range(first: number, last: number, height: number, immediates = ''): [number, Effect][] {
  return Array.from({ length: last - first + 1 }, (_, at) => [first + at, [height, immediates]]);
}

function each([height = 0, ...codes]: readonly number[]): [number, Effect][] {
  return codes.map((code) => [code, [height]]);
}

/**
 * Throws `run/too-large` where an engine would need more memory to compile a function than `MAX_PLACES` takes, and
 * `run/other-interface` for instructions that models do not have. Wrong code may pass: the engine refuses it.
 *
 * @param body the function's locals and code
 * @param own what the function itself takes and gives
 */
export function checkCompileRoom(
  body: ByteCursor,
  own: Arity,
  types: readonly Arity[],
  functions: readonly number[],
): void {
  let locals = own.takes;
  body.list(() => {
    locals += body.count();
    skipType(body);
  });
  const size = body.end - body.at;
  const mostGiven = types.reduce((most, { gives }) => Math.max(most, gives), 1);
  // No code of so few bytes comes to more.
  if ((size / 2) * (locals + size * mostGiven + OWN_PLACES) <= MAX_PLACES) return;
  new FunctionWalk(body, locals, types, functions).walk(own);
}

interface Block extends Arity {
  /** The height of the stack below what it takes. */
  base: number;
}

class FunctionWalk {
  readonly #cursor: ByteCursor;
  readonly #locals: number;
  readonly #types: readonly Arity[];
  /** The type of each function. */
  readonly #functions: readonly number[];
  readonly #blocks: Block[] = [];
  #height = 0;
  #places = 0;

  constructor(cursor: ByteCursor, locals: number, types: readonly Arity[], functions: readonly number[]) {
    this.#cursor = cursor;
    this.#locals = locals;
    this.#types = types;
    this.#functions = functions;
  }

  walk({ gives }: Arity): void {
    this.#blocks.push({ takes: 0, gives, base: 0 });
    while (this.#blocks.length > 0 && !this.#cursor.isDone) this.#step(this.#cursor.byte());
  }

  #step(code: number): void {
    const cursor = this.#cursor;
    if (code >= 0x02 && code <= 0x04) this.#open(code);
    else if (code === 0x05 || code === 0x0b) this.#close(code);
    else if (code >= 0x0c && code <= 0x0e) this.#branch(code);
    else if (code === 0xd5 || code === 0xd6) this.#branch(0x0d);
    else if (code >= 0x10 && code <= 0x15) this.#call(code);
    else if (code === 0xfc) this.#apply(BULK.get(cursor.count()));
    else if (code === 0xfd) this.#apply(VECTORS.get(cursor.count()) ?? [0]);
    else this.#apply(EFFECTS.get(code));
  }

  #apply(effect: Effect | undefined): void {
    if (!effect) throw otherInterface('The model has instructions that models do not need.');
    const [height, immediates = ''] = effect;
    for (const kind of immediates) skip(this.#cursor, kind);
    this.#move(height);
  }

  /** Behind a branch, code may take what is not there. */
  #move(height: number): void {
    this.#height = Math.max(this.#blocks.at(-1)?.base ?? 0, this.#height + height);
  }

  #note(times = 1): void {
    this.#places += times * (this.#locals + this.#height + OWN_PLACES);
    if (this.#places > MAX_PLACES)
      throw tooLarge(
        `An engine needs more than ${formatBytes(MAX_PLACES * PLACE_BYTES)} to compile one function of the model.`,
      );
  }

  #open(code: number): void {
    const type = this.#cursor.typeCode();
    // A reference with the type that it is of.
    if (type === -0x1c || type === -0x1d) this.#cursor.typeCode();
    const { takes, gives } = type >= 0 ? this.#typeAt(type) : { takes: 0, gives: type === -0x40 ? 0 : 1 };
    if (code === 0x04) this.#move(-1);
    this.#note();
    this.#move(-takes);
    this.#blocks.push({ takes, gives, base: this.#height });
    this.#height += takes;
  }

  #close(code: number): void {
    const { base, takes, gives } = this.#blocks.at(-1) as Block;
    this.#height = base + (code === 0x05 ? takes : gives);
    if (code === 0x0b) this.#blocks.pop();
  }

  #branch(code: number): void {
    if (code !== 0x0c) this.#move(-1);
    const more = code === 0x0e ? this.#cursor.count() : 0;
    this.#note(more + 1);
    for (let left = more; left >= 0; left--) this.#cursor.count();
  }

  /** `call`, `call_indirect`, `call_ref`, and those that do not return. */
  #call(code: number): void {
    const index = this.#cursor.count();
    const isDirect = code === 0x10 || code === 0x12;
    const { takes, gives } = this.#typeAt(isDirect ? this.#functions[index] : index);
    if (code === 0x11 || code === 0x13) this.#cursor.count();
    this.#move(-takes - (isDirect ? 0 : 1));
    this.#height += gives;
  }

  #typeAt(index: number | undefined): Arity {
    return (index === undefined ? undefined : this.#types[index]) ?? { takes: 0, gives: 0 };
  }
}

/** Skips an immediate: bytes of a number (`1`, `4`, `8`), a LEB128 (`n`), where memory lies (`m`), or a list of types (`t`). */
function skip(cursor: ByteCursor, kind: string): void {
  if (kind === 'n') skipNumber(cursor);
  else if (kind === 't') cursor.list(() => skipType(cursor));
  else if (kind === 'm') {
    // Bit 6 of the alignment: which memory.
    if ((cursor.count() & 0x40) !== 0) skipNumber(cursor);
    skipNumber(cursor);
  } else cursor.take(Number(kind));
}

function skipNumber(cursor: ByteCursor): void {
  while (cursor.byte() >= 0x80);
}

function skipType(cursor: ByteCursor): void {
  const code = cursor.byte();
  if (code === 0x63 || code === 0x64) skipNumber(cursor);
}
