import { decodeUtf8 } from '../base/bytes.ts';
import { type Imports, importText, type PickleImport } from './import.ts';
import { MAX_KEPT_ITEMS, MAX_KEPT_OBJECTS, MAX_KEPT_TEXT, MAX_KEPT_TEXTS, MAX_MEMO, MAX_STACK } from './limits.ts';
import { type Call, type Dictionary, isKind, type PickleValue, UNKEPT, valueText } from './value.ts';
import { WalkError } from './walk-error.ts';

/** Characters of what a call is given, in a sentence. */
const MAX_CALLED_WITH = 200;

/** What loading a pickle asks of the program, beside importing names. */
export interface Asked {
  /** Objects that the program supplies by their ids. */
  persistent: number;
  /** Buffers that the program supplies. */
  buffers: number;
  /** Calls of what another call has returned, and the place of the first. */
  computedCalls: number;
  computedCallAt?: number;
}

/**
 * What a pickle's opcodes do to the stack and the memo, with values in the place of objects: a name is noted and not
 * imported, a call is noted and not made. As CPython's C implementation, it refuses to take what lies below a mark.
 */
export class Machine {
  readonly imports: Imports;
  readonly asked: Asked;
  /** Values of earlier pickles of the file: a program can read several with one memo. */
  readonly #earlier: ReadonlyMap<number, PickleValue> | undefined;
  readonly memo: Map<number, PickleValue>;
  readonly #stack: PickleValue[] = [];
  readonly #marks: number[] = [];
  readonly #room: { objects: number; items: number; texts: number };
  /** Where the opcode that is being run begins. */
  offset = 0;

  /**
   * @param earlier what ran the pickle before, whose memo is looked up where this one lacks a number
   * @param sharesMemo this pickle goes on with that memo, as one `Unpickler` does that loads several
   */
  constructor(imports: Imports, asked: Asked, earlier?: Machine, sharesMemo = false) {
    this.imports = imports;
    this.asked = asked;
    this.memo = sharesMemo && earlier ? earlier.memo : new Map();
    this.#earlier = earlier?.memo;
    this.#room = earlier ? earlier.#room : { objects: MAX_KEPT_OBJECTS, items: MAX_KEPT_ITEMS, texts: MAX_KEPT_TEXTS };
  }

  /** What `STOP` gives. Throws where there is nothing. */
  result(): PickleValue {
    return this.pop();
  }

  push(value: PickleValue): void {
    if (this.#stack.length >= MAX_STACK) throw new WalkError('limit', `there are over ${MAX_STACK} objects at once`);
    this.#stack.push(value);
  }

  pop(): PickleValue {
    this.#need(1);
    return this.#stack.pop() as PickleValue;
  }

  /** The top of the stack. */
  top(): PickleValue {
    this.#need(1);
    return this.#stack.at(-1) as PickleValue;
  }

  #need(count: number): void {
    if (this.#stack.length - (this.#marks.at(-1) ?? 0) < count) throw new WalkError('bad', 'the stack is empty');
  }

  mark(): void {
    if (this.#marks.length >= MAX_STACK) throw new WalkError('limit', `there are over ${MAX_STACK} marks at once`);
    this.#marks.push(this.#stack.length);
  }

  /** Everything above the last mark. */
  popMark(): PickleValue[] {
    const mark = this.#marks.pop();
    if (mark === undefined) throw new WalkError('bad', 'there is no mark');
    return this.#stack.splice(mark);
  }

  /** `POP`: an object, or a mark where none lies above it. */
  drop(): void {
    if (this.#stack.length === (this.#marks.at(-1) ?? 0) && this.#marks.length > 0) this.#marks.pop();
    else this.pop();
  }

  text(bytes: Uint8Array, isCut: boolean): PickleValue {
    if (isCut || this.#room.texts < bytes.length) return UNKEPT;
    this.#room.texts -= bytes.length;
    return textOf(bytes);
  }

  /** Text that was read from a line. */
  keepText(text: string | undefined): PickleValue {
    if (text === undefined || text.length > MAX_KEPT_TEXT || this.#room.texts < text.length) return UNKEPT;
    this.#room.texts -= text.length;
    return text;
  }

  sequence(kind: 'tuple' | 'list' | 'set', items: PickleValue[]): PickleValue {
    const kept = this.#takes(items.length);
    return kept ? { kind, items } : kind === 'tuple' ? UNKEPT : { kind, items: [], isCut: true };
  }

  dictionary(items: readonly PickleValue[]): PickleValue {
    const dictionary: Dictionary = { kind: 'dictionary', keys: [], values: [] };
    this.#takes(0);
    this.#set(dictionary, items);
    return dictionary;
  }

  #takes(items: number): boolean {
    if (this.#room.objects <= 0 || this.#room.items < items) return false;
    this.#room.objects--;
    this.#room.items -= items;
    return true;
  }

  /** `APPEND`, `APPENDS` and `ADDITEMS`: of another object than a list, its method is called. */
  extend(items: readonly PickleValue[]): void {
    const list = this.top();
    // CPython looks at what they are added to only where there are some.
    if (items.length === 0) return;
    if (typeof list !== 'object' || list === null) throw new WalkError('bad', 'items are added to what is no list');
    if (!('items' in list)) {
      if (isKind(list, 'name')) list.import.isChanged = true;
      return;
    }
    if (this.#room.items < items.length) list.isCut = true;
    else {
      this.#room.items -= items.length;
      for (const item of items) list.items.push(item);
    }
  }

  /** `SETITEM` and `SETITEMS`: keys and values in turn. */
  setItems(items: readonly PickleValue[]): void {
    const target = this.top();
    if (isKind(target, 'dictionary')) this.#set(target, items);
    else if (isKind(target, 'call')) {
      target.set ??= { kind: 'dictionary', keys: [], values: [] };
      this.#set(target.set, items);
    } else if (isKind(target, 'name')) target.import.isChanged = true;
  }

  #set(dictionary: Dictionary, items: readonly PickleValue[]): void {
    if (items.length % 2 !== 0) throw new WalkError('bad', 'a key has no value');
    if (this.#room.items < items.length) {
      dictionary.isCut = true;
      return;
    }
    this.#room.items -= items.length;
    for (let at = 0; at < items.length; at += 2) {
      dictionary.keys.push(items[at] as PickleValue);
      dictionary.values.push(items[at + 1] as PickleValue);
    }
  }

  /** `GLOBAL`, and the name of `INST`. */
  global(module: string, name: string, isWhole: boolean): PickleValue {
    return this.#named(this.imports.add(module, name, this.offset, undefined, isWhole));
  }

  /** `STACK_GLOBAL`. */
  stackGlobal(): void {
    this.#need(2);
    const name = this.pop();
    const module = this.pop();
    if (typeof name === 'string' && typeof module === 'string') this.push(this.global(module, name, true));
    else {
      const known = (value: PickleValue) => (typeof value === 'string' ? value : '');
      const shown = (value: PickleValue) => (typeof value === 'string' ? value : '…');
      const unnamed = `a name that is computed (${importText({ module: shown(module), name: shown(name) })})`;
      this.push(this.#named(this.imports.add(known(module), known(name), this.offset, unnamed)));
    }
  }

  /** `EXT1`, `EXT2` and `EXT4`. */
  extension(code: number): void {
    const unnamed = `extension ${code} of Python’s registry`;
    this.push(this.#named(this.imports.add('', '', this.offset, unnamed)));
  }

  #named(found: PickleImport): PickleValue {
    return { kind: 'name', import: found };
  }

  /** `REDUCE`, `NEWOBJ`, `NEWOBJ_EX`, `INST` and `OBJ`. */
  call(callee: PickleValue, args: PickleValue): void {
    if (isKind(callee, 'name')) {
      const found = callee.import;
      found.calls++;
      if (found.calledWith === undefined && found.standing !== 'harmless') {
        found.calledWith = valueText(args).slice(0, MAX_CALLED_WITH);
      }
    } else {
      this.asked.computedCalls++;
      this.asked.computedCallAt ??= this.offset;
    }
    this.push(this.#takes(0) ? { kind: 'call', callee, arguments: args } : UNKEPT);
  }

  /** `BUILD`: sets the state of an object. */
  build(): Call | undefined {
    this.#need(2);
    const state = this.pop();
    const target = this.top();
    // Its attributes are then those of the pickle: a class can get a method that the next call runs.
    if (isKind(target, 'name')) target.import.isChanged = true;
    if (!isKind(target, 'call')) return undefined;
    target.state = state;
    return target;
  }

  persistent(id: PickleValue): void {
    this.asked.persistent++;
    this.push(this.#takes(0) ? { kind: 'persistent', id } : UNKEPT);
  }

  /** `MEMOIZE`: the next number. It differs where the memo of the pickle before goes on. */
  memoize(): void {
    if (this.#earlier && this.#earlier !== this.memo && this.#earlier.size > 0) this.countsAnew = true;
    this.put(this.memo.size);
  }

  /** A program that reads the pickles with one memo would give other numbers. */
  countsAnew = false;

  put(index: number | bigint | undefined): void {
    if (typeof index !== 'number' || index < 0) throw new WalkError('bad', 'an object gets a number that is none');
    if (this.memo.size >= MAX_MEMO) throw new WalkError('limit', `over ${MAX_MEMO} objects have numbers`);
    this.memo.set(index, this.top());
  }

  get(index: number | bigint | undefined): void {
    const memo = [this.memo, this.#earlier].find((one) => typeof index === 'number' && one?.has(index));
    if (!memo) throw new WalkError('bad', `no object has the number ${index}`);
    this.push(memo.get(index as number) as PickleValue);
  }
}

/** Text of UTF-8; of other bytes, one character for each. ASCII, as nearly all names are, by a faster way. */
export function textOf(bytes: Uint8Array): string {
  let text = '';
  let isAscii = true;
  for (const byte of bytes) {
    if (byte >= 0x80) isAscii = false;
    text += String.fromCharCode(byte);
  }
  return isAscii ? text : (decodeUtf8(bytes) ?? text);
}
