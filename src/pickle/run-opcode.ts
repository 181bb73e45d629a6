import { MAX_KEPT_TEXT, MAX_LONG_BYTES } from './limits.ts';
import type { Machine } from './machine.ts';
import {
  floatNumber,
  isAscii,
  latin1Text,
  lineNumber,
  longNumber,
  memoNumber,
  quotedBytes,
  rawEscapedText,
  textOf,
  unicodeText,
  utf8Text,
} from './text.ts';
import { itemsOf, type PickleValue, UNKEPT } from './value.ts';
import { WalkError } from './walk-error.ts';

/** What follows an opcode, as far as it is held. */
export interface Operand {
  /** A number of 1, 2, 4 or 8 bytes, without a sign. */
  number: number;
  /** Text or bytes: where they begin in the file, how many they are, and the first of them. */
  start: number;
  size: number;
  bytes: Uint8Array;
  isCut: boolean;
  /** The second line. */
  second: { bytes: Uint8Array; isCut: boolean };
}

type Run = (machine: Machine, operand: Operand) => void;

const push = (value: PickleValue): Run => {
  return (machine) => machine.push(value);
};

/** Text of UTF-8. */
const text: Run = (machine, { bytes, isCut }) => {
  if (isCut) machine.push(UNKEPT);
  else machine.push(machine.text(accepted(unicodeText(bytes), 'a text is not UTF-8')));
};

/** Text of Python 2. The program chooses the encoding, by default ASCII. */
const oldText: Run = (machine, { bytes, isCut }) => {
  if (isCut) machine.push(UNKEPT);
  else if (isAscii(bytes)) machine.push(machine.text(latin1Text(bytes)));
  else machine.push(machine.encodedText(textOf(bytes)));
};

const stored: Run = (machine, { start, size }) => machine.push(machine.stored(start, size));

/** What both unpicklers refuse ends the walk. */
function accepted<T>(value: T | undefined, message: string): T {
  if (value === undefined) throw new WalkError('bad', message);
  return value;
}

const NOT_ASCII = /[^\0-\x7f]/;

const NO_NUMBER = 'a line is not a number';

const lineText = ({ bytes }: Operand) => latin1Text(bytes);

const whole = (isLong: boolean): Run => {
  return (machine, operand) => {
    const line = lineText(operand);
    if (!isLong && (line === '00' || line === '01')) machine.push(line === '01');
    else {
      const number = operand.isCut ? 'unkept' : accepted(lineNumber(line, isLong), NO_NUMBER);
      machine.push(number === 'unkept' ? UNKEPT : number);
    }
  };
};

const tuple = (count: number): Run => {
  return (machine) => machine.tuple(count);
};

function long(machine: Machine, { bytes, size, isCut }: Operand): void {
  machine.push(isCut || size > MAX_LONG_BYTES ? UNKEPT : longNumber(bytes));
}

function memoIndex(operand: Operand): number | string | undefined {
  if (operand.isCut) throw new WalkError('limit', 'the number of an object has a very long line');
  return memoNumber(lineText(operand));
}

/** The name of `GLOBAL`, which is UTF-8, or of `INST`, which is ASCII. */
function named(machine: Machine, { bytes, isCut, second }: Operand, isInst: boolean): PickleValue {
  const part = (line: { bytes: Uint8Array; isCut: boolean }) => {
    if (isInst) return isAscii(line.bytes) ? latin1Text(line.bytes) : undefined;
    return line.isCut ? textOf(line.bytes) : utf8Text(line.bytes);
  };
  const module = accepted(part({ bytes, isCut }), 'a name is not text');
  return machine.global(module, accepted(part(second), 'a name is not text'), isCut || second.isCut);
}

/** What each opcode does to the objects. `Walker` runs the others: BUILD, FRAME, PROTO and STOP. */
export const RUN: Readonly<Record<string, Run>> = {
  MARK: (machine) => machine.mark(),
  POP: (machine) => machine.drop(),
  POP_MARK: (machine) => void machine.popMark(),
  DUP: (machine) => machine.duplicate(),
  FLOAT: (machine, operand) => {
    const number = operand.isCut ? undefined : accepted(floatNumber(lineText(operand)), NO_NUMBER);
    machine.push(number === undefined ? UNKEPT : machine.float(number));
  },
  BINFLOAT: (machine, { number }) => machine.push(machine.float(number)),
  INT: whole(false),
  LONG: whole(true),
  BININT: (machine, { number }) => machine.push(number | 0),
  BININT1: (machine, { number }) => machine.push(number),
  BININT2: (machine, { number }) => machine.push(number),
  LONG1: long,
  LONG4: long,
  NONE: push(null),
  NEWTRUE: push(true),
  NEWFALSE: push(false),
  STRING: (machine, operand) => {
    const read = operand.isCut ? undefined : accepted(quotedBytes(lineText(operand)), 'a string is not quoted');
    if (read === undefined) machine.push(UNKEPT);
    else if (!NOT_ASCII.test(read)) machine.push(machine.text(read));
    else machine.push(machine.encodedText(textOf(Uint8Array.from(read, (char) => char.charCodeAt(0)))));
  },
  UNICODE: (machine, operand) => {
    if (operand.isCut) machine.push(UNKEPT);
    else machine.push(machine.text(accepted(rawEscapedText(lineText(operand)), 'a text has a wrong escape')));
  },
  BINSTRING: oldText,
  SHORT_BINSTRING: oldText,
  BINUNICODE: text,
  SHORT_BINUNICODE: text,
  BINUNICODE8: text,
  BINBYTES: stored,
  SHORT_BINBYTES: stored,
  BINBYTES8: stored,
  BYTEARRAY8: stored,
  NEXT_BUFFER: (machine) => {
    machine.asked.buffers++;
    machine.push(UNKEPT);
  },
  READONLY_BUFFER: (machine) => void machine.top(),
  EMPTY_TUPLE: tuple(0),
  EMPTY_LIST: (machine) => machine.push(machine.sequence('list', [])),
  EMPTY_SET: (machine) => machine.push(machine.sequence('set', [])),
  EMPTY_DICT: (machine) => machine.push(machine.dictionary([])),
  TUPLE1: tuple(1),
  TUPLE2: tuple(2),
  TUPLE3: tuple(3),
  TUPLE: (machine) => machine.push(machine.sequence('tuple', machine.popMark())),
  LIST: (machine) => machine.push(machine.sequence('list', machine.popMark())),
  FROZENSET: (machine) => machine.push(machine.sequence('set', machine.popMark())),
  DICT: (machine) => machine.push(machine.dictionary(machine.popMark())),
  APPEND: (machine) => {
    const item = machine.pop();
    machine.extend([item], 'list');
  },
  APPENDS: (machine) => machine.extend(machine.popMark(), 'list'),
  ADDITEMS: (machine) => machine.extend(machine.popMark(), 'set'),
  SETITEM: (machine) => {
    const value = machine.pop();
    const key = machine.pop();
    machine.setItems([key, value]);
  },
  SETITEMS: (machine) => machine.setItems(machine.popMark()),
  PUT: (machine, operand) => machine.put(memoIndex(operand)),
  BINPUT: (machine, { number }) => machine.put(number),
  LONG_BINPUT: (machine, { number }) => machine.put(number),
  MEMOIZE: (machine) => machine.memoize(),
  GET: (machine, operand) => machine.get(memoIndex(operand)),
  BINGET: (machine, { number }) => machine.get(number),
  LONG_BINGET: (machine, { number }) => machine.get(number),
  GLOBAL: (machine, operand) => machine.push(named(machine, operand, false)),
  STACK_GLOBAL: (machine) => machine.stackGlobal(),
  INST: (machine, operand) => {
    // The Python unpickler asks for the name before it looks for the mark.
    const callee = named(machine, operand, true);
    machine.imports.proof.show(callee);
    machine.call(callee, machine.sequence('tuple', machine.popMark()));
  },
  OBJ: (machine) => {
    const [callee, ...args] = machine.popMark();
    if (callee === undefined) throw new WalkError('bad', 'an object has no class');
    machine.call(callee, machine.sequence('tuple', args));
  },
  REDUCE: callWith,
  NEWOBJ: (machine) => {
    const args = machine.pop();
    machine.call(machine.pop(), args, true);
  },
  NEWOBJ_EX: (machine) => {
    const named = machine.pop();
    const args = machine.pop();
    const all = machine.sequence('tuple', [...(itemsOf(args) ?? [UNKEPT]).slice(0, MAX_KEPT_TEXT), named]);
    machine.call(machine.pop(), all);
  },
  EXT1: (machine, { number }) => machine.extension(number),
  EXT2: (machine, { number }) => machine.extension(number),
  EXT4: (machine, { number }) => machine.extension(number),
  PERSID: (machine, operand) => machine.persistent(operand.isCut ? UNKEPT : machine.text(lineText(operand))),
  BINPERSID: (machine) => machine.persistent(machine.pop()),
};

function callWith(machine: Machine): void {
  const args = machine.pop();
  machine.call(machine.pop(), args);
}
