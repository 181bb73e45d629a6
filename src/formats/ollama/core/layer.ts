import { grouped } from '../../../base/amounts.ts';
import { MAX_RANK } from '../../../base/limits.ts';
import { quote, shortened } from '../../../base/text.ts';
import { MAX_UINT64, unsignedInteger } from '../../../json/integer.ts';
import type { JsonReader } from '../../../json/reader.ts';
import type { Shape } from '../../../tensor/shape.ts';
import { digestOf } from './digest.ts';
import { type MediaType, mediaType } from './media-type.ts';
import type { MemberReader, Tell } from './member.ts';

/** A layer of a manifest, or its configuration. A part that is missing or wrong is left out; a finding says so. */
export interface Layer {
  type: MediaType;
  /** 64 hexadecimal digits, in lower case. */
  sha256?: string;
  /** As it is written. */
  digest?: string;
  /** Bytes, exact. */
  size?: bigint;
  /** Of a tensor, or the path of a JSON file: the layer's field, else a parameter of its media type. */
  name?: string;
  /** As it is written: "F32". */
  dtype?: string;
  shape?: Shape;
  /** The model that the layer was taken from. */
  from?: string;
}

/** The members of a layer as a manifest has them. */
export interface WrittenLayer extends Pick<Layer, 'digest' | 'size' | 'name' | 'dtype' | 'shape' | 'from'> {
  mediaType?: string;
  /** Keys that are there, also where their values are wrong. */
  has: ReadonlySet<string>;
}

/** A part of a shape as a parameter of a media type: digits alone. */
const DIMENSION = /^(?:0|[1-9]\d{0,19})$/;

/** What `config` is, whatever its media type. */
const CONFIG = { kind: 'config', label: 'Configuration' } as const;

/** Characters of a shape that a message quotes. */
const MAX_SHAPE_TEXT = 60;

/** Reads layers and checks each by itself. Throws the reader's `JsonError` where the text is not JSON. */
export class LayerReader {
  readonly #reader: JsonReader;
  readonly #members: MemberReader;
  readonly #tell: Tell;

  constructor(reader: JsonReader, members: MemberReader, tell: Tell) {
    this.#reader = reader;
    this.#members = members;
    this.#tell = tell;
  }

  /**
   * Reads the next value as a layer. Undefined where it is not one.
   *
   * @param what the layer in a sentence: "Layer 2"
   * @param before what an earlier value in its place has said: Go reads an object into the one that is there
   * @param isConfig whether it is the manifest's `config`: whatever its media type, Ollama takes it for one, and none
   * if
   *   it has no digest
   */
  read(what: string, before?: WrittenLayer, isConfig = false): WrittenLayer | undefined {
    if (this.#reader.kind() === 'null') {
      this.#reader.null();
      this.#tell('ollama/bad-layer', `${what} is null.`);
      return before;
    }
    if (!this.#members.isObject(what)) return undefined;
    const has = new Set(before?.has);
    const written: WrittenLayer = { ...before, has };
    const text = (key: 'digest' | 'name' | 'dtype' | 'from' | 'mediaType') => () => {
      has.add(key);
      const value = this.#members.text(`“${key}” of ${inside(what)}`);
      if (value === undefined) delete written[key];
      else written[key] = value;
    };
    this.#members.object(what, {
      mediaType: text('mediaType'),
      digest: text('digest'),
      size: () => {
        has.add('size');
        const size = this.#members.integer(`“size” of ${inside(what)}`);
        if (size === undefined) delete written.size;
        else written.size = size;
      },
      name: text('name'),
      dtype: text('dtype'),
      from: text('from'),
      shape: () => {
        has.add('shape');
        this.#readShape(what, written);
      },
    });
    this.#check(what, written, isConfig);
    return written;
  }

  /** The layer that was written, with what its media type says of it. Reports what is wrong with that. */
  complete(what: string, { mediaType: text, has, ...written }: WrittenLayer, isConfig = false): Layer {
    const read = mediaType(text ?? '');
    const layer: Layer = { ...written, type: isConfig && text !== undefined ? { ...read, ...CONFIG } : read };
    const sha256 = digestOf(layer.digest ?? '');
    if (sha256 !== undefined) layer.sha256 = sha256;
    if (layer.size !== undefined && layer.size < 0n) delete layer.size;
    if (!has.has('mediaType')) return layer;
    this.#checkType(what, layer.type);
    if (layer.type.kind === 'tensor') {
      const fields = ['dtype', 'shape'].filter((key) => has.has(key));
      if (fields.length > 0) this.#tell('ollama/tensor-fields', `${what} has ${fields.map(quote).join(' and ')}.`);
      this.#completeTensor(what, layer);
    } else this.#completeName(layer);
    return layer;
  }

  #check(what: string, { digest, size, has }: WrittenLayer, isConfig: boolean): void {
    if (!has.has('digest')) this.#tell(isConfig ? 'ollama/layer-field' : 'ollama/bad-layer', `${what} has no digest.`);
    else if (digest !== undefined) {
      const sha256 = digestOf(digest);
      if (sha256 === undefined) this.#tell('ollama/bad-digest', `The digest of ${inside(what)} is ${quote(digest)}.`);
      if (sha256 !== undefined && /[A-F]/.test(digest)) {
        this.#tell('ollama/digest-case', `The digest of ${inside(what)} is ${quote(digest)}.`);
      }
    }
    const missing = ['mediaType', 'size'].filter((key) => !has.has(key));
    if (missing.length > 0) this.#tell('ollama/layer-field', `${what} has no ${missing.join(' and no ')}.`);
    if (size !== undefined && size < 0n) this.#tell('ollama/bad-size', grouped`${what} has a size of ${size} bytes.`);
  }

  #checkType(what: string, { text, kind, note, repeated, isInexact }: MediaType): void {
    for (const key of repeated) {
      this.#tell('ollama/bad-media-type', `${what} has ${quote(key)} more than once in its media type.`);
    }
    if (isInexact) this.#tell('ollama/inexact-media-type', `${what} has the media type ${quote(text)}.`);
    if (kind === 'reserved') this.#tell('ollama/unknown-media-type', `${what} has the media type ${quote(text)}.`);
    if (kind === 'foreign' && text !== '') {
      this.#tell('ollama/foreign-layer', `${what} has the media type ${quote(text)}.`);
    }
    if (kind === 'embed') this.#tell('ollama/deprecated-layer', `${what} is ${note}: ${quote(text)}.`);
  }

  #completeName(layer: Layer): void {
    const name = layer.name ?? layer.type.parameters.get('name');
    if (name !== undefined && name !== '') layer.name = name;
  }

  /** Takes what the media type says of a tensor, where the layer itself does not. */
  #completeTensor(what: string, layer: Layer): void {
    const { parameters } = layer.type;
    this.#completeName(layer);
    if (!layer.name) this.#tell('ollama/tensor-name', `${what} is a tensor and has no name.`);
    const dtype = layer.dtype ?? parameters.get('dtype');
    if (dtype !== undefined) layer.dtype = dtype;
    const written = parameters.get('shape');
    if (layer.shape !== undefined || written === undefined) return;
    const sizes = written === '' ? [] : written.split(',', MAX_RANK + 1).map((part) => part.trim());
    const shape = sizes.map((size) => (DIMENSION.test(size) ? BigInt(size) : -1n));
    if (isShape(shape)) layer.shape = shape;
    else this.#tellShape(what, written);
  }

  /** A shape as a field of the layer: a list of numbers, or text as in a media type. */
  #readShape(what: string, layer: WrittenLayer): void {
    const start = this.#reader.at;
    if (this.#reader.kind() !== 'array') {
      this.#reader.skip();
      this.#tellShape(what, this.#reader.text.slice(start, this.#reader.at));
      return;
    }
    const shape: bigint[] = [];
    this.#reader.array(() => {
      const isNumber = this.#reader.kind() === 'number';
      const value = isNumber ? unsignedInteger(this.#reader.number()) : this.#reader.skip();
      // One more than is allowed shows that there are too many.
      if (shape.length <= MAX_RANK) shape.push(typeof value === 'bigint' ? value : -1n);
    });
    if (isShape(shape)) layer.shape = shape;
    else this.#tellShape(what, this.#reader.text.slice(start, this.#reader.at));
  }

  #tellShape(what: string, written: string): void {
    this.#tell('ollama/bad-shape', `${what} has the shape ${quote(shortened(written.trim(), MAX_SHAPE_TEXT))}.`);
  }
}

function isShape(shape: Shape): boolean {
  return shape.length <= MAX_RANK && shape.every((size) => size >= 0n && size <= MAX_UINT64);
}

/** The same inside a sentence. */
function inside(what: string): string {
  return what.charAt(0).toLowerCase() + what.slice(1);
}
