import { isArrayWrapper } from './array-block.ts';
import { COMPUTED, type Imports, importText } from './import.ts';
import {
  MAX_KEPT_FLOATS,
  MAX_KEPT_ITEMS,
  MAX_KEPT_OBJECTS,
  MAX_KEPT_TEXT,
  MAX_KEPT_TEXTS,
  MAX_STACK,
  TEXT_OVERHEAD,
} from './limits.ts';
import { Memo } from './memo.ts';
import { isUncalled } from './standing.ts';
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

/** What the machines of all pickles of a file keep together. */
interface Shared {
  /** What may still be kept. */
  objects: number;
  items: number;
  floats: number;
  texts: number;
  /** Texts of Python 2 that are not ASCII: the program chooses their encoding. */
  encoded: Set<string>;
}

/**
 * What a pickle's opcodes do to the stack and the memo, with values instead of objects: a name is noted and not
 * imported, a call is noted and not made. It goes on where CPython's C or Python unpickler does, and throws where both
 * stop. Neither takes what lies below a mark.
 */
export class Machine {
  readonly imports: Imports;
  readonly asked: Asked;
  readonly memo: Memo;
  /** Uses of joblib's array classes whose array was not read yet, and where the first of these is. */
  wrappers = 0;
  wrapperAt = 0;
  /** The pickle changes something that it imports. */
  changesNames = false;
  readonly #stack: PickleValue[] = [];
  readonly #marks: number[] = [];
  readonly #shared: Shared;
  readonly #hasEarlier: boolean;
  /** Readers that share one memo between pickles see other objects in this pickle, or in an earlier one. */
  needsEarlier: boolean;
  /** Where the opcode that is being run begins. */
  offset = 0;

  /**
   * @param earlier what ran the pickle before
   * @param sharesMemo this pickle goes on with its memo, as one `Unpickler` does that loads several
   */
  constructor(imports: Imports, asked: Asked, earlier?: Machine, sharesMemo = false) {
    this.imports = imports;
    this.asked = asked;
    this.memo = sharesMemo && earlier ? earlier.memo : new Memo();
    this.#hasEarlier = earlier !== undefined && (earlier.memo.size > 0 || earlier.#hasEarlier);
    this.needsEarlier = earlier?.needsEarlier ?? false;
    this.#shared = earlier
      ? earlier.#shared
      : {
          objects: MAX_KEPT_OBJECTS,
          items: MAX_KEPT_ITEMS,
          floats: MAX_KEPT_FLOATS,
          texts: MAX_KEPT_TEXTS,
          encoded: new Set(),
        };
  }

  push(value: PickleValue): void {
    if (this.#stack.length >= MAX_STACK) throw new WalkError('limit', `there are over ${MAX_STACK} objects at once`);
    this.imports.proof.show(value);
    this.#stack.push(value);
  }

  /** The top of the stack, which is taken. `STOP` gives it. */
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

  /** A text, where it is short and there is room. */
  text(text: string): PickleValue {
    const { length } = text;
    if (length > MAX_KEPT_TEXT || this.#shared.texts < length + TEXT_OVERHEAD) return UNKEPT;
    // The engine has one object for each text of one character.
    if (length > 1) this.#shared.texts -= length + TEXT_OVERHEAD;
    return text;
  }

  /** A text of Python 2 that is not ASCII. */
  encodedText(text: string): PickleValue {
    const kept = this.text(text);
    if (kept === text) this.#shared.encoded.add(text);
    return kept;
  }

  sequence(kind: 'tuple' | 'list' | 'set', items: PickleValue[]): PickleValue {
    return this.#takes(items.length) ? { kind, items } : CUT[kind];
  }

  /** `TUPLE1` and its like. Where there is no room, nothing is allocated: the engine would collect it too late. */
  tuple(count: number): void {
    this.#need(count);
    const start = this.#stack.length - count;
    const tuple: PickleValue = this.#takes(count) ? { kind: 'tuple', items: this.#stack.slice(start) } : CUT.tuple;
    for (let left = count; left > 0; left--) this.#stack.pop();
    this.push(tuple);
  }

  dictionary(items: readonly PickleValue[]): PickleValue {
    if (items.length % 2 !== 0) throw new WalkError('bad', 'a key has no value');
    if (!this.#takes(0)) return CUT.dictionary;
    const dictionary: Dictionary = { kind: 'dictionary', keys: [], values: [] };
    this.#set(dictionary, items);
    return dictionary;
  }

  float(value: number): PickleValue {
    return this.#shared.floats-- > 0 ? { kind: 'float', value } : UNKEPT;
  }

  /** Bytes that stand in the file. */
  stored(start: number, size: number): PickleValue {
    return this.#takes(0) ? { kind: 'bytes', start, size } : UNKEPT;
  }

  /** Nothing more is kept, so that objects are not known. */
  get isFull(): boolean {
    return this.#shared.objects <= 0 || this.#shared.items <= 0;
  }

  /** An array of joblib replaces the top of the stack: what describes it need not be kept. */
  becomesArray({ state }: Call): void {
    this.#stack[this.#stack.length - 1] = UNKEPT;
    if (!isKind(state, 'dictionary')) return;
    this.#shared.items += 2 * state.keys.length;
    this.#shared.objects += 2;
    state.keys = [];
    state.values = [];
    state.isCut = true;
  }

  #takes(items: number): boolean {
    if (this.#shared.objects <= 0 || this.#shared.items < items) return false;
    this.#shared.objects--;
    this.#shared.items -= items;
    return true;
  }

  /** `APPEND` and `APPENDS` of a list or of what a call made, `ADDITEMS` of a set. */
  extend(items: readonly PickleValue[], kind: 'list' | 'set'): void {
    const target = this.top();
    this.imports.proof.change(target);
    // The C unpickler looks at what they are added to only where there are some.
    if (items.length === 0) return;
    if (isPlain(target) || ('items' in target && target.kind !== kind) || isKind(target, 'dictionary'))
      throw new WalkError('bad', `items are added to what is not a ${kind}`);
    this.#changed(target);
    if (!('items' in target) || target.isCut) return;
    if (this.#shared.items < items.length) target.isCut = true;
    else {
      this.#shared.items -= items.length;
      for (const item of items) target.items.push(item);
    }
  }

  /** `SETITEM` and `SETITEMS`: keys and values in turn. */
  setItems(items: readonly PickleValue[]): void {
    const target = this.top();
    this.imports.proof.change(target);
    if (items.length === 0) return;
    if (isPlain(target) || target.kind === 'tuple' || target.kind === 'set')
      throw new WalkError('bad', 'items are set on something that has none');
    this.#changed(target);
    if (isKind(target, 'dictionary')) this.#set(target, items);
    else if (isKind(target, 'call')) {
      target.set ??= { kind: 'dictionary', keys: [], values: [] };
      this.#set(target.set, items);
    }
  }

  #changed(target: PickleValue): void {
    if (!isKind(target, 'name')) return;
    target.import.isChanged = true;
    this.changesNames = true;
  }

  #set(dictionary: Dictionary, items: readonly PickleValue[]): void {
    if (items.length % 2 !== 0) throw new WalkError('bad', 'a key has no value');
    if (dictionary.isCut) return;
    if (this.#shared.items < items.length) {
      dictionary.isCut = true;
      return;
    }
    this.#shared.items -= items.length;
    for (let at = 0; at < items.length; at += 2) {
      dictionary.keys.push(items[at] as PickleValue);
      dictionary.values.push(items[at + 1] as PickleValue);
    }
  }

  /** The name of `GLOBAL` and `INST`. One that was cut is longer than the walk keeps. */
  global(module: string, name: string, isCut: boolean): PickleValue {
    const unnamed = isCut ? `a name of over ${MAX_KEPT_TEXT} characters (${importText({ module, name })})` : undefined;
    return this.#import(module, name, unnamed);
  }

  /** `STACK_GLOBAL`. Throws where one of the two cannot be a text. */
  stackGlobal(): void {
    const name = this.pop();
    const module = this.pop();
    if (![name, module].every((value) => typeof value === 'string' || isUnknown(value)))
      throw new WalkError('bad', 'a name is not text');
    const isKnown = (value: PickleValue) => typeof value === 'string' && !this.#shared.encoded.has(value);
    const textOf = (value: PickleValue, other: string) => (typeof value === 'string' ? value : other);
    const why = `${COMPUTED} (${importText({ module: textOf(module, '…'), name: textOf(name, '…') })})`;
    const unnamed = isKnown(name) && isKnown(module) ? undefined : why;
    this.push(this.#import(textOf(module, ''), textOf(name, ''), unnamed));
  }

  /** `EXT1`, `EXT2` and `EXT4`. */
  extension(code: number): void {
    this.push(this.#import('', '', `extension ${code} of Python’s registry`));
  }

  #import(module: string, name: string, unnamed: string | undefined): PickleValue {
    const value: PickleValue = { kind: 'name', import: this.imports.add(module, name, this.offset, unnamed) };
    this.#noteWrapper(value);
    return value;
  }

  #noteWrapper(value: PickleValue): void {
    if (!isKind(value, 'name') || !isArrayWrapper(value.import)) return;
    if (this.wrappers++ === 0) this.wrapperAt = this.offset;
  }

  /** `REDUCE`, `NEWOBJ`, `NEWOBJ_EX`, `INST` and `OBJ`. */
  call(callee: PickleValue, args: PickleValue, isNew = false): void {
    if (isKind(callee, 'name')) {
      const found = callee.import;
      if (found.calls++ === 0 && isUncalled(found.module, found.name)) found.standing = 'dangerous';
      if (found.calledWith === undefined && found.standing !== 'harmless') {
        found.calledWith = valueText(args).slice(0, MAX_CALLED_WITH);
      }
    } else {
      this.asked.computedCalls++;
      this.asked.computedCallAt ??= this.offset;
    }
    const isKept = this.#takes(0);
    this.imports.proof.call(callee, args, isKept);
    const call: Call = { kind: 'call', callee, arguments: args };
    if (isNew) call.isNew = true;
    this.push(isKept ? call : UNKEPT);
  }

  /** `BUILD`: sets the state of an object. */
  build(): Call | undefined {
    const state = this.pop();
    const target = this.top();
    this.imports.proof.change(target);
    // Its attributes are then those of the pickle: a class can get a method that the next call runs.
    this.#changed(target);
    if (!isKind(target, 'call')) return undefined;
    if (target.state !== undefined) target.isRebuilt = true;
    target.state = state;
    return target;
  }

  persistent(id: PickleValue): void {
    this.asked.persistent++;
    this.push(this.#takes(0) ? { kind: 'persistent', id } : UNKEPT);
  }

  /** `DUP`. */
  duplicate(): void {
    const value = this.top();
    this.#noteWrapper(value);
    this.push(value);
  }

  /** `MEMOIZE`: the next number. */
  memoize(): void {
    this.needsEarlier ||= this.#hasEarlier;
    this.memo.set(this.memo.size, this.top());
  }

  put(index: number | string | undefined): void {
    if (index === undefined) throw new WalkError('bad', 'the number of an object is not a whole number');
    this.memo.set(index, this.top());
  }

  get(index: number | string | undefined): void {
    const value = index === undefined ? undefined : this.memo.get(index);
    if (value === undefined) {
      this.needsEarlier ||= this.#hasEarlier;
      throw new WalkError('bad', `no object has the number ${index ?? 'that is given'}`);
    }
    this.#noteWrapper(value);
    this.push(value);
  }
}

/** What stands for objects that are not kept. */
const CUT = {
  tuple: UNKEPT,
  list: { kind: 'list', items: [], isCut: true },
  set: { kind: 'set', items: [], isCut: true },
  dictionary: { kind: 'dictionary', keys: [], values: [], isCut: true },
} as const satisfies Record<string, PickleValue>;

/** Whether a value is plain: it has no method that an opcode could call. */
function isPlain(value: PickleValue): value is null | boolean | number | bigint | string {
  return typeof value !== 'object' || value === null;
}

/** Whether a value may be text. */
function isUnknown(value: PickleValue): boolean {
  return isKind(value, 'unkept') || isKind(value, 'name') || isKind(value, 'call') || isKind(value, 'persistent');
}
