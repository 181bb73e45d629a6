import { JsonError, JsonReader } from '../../json/reader.ts';

/** A JSON value without loss: numbers as they are written, and every member of an object in its order. */
export type JsonValue =
  | { kind: 'string' | 'number'; text: string }
  | { kind: 'boolean'; value: boolean }
  | { kind: 'null' }
  | { kind: 'array'; items: readonly JsonValue[] }
  | { kind: 'object'; members: readonly (readonly [name: string, value: JsonValue])[] };

/**
 * A value, or where the text is not JSON or is nested too deeply, and why: the end of a sentence. Line and column count
 * from 1.
 */
export type JsonReading =
  | { value: JsonValue }
  | { kind: JsonError['kind']; problem: string; line: number; column: number };

/** Reads a whole text. A byte-order mark may stand before it. Never throws. */
export function readJson(text: string): JsonReading {
  const reader = new JsonReader(text, text.startsWith('\ufeff') ? 1 : 0);
  try {
    const value = readValue(reader);
    reader.end();
    return { value };
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    const before = text.slice(0, error.at).split('\n');
    return { kind: error.kind, problem: error.message, line: before.length, column: (before.at(-1) ?? '').length + 1 };
  }
}

function readValue(reader: JsonReader): JsonValue {
  const kind = reader.kind();
  switch (kind) {
    case 'string':
      return { kind, text: reader.string() };
    case 'number':
      return { kind, text: reader.number() };
    case 'boolean':
      return { kind, value: reader.boolean() };
    case 'null':
      reader.null();
      return { kind };
    case 'array': {
      const items: JsonValue[] = [];
      reader.array(() => void items.push(readValue(reader)));
      return { kind, items };
    }
    case 'object': {
      const members: [string, JsonValue][] = [];
      reader.object((name) => void members.push([name, readValue(reader)]));
      return { kind, members };
    }
  }
}

/** How many values lie directly in one. */
export function sizeOf(value: JsonValue): number {
  if (value.kind === 'array') return value.items.length;
  return value.kind === 'object' ? value.members.length : 0;
}
