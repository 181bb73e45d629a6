import { decodeAscii } from '../base/bytes.ts';
import { MAX_KEPT_TEXT, MAX_LONG_BYTES } from './limits.ts';
import type { Machine } from './machine.ts';
import {
  floatNumber,
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

/**
 * What follows an opcode in the file. A number is a count of bytes. `line` ends with a line feed. `u1` to `i4` are the
 * lengths, little-endian, of the bytes that follow them.
 */
export type Argument = number | 'line' | 'two lines' | 'u1' | 'u4' | 'i4' | 'u8';

/** What follows an opcode, as far as it is held. */
export interface Operand {
  /** A number of 1, 2, 4 or 8 bytes, without a sign, or a float. */
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

export interface Opcode {
  name: string;
  argument: Argument;
  /** What it does to the objects. Undefined for those that `Walker` runs: BUILD, FRAME, PROTO and STOP. */
  run: Run | undefined;
}

const push = (value: PickleValue): Run => {
  return (machine) => machine.push(value);
};

/** Text of UTF-8. */
const text: Run = (machine, { bytes, isCut }) => {
  if (isCut) machine.push(UNKEPT);
  else machine.push(machine.text(accepted(unicodeText(bytes), 'a text is not UTF-8')));
};

/** Text of Python 2. The program chooses the encoding, by default ASCII. */
function oldText(machine: Machine, bytes: Uint8Array): void {
  const ascii = decodeAscii(bytes);
  machine.push(ascii === undefined ? machine.encodedText(textOf(bytes)) : machine.text(ascii));
}

const string: Run = (machine, { bytes, isCut }) => {
  if (isCut) machine.push(UNKEPT);
  else oldText(machine, bytes);
};

const quoted: Run = (machine, operand) => {
  const read = operand.isCut ? undefined : accepted(quotedBytes(lineText(operand)), 'a string is not quoted');
  if (read === undefined) machine.push(UNKEPT);
  else
    oldText(
      machine,
      Uint8Array.from(read, (char) => char.charCodeAt(0)),
    );
};

const escaped: Run = (machine, operand) => {
  if (operand.isCut) machine.push(UNKEPT);
  else machine.push(machine.text(accepted(rawEscapedText(lineText(operand)), 'a text has a wrong escape')));
};

const stored: Run = (machine, { start, size }) => machine.push(machine.stored(start, size));

/** What both unpicklers refuse ends the walk. */
function accepted<T>(value: T | undefined, message: string): T {
  if (value === undefined) throw new WalkError('bad', message);
  return value;
}

const NO_NUMBER = 'a line is not a number';

const lineText = ({ bytes }: Operand) => latin1Text(bytes);

const floatLine: Run = (machine, operand) => {
  const number = operand.isCut ? undefined : accepted(floatNumber(lineText(operand)), NO_NUMBER);
  machine.push(number === undefined ? UNKEPT : machine.float(number));
};

const wholeLine = (isLong: boolean): Run => {
  return (machine, operand) => {
    const line = lineText(operand);
    if (!isLong && (line === '00' || line === '01')) machine.push(line === '01');
    else {
      const number = operand.isCut ? 'unkept' : accepted(lineNumber(line, isLong), NO_NUMBER);
      machine.push(number === 'unkept' ? UNKEPT : number);
    }
  };
};

const whole: Run = (machine, { number }) => machine.push(number);

const long: Run = (machine, { bytes, size, isCut }) => {
  machine.push(isCut || size > MAX_LONG_BYTES ? UNKEPT : longNumber(bytes));
};

const tuple = (count: number): Run => {
  return (machine) => machine.tuple(count);
};

const sequence = (kind: 'tuple' | 'list' | 'set'): Run => {
  return (machine) => machine.push(machine.sequence(kind, machine.popMark()));
};

const buffer: Run = (machine) => {
  machine.asked.buffers++;
  machine.push(UNKEPT);
};

const append: Run = (machine) => {
  const item = machine.pop();
  machine.extend([item], 'list');
};

const setItem: Run = (machine) => {
  const value = machine.pop();
  const key = machine.pop();
  machine.setItems([key, value]);
};

function memoIndex(operand: Operand): number | string | undefined {
  if (operand.isCut) throw new WalkError('limit', 'the number of an object has a very long line');
  return memoNumber(lineText(operand));
}

const put: Run = (machine, { number }) => machine.put(number);
const get: Run = (machine, { number }) => machine.get(number);
const extension: Run = (machine, { number }) => machine.extension(number);

/** The name of `GLOBAL`, which is UTF-8, or of `INST`, which is ASCII. */
function named(machine: Machine, { bytes, isCut, second }: Operand, isInst: boolean): PickleValue {
  const part = (line: { bytes: Uint8Array; isCut: boolean }) => {
    if (isInst) return decodeAscii(line.bytes);
    return line.isCut ? textOf(line.bytes) : utf8Text(line.bytes);
  };
  const module = accepted(part({ bytes, isCut }), 'a name is not text');
  return machine.global(module, accepted(part(second), 'a name is not text'), isCut || second.isCut);
}

const instance: Run = (machine, operand) => {
  // The Python unpickler asks for the name before it looks for the mark.
  const callee = named(machine, operand, true);
  machine.imports.proof.show(callee);
  machine.call(callee, machine.sequence('tuple', machine.popMark()));
};

const object: Run = (machine) => {
  const [callee, ...args] = machine.popMark();
  if (callee === undefined) throw new WalkError('bad', 'an object has no class');
  machine.call(callee, machine.sequence('tuple', args));
};

const call = (isNew: boolean): Run => {
  return (machine) => {
    const args = machine.pop();
    machine.call(machine.pop(), args, isNew);
  };
};

const newWithNames: Run = (machine) => {
  const names = machine.pop();
  const args = machine.pop();
  const all = machine.sequence('tuple', [...(itemsOf(args) ?? [UNKEPT]).slice(0, MAX_KEPT_TEXT), names]);
  machine.call(machine.pop(), all);
};

const persistentLine: Run = (machine, operand) =>
  machine.persistent(operand.isCut ? UNKEPT : machine.text(lineText(operand)));

/** All opcodes of protocols 0 to 5, by their character (CPython, `Lib/pickletools.py`). */
const TABLE: readonly (readonly [code: string, name: string, argument: Argument, run?: Run])[] = [
  ['(', 'MARK', 0, (machine) => machine.mark()],
  ['.', 'STOP', 0],
  ['0', 'POP', 0, (machine) => machine.drop()],
  ['1', 'POP_MARK', 0, (machine) => void machine.popMark()],
  ['2', 'DUP', 0, (machine) => machine.duplicate()],
  ['F', 'FLOAT', 'line', floatLine],
  ['I', 'INT', 'line', wholeLine(false)],
  ['J', 'BININT', 4, (machine, { number }) => machine.push(number | 0)],
  ['K', 'BININT1', 1, whole],
  ['L', 'LONG', 'line', wholeLine(true)],
  ['M', 'BININT2', 2, whole],
  ['N', 'NONE', 0, push(null)],
  ['P', 'PERSID', 'line', persistentLine],
  ['Q', 'BINPERSID', 0, (machine) => machine.persistent(machine.pop())],
  ['R', 'REDUCE', 0, call(false)],
  ['S', 'STRING', 'line', quoted],
  // The C unpickler takes its length without a sign.
  ['T', 'BINSTRING', 'u4', string],
  ['U', 'SHORT_BINSTRING', 'u1', string],
  ['V', 'UNICODE', 'line', escaped],
  ['X', 'BINUNICODE', 'u4', text],
  ['a', 'APPEND', 0, append],
  ['b', 'BUILD', 0],
  ['c', 'GLOBAL', 'two lines', (machine, operand) => machine.push(named(machine, operand, false))],
  ['d', 'DICT', 0, (machine) => machine.push(machine.dictionary(machine.popMark()))],
  ['}', 'EMPTY_DICT', 0, (machine) => machine.push(machine.dictionary([]))],
  ['e', 'APPENDS', 0, (machine) => machine.extend(machine.popMark(), 'list')],
  ['g', 'GET', 'line', (machine, operand) => machine.get(memoIndex(operand))],
  ['h', 'BINGET', 1, get],
  ['i', 'INST', 'two lines', instance],
  ['j', 'LONG_BINGET', 4, get],
  ['l', 'LIST', 0, sequence('list')],
  [']', 'EMPTY_LIST', 0, (machine) => machine.push(machine.sequence('list', []))],
  ['o', 'OBJ', 0, object],
  ['p', 'PUT', 'line', (machine, operand) => machine.put(memoIndex(operand))],
  ['q', 'BINPUT', 1, put],
  ['r', 'LONG_BINPUT', 4, put],
  ['s', 'SETITEM', 0, setItem],
  ['t', 'TUPLE', 0, sequence('tuple')],
  [')', 'EMPTY_TUPLE', 0, tuple(0)],
  ['u', 'SETITEMS', 0, (machine) => machine.setItems(machine.popMark())],
  ['G', 'BINFLOAT', 8, (machine, { number }) => machine.push(machine.float(number))],
  ['B', 'BINBYTES', 'u4', stored],
  ['C', 'SHORT_BINBYTES', 'u1', stored],
  ['\x80', 'PROTO', 1],
  ['\x81', 'NEWOBJ', 0, call(true)],
  ['\x82', 'EXT1', 1, extension],
  ['\x83', 'EXT2', 2, extension],
  ['\x84', 'EXT4', 4, extension],
  ['\x85', 'TUPLE1', 0, tuple(1)],
  ['\x86', 'TUPLE2', 0, tuple(2)],
  ['\x87', 'TUPLE3', 0, tuple(3)],
  ['\x88', 'NEWTRUE', 0, push(true)],
  ['\x89', 'NEWFALSE', 0, push(false)],
  ['\x8a', 'LONG1', 'u1', long],
  ['\x8b', 'LONG4', 'i4', long],
  ['\x8c', 'SHORT_BINUNICODE', 'u1', text],
  ['\x8d', 'BINUNICODE8', 'u8', text],
  ['\x8e', 'BINBYTES8', 'u8', stored],
  ['\x8f', 'EMPTY_SET', 0, (machine) => machine.push(machine.sequence('set', []))],
  ['\x90', 'ADDITEMS', 0, (machine) => machine.extend(machine.popMark(), 'set')],
  ['\x91', 'FROZENSET', 0, sequence('set')],
  ['\x92', 'NEWOBJ_EX', 0, newWithNames],
  ['\x93', 'STACK_GLOBAL', 0, (machine) => machine.stackGlobal()],
  ['\x94', 'MEMOIZE', 0, (machine) => machine.memoize()],
  ['\x95', 'FRAME', 8],
  ['\x96', 'BYTEARRAY8', 'u8', stored],
  ['\x97', 'NEXT_BUFFER', 0, buffer],
  ['\x98', 'READONLY_BUFFER', 0, (machine) => void machine.top()],
];

/** The opcode of each byte, or undefined. */
export const OPCODES: readonly (Opcode | undefined)[] = (() => {
  const table = new Array<Opcode | undefined>(256).fill(undefined);
  for (const [code, name, argument, run] of TABLE) table[code.charCodeAt(0)] = { name, argument, run };
  return table;
})();
