/**
 * What follows an opcode in the file. A number is so many bytes. `line` ends with a line feed. `u1` to `i4` are the
 * lengths, little-endian, of the bytes that follow them.
 */
export type Argument = number | 'line' | 'two lines' | 'u1' | 'u4' | 'i4' | 'u8';

export interface Opcode {
  name: string;
  argument: Argument;
}

/** All opcodes of protocols 0 to 5, by their character (CPython, `Lib/pickletools.py`). */
const TABLE: readonly (readonly [code: string, name: string, argument?: Argument])[] = [
  ['(', 'MARK'],
  ['.', 'STOP'],
  ['0', 'POP'],
  ['1', 'POP_MARK'],
  ['2', 'DUP'],
  ['F', 'FLOAT', 'line'],
  ['I', 'INT', 'line'],
  ['J', 'BININT', 4],
  ['K', 'BININT1', 1],
  ['L', 'LONG', 'line'],
  ['M', 'BININT2', 2],
  ['N', 'NONE'],
  ['P', 'PERSID', 'line'],
  ['Q', 'BINPERSID'],
  ['R', 'REDUCE'],
  ['S', 'STRING', 'line'],
  // The C unpickler takes its length without a sign.
  ['T', 'BINSTRING', 'u4'],
  ['U', 'SHORT_BINSTRING', 'u1'],
  ['V', 'UNICODE', 'line'],
  ['X', 'BINUNICODE', 'u4'],
  ['a', 'APPEND'],
  ['b', 'BUILD'],
  ['c', 'GLOBAL', 'two lines'],
  ['d', 'DICT'],
  ['}', 'EMPTY_DICT'],
  ['e', 'APPENDS'],
  ['g', 'GET', 'line'],
  ['h', 'BINGET', 1],
  ['i', 'INST', 'two lines'],
  ['j', 'LONG_BINGET', 4],
  ['l', 'LIST'],
  [']', 'EMPTY_LIST'],
  ['o', 'OBJ'],
  ['p', 'PUT', 'line'],
  ['q', 'BINPUT', 1],
  ['r', 'LONG_BINPUT', 4],
  ['s', 'SETITEM'],
  ['t', 'TUPLE'],
  [')', 'EMPTY_TUPLE'],
  ['u', 'SETITEMS'],
  ['G', 'BINFLOAT', 8],
  ['B', 'BINBYTES', 'u4'],
  ['C', 'SHORT_BINBYTES', 'u1'],
  ['\x80', 'PROTO', 1],
  ['\x81', 'NEWOBJ'],
  ['\x82', 'EXT1', 1],
  ['\x83', 'EXT2', 2],
  ['\x84', 'EXT4', 4],
  ['\x85', 'TUPLE1'],
  ['\x86', 'TUPLE2'],
  ['\x87', 'TUPLE3'],
  ['\x88', 'NEWTRUE'],
  ['\x89', 'NEWFALSE'],
  ['\x8a', 'LONG1', 'u1'],
  ['\x8b', 'LONG4', 'i4'],
  ['\x8c', 'SHORT_BINUNICODE', 'u1'],
  ['\x8d', 'BINUNICODE8', 'u8'],
  ['\x8e', 'BINBYTES8', 'u8'],
  ['\x8f', 'EMPTY_SET'],
  ['\x90', 'ADDITEMS'],
  ['\x91', 'FROZENSET'],
  ['\x92', 'NEWOBJ_EX'],
  ['\x93', 'STACK_GLOBAL'],
  ['\x94', 'MEMOIZE'],
  ['\x95', 'FRAME', 8],
  ['\x96', 'BYTEARRAY8', 'u8'],
  ['\x97', 'NEXT_BUFFER'],
  ['\x98', 'READONLY_BUFFER'],
];

/** The opcode of each byte, or undefined. */
export const OPCODES: readonly (Opcode | undefined)[] = (() => {
  const table = new Array<Opcode | undefined>(256).fill(undefined);
  for (const [code, name, argument = 0] of TABLE) table[code.charCodeAt(0)] = { name, argument };
  return table;
})();
