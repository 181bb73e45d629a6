/** Values within each other that are written. The page's own entries have five. The writer recurses. */
const MAX_DEPTH = 64;

/** Values that are written. A few shared ones can stand for billions. */
const MAX_VALUES = 1_000_000;

/** Bytes of a Blob that are read at once. A multiple of three, so that the base64 of the parts is that of the whole. */
const PART_BYTES = 3 * 256 * 1024;

/** Bytes that become characters at once: engines limit the arguments of a call. */
const SPREAD_BYTES = 8192;

/**
 * A stored value as JSON, for people and for programs, whatever it is. A map with texts for keys becomes an object, and
 * a Blob its name, type, size and base64. What JSON cannot say becomes a note in angle brackets.
 */
export async function rawJson(value: unknown): Promise<Blob> {
  const writer = new Writer();
  await writer.write(value, 0);
  return writer.blob();
}

class Writer {
  readonly #parts: BlobPart[] = [];
  #text: string[] = [];
  #values = 0;
  readonly #around = new Set<object>();

  blob(): Blob {
    this.#close();
    return new Blob(this.#parts, { type: 'application/json' });
  }

  async write(value: unknown, depth: number): Promise<void> {
    if (typeof value !== 'object' || value === null) return this.#say(scalar(value));
    if (this.#around.has(value)) return this.#say('"<circular>"');
    if (depth > MAX_DEPTH || ++this.#values > MAX_VALUES) return this.#say('"<left out>"');
    this.#around.add(value);
    if (value instanceof Blob) await this.#file(value);
    else if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer)
      await this.#file(new Blob([value as ArrayBuffer]));
    else if (value instanceof Date) this.#say(JSON.stringify(Number.isNaN(value.getTime()) ? '<no date>' : value));
    else if (value instanceof Map) await this.#map(value, depth);
    else if (value instanceof Set) await this.#list([...value], depth);
    else if (Array.isArray(value) && Object.keys(value).length === value.length) await this.#list(value, depth);
    else await this.#members(Object.entries(value), depth);
    this.#around.delete(value);
  }

  #map(map: ReadonlyMap<unknown, unknown>, depth: number): Promise<void> {
    const pairs = [...map];
    const isText = pairs.every(([key]) => typeof key === 'string');
    return isText ? this.#members(pairs as [string, unknown][], depth) : this.#list(pairs, depth);
  }

  async #list(items: readonly unknown[], depth: number): Promise<void> {
    for (const [index, item] of items.entries()) {
      this.#say(index === 0 ? '[' : ',');
      await this.write(item, depth + 1);
    }
    this.#say(items.length === 0 ? '[]' : ']');
  }

  async #members(pairs: readonly [string, unknown][], depth: number): Promise<void> {
    for (const [index, [key, value]] of pairs.entries()) {
      this.#say(`${index === 0 ? '{' : ','}\n${' '.repeat(depth + 1)}${JSON.stringify(key)}: `);
      await this.write(value, depth + 1);
    }
    this.#say(pairs.length === 0 ? '{}' : `\n${' '.repeat(depth)}}`);
  }

  async #file(blob: Blob): Promise<void> {
    const name = blob instanceof File ? `"name": ${JSON.stringify(blob.name)}, ` : '';
    this.#say(`{${name}"type": ${JSON.stringify(blob.type)}, "size": ${blob.size}, "base64": "`);
    for (let at = 0; at < blob.size; at += PART_BYTES) {
      const bytes = await blob
        .slice(at, at + PART_BYTES)
        .arrayBuffer()
        .catch(() => undefined);
      if (!bytes) {
        this.#say('<cannot be read>');
        break;
      }
      this.#say(base64(new Uint8Array(bytes)));
      // The browser can put a Blob on the disk, and not a text.
      this.#close();
    }
    this.#say('"}');
  }

  #say(text: string): void {
    this.#text.push(text);
  }

  #close(): void {
    this.#parts.push(new Blob(this.#text));
    this.#text = [];
  }
}

function scalar(value: unknown): string {
  if (typeof value === 'bigint' || (typeof value === 'number' && !Number.isFinite(value)))
    return JSON.stringify(`<${value}>`);
  return JSON.stringify(value ?? null) ?? 'null';
}

function base64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += SPREAD_BYTES)
    text += String.fromCharCode(...bytes.subarray(at, at + SPREAD_BYTES));
  return btoa(text);
}
