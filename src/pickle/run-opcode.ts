import { MAX_KEPT_TEXT, MAX_LONG_BYTES } from './limits.ts';
import { type Machine, textOf } from './machine.ts';
import { lineNumber, longNumber, quotedText, rawEscapedText } from './text.ts';
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
  second?: { bytes: Uint8Array; isCut: boolean };
}

type Run = (machine: Machine, operand: Operand) => void;

const push = (value: PickleValue): Run => {
  return (machine) => machine.push(value);
};

const text: Run = (machine, { bytes, isCut }) => machine.push(machine.text(bytes, isCut));

const stored: Run = (machine, { start, size }) => machine.push({ kind: 'bytes', start, size });

const lineText = ({ bytes, isCut }: Operand) => (isCut ? undefined : textOf(bytes));

const tuple = (count: number): Run => {
  return (machine) => {
    const items: PickleValue[] = [];
    for (let left = count; left > 0; left--) items.push(machine.pop());
    machine.push(machine.sequence('tuple', items.reverse()));
  };
};

function long(machine: Machine, { bytes, size, isCut }: Operand): void {
  machine.push(isCut || size > MAX_LONG_BYTES ? UNKEPT : longNumber(bytes));
}

function memoIndex(operand: Operand): number | bigint | undefined {
  const line = lineText(operand);
  return line === undefined ? undefined : lineNumber(line);
}

function named({ bytes, isCut, second }: Operand): { module: string; name: string; isWhole: boolean } {
  if (!second) throw new WalkError('cut', 'a name is cut off');
  return { module: textOf(bytes), name: textOf(second.bytes), isWhole: !isCut && !second.isCut };
}

/** What each opcode does. Those without a line do nothing that is kept. */
export const RUN: Readonly<Record<string, Run>> = {
  MARK: (machine) => machine.mark(),
  POP: (machine) => machine.drop(),
  POP_MARK: (machine) => void machine.popMark(),
  DUP: (machine) => machine.push(machine.top()),
  FLOAT: push(UNKEPT),
  BINFLOAT: push(UNKEPT),
  INT: (machine, operand) => {
    const line = lineText(operand)?.trim();
    if (line === '00' || line === '01') machine.push(line === '01');
    else machine.push(line === undefined ? UNKEPT : (lineNumber(line) ?? UNKEPT));
  },
  LONG: (machine, operand) => machine.push(lineNumber(lineText(operand) ?? '') ?? UNKEPT),
  BININT: (machine, { number }) => machine.push(number | 0),
  BININT1: (machine, { number }) => machine.push(number),
  BININT2: (machine, { number }) => machine.push(number),
  LONG1: long,
  LONG4: long,
  NONE: push(null),
  NEWTRUE: push(true),
  NEWFALSE: push(false),
  STRING: (machine, operand) => machine.push(machine.keepText(quotedText(lineText(operand) ?? ''))),
  UNICODE: (machine, operand) => {
    const line = lineText(operand);
    machine.push(machine.keepText(line === undefined ? undefined : rawEscapedText(line)));
  },
  BINSTRING: text,
  SHORT_BINSTRING: text,
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
  EMPTY_TUPLE: (machine) => machine.push(machine.sequence('tuple', [])),
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
    machine.extend([item]);
  },
  APPENDS: (machine) => machine.extend(machine.popMark()),
  ADDITEMS: (machine) => machine.extend(machine.popMark()),
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
  GLOBAL: (machine, operand) => {
    const { module, name, isWhole } = named(operand);
    machine.push(machine.global(module, name, isWhole));
  },
  STACK_GLOBAL: (machine) => machine.stackGlobal(),
  INST: (machine, operand) => {
    const { module, name, isWhole } = named(operand);
    const args = machine.sequence('tuple', machine.popMark());
    machine.call(machine.global(module, name, isWhole), args);
  },
  OBJ: (machine) => {
    const [callee, ...args] = machine.popMark();
    if (callee === undefined) throw new WalkError('bad', 'an object has no class');
    machine.call(callee, machine.sequence('tuple', args));
  },
  REDUCE: callWith,
  NEWOBJ: callWith,
  NEWOBJ_EX: (machine) => {
    const named = machine.pop();
    const args = machine.pop();
    const all = machine.sequence('tuple', [...(itemsOf(args) ?? [UNKEPT]).slice(0, MAX_KEPT_TEXT), named]);
    machine.call(machine.pop(), all);
  },
  BUILD: (machine) => void machine.build(),
  EXT1: (machine, { number }) => machine.extension(number),
  EXT2: (machine, { number }) => machine.extension(number),
  EXT4: (machine, { number }) => machine.extension(number),
  PERSID: (machine, operand) => machine.persistent(machine.keepText(lineText(operand))),
  BINPERSID: (machine) => machine.persistent(machine.pop()),
};

function callWith(machine: Machine): void {
  const args = machine.pop();
  machine.call(machine.pop(), args);
}
