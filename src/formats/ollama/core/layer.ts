import { grouped } from '../../../base/amounts.ts';
import { MAX_RANK } from '../../../base/limits.ts';
import { quote, shortened } from '../../../base/text.ts';
import { MAX_UINT64, unsignedInteger } from '../../../json/integer.ts';
import type { Shape } from '../../../tensor/shape.ts';
import { digestOf } from './digest.ts';
import { type MediaType, mediaType, RESERVED } from './media-type.ts';
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

/** The members of a layer as a manifest has them. Those whose values are wrong are there, and undefined. */
export type WrittenLayer = Pick<Layer, 'digest' | 'size' | 'name' | 'dtype' | 'shape' | 'from'> & {
  mediaType?: string | undefined;
};

/** A part of a shape as a parameter of a media type: digits alone. */
const DIMENSION = /^(?:0|[1-9]\d{0,19})$/;

/** What `config` is, whatever its media type. */
const CONFIG = { kind: 'config', label: 'Configuration' } as const;

/** Characters of a shape that a message quotes. */
const MAX_SHAPE_TEXT = 60;

/**
 * Reads the next value as a layer, and checks it by itself. Undefined where it is not one. Throws the reader's
 * `JsonError` where the text is not JSON.
 *
 * @param what the layer in a sentence: "Layer 2"
 * @param before what an earlier value in its place has said: Go reads an object into the one that is there
 * @param isConfig whether it is the manifest's `config`: whatever its media type, Ollama takes it for one, and none if
 *   it has no digest
 */
export function readLayer(
  members: MemberReader,
  what: string,
  before?: WrittenLayer,
  isConfig = false,
): WrittenLayer | undefined {
  const { json, tell } = members;
  if (json.kind() === 'null') {
    json.null();
    tell('ollama/bad-layer', `${what} is null.`);
    return before;
  }
  if (!members.isObject(what)) return undefined;
  const written: WrittenLayer = { ...before };
  const text = (key: 'digest' | 'name' | 'dtype' | 'from' | 'mediaType') => () => {
    written[key] = members.text(`“${key}” of ${inside(what)}`);
  };
  members.object(what, {
    mediaType: text('mediaType'),
    digest: text('digest'),
    size: () => {
      written.size = members.integer(`“size” of ${inside(what)}`);
    },
    name: text('name'),
    dtype: text('dtype'),
    from: text('from'),
    shape: () => {
      written.shape = readShape(members, what) ?? written.shape;
    },
  });
  checkWritten(written, what, isConfig, tell);
  return written;
}

function checkWritten(written: WrittenLayer, what: string, isConfig: boolean, tell: Tell): void {
  const { digest, size } = written;
  const digestText = `The digest of ${inside(what)} is ${quote(digest ?? '')}.`;
  if (!('digest' in written)) tell(isConfig ? 'ollama/layer-field' : 'ollama/bad-layer', `${what} has no digest.`);
  else if (digest !== undefined && digestOf(digest) === undefined) tell('ollama/bad-digest', digestText);
  else if (digest !== undefined && /[A-F]/.test(digest)) tell('ollama/digest-case', digestText);
  const missing = ['mediaType', 'size'].filter((key) => !(key in written));
  if (written.mediaType === '') tell('ollama/layer-field', `${what} has an empty media type.`);
  if (missing.length > 0) tell('ollama/layer-field', `${what} has no ${missing.join(' and no ')}.`);
  if (size !== undefined && size < 0n) tell('ollama/bad-size', grouped`${what} has a size of ${size} bytes.`);
}

/** The layer that was written, with what its media type says of it. Reports what is wrong with that. */
export function completeLayer(written: WrittenLayer, what: string, isConfig: boolean, tell: Tell): Layer {
  const { mediaType: text, size, ...members } = written;
  const read = mediaType(text ?? '');
  const layer: Layer = { ...members, type: isConfig && text !== undefined ? { ...read, ...CONFIG } : read };
  layer.sha256 = digestOf(layer.digest ?? '');
  if (size !== undefined && size >= 0n) layer.size = size;
  if (!('mediaType' in written)) return layer;
  checkType(layer.type, what, tell);
  layer.name ??= layer.type.parameters.get('name') || undefined;
  if (layer.type.kind === 'tensor') completeTensor(layer, written, what, tell);
  return layer;
}

function completeTensor(layer: Layer, written: WrittenLayer, what: string, tell: Tell): void {
  const { parameters } = layer.type;
  const fields = ['dtype', 'shape'].filter((key) => key in written);
  if (fields.length > 0) tell('ollama/tensor-fields', `${what} has ${fields.map(quote).join(' and ')}.`);
  if (!layer.name) tell('ollama/tensor-name', `${what} is a tensor and has no name.`);
  layer.dtype ??= parameters.get('dtype') || undefined;
  layer.shape ??= statedShape(layer.type, what, tell);
  // Of one that says neither, as Ollama writes it, the blob says both.
  if (fields.length === 0 && parameters.size === 0) return;
  // A scalar has an empty shape.
  const isStated = { dtype: layer.dtype !== undefined, shape: parameters.has('shape') };
  const due = (['dtype', 'shape'] as const).filter((key) => !(key in written) && !isStated[key]);
  if (due.length > 0) tell('ollama/tensor-incomplete', `${what} is a tensor and has no ${due.join(' and no ')}.`);
}

function checkType(type: MediaType, what: string, tell: Tell): void {
  const { text, kind, note, repeated, isInexact, isDocumented, unknown, parameters } = type;
  const has = `${what} has the media type ${quote(text)}`;
  for (const key of repeated) {
    tell('ollama/bad-media-type', `${what} has ${quote(key)} more than once in its media type.`);
  }
  for (const key of unknown) tell('ollama/unknown-parameter', `${has}, with the parameter ${quote(key)}.`);
  if (isInexact) tell(isDocumented ? 'ollama/type-parameters' : 'ollama/inexact-media-type', `${has}.`);
  if (kind === 'template' && parameters.get('name') === '') tell('ollama/template-name', `${has}, with an empty name.`);
  if (kind === 'config' && text.startsWith(RESERVED)) checkConfigType(type, what, tell);
  if (kind === 'reserved') tell('ollama/unknown-media-type', `${has}.`);
  if (kind === 'foreign' && text !== '') tell('ollama/foreign-layer', `${has}.`);
  if (kind === 'embed') tell('ollama/deprecated-layer', `${what} is ${note}: ${quote(text)}.`);
}

/** Formats of a configuration. The document's list has "safetensor", and its example "safetensors". */
const CONFIG_TYPES = ['safetensors', 'safetensor', 'gguf'];

function checkConfigType({ text, parameters }: MediaType, what: string, tell: Tell): void {
  const type = parameters.get('type');
  if (!type) tell('ollama/config-type', `${what} has the media type ${quote(text)}, without a type.`);
  else if (!CONFIG_TYPES.includes(type)) tell('ollama/config-type', `${what} has the type ${quote(type)}.`);
}

/** The shape that the media type of a tensor says. */
function statedShape({ parameters }: MediaType, what: string, tell: Tell): Shape | undefined {
  const written = parameters.get('shape');
  if (written === undefined) return undefined;
  const sizes = written === '' ? [] : written.split(',', MAX_RANK + 1).map((part) => part.trim());
  return checkedShape(
    sizes.map((size) => (DIMENSION.test(size) ? BigInt(size) : -1n)),
    written,
    what,
    tell,
  );
}

/** A shape as a field of a layer: a list of numbers. */
function readShape({ json, tell }: MemberReader, what: string): Shape | undefined {
  const start = json.at;
  const shape: bigint[] = [];
  const isList = json.kind() === 'array';
  if (!isList) json.skip();
  else {
    json.array(() => {
      const value = json.kind() === 'number' ? unsignedInteger(json.number()) : json.skip();
      // One more than is allowed shows that there are too many.
      if (shape.length <= MAX_RANK) shape.push(typeof value === 'bigint' ? value : -1n);
    });
  }
  return checkedShape(isList ? shape : [-1n], json.text.slice(start, json.at), what, tell);
}

function checkedShape(shape: Shape, written: string, what: string, tell: Tell): Shape | undefined {
  if (shape.length <= MAX_RANK && shape.every((size) => size >= 0n && size <= MAX_UINT64)) return shape;
  tell('ollama/bad-shape', `${what} has the shape ${quote(shortened(written.trim(), MAX_SHAPE_TEXT))}.`);
  return undefined;
}

/** The same inside a sentence. */
function inside(what: string): string {
  return what.charAt(0).toLowerCase() + what.slice(1);
}
