import { shortened } from '../../../base/text.ts';
import { MAX_NAME_UNITS } from './limits.ts';

/** What a layer is, by its media type. */
export type LayerKind =
  | 'model'
  | 'adapter'
  | 'projector'
  | 'draft'
  | 'template'
  | 'system'
  | 'params'
  | 'license'
  | 'messages'
  | 'config'
  | 'tensor'
  | 'json'
  | 'tokenizer'
  | 'embed'
  | 'reserved'
  | 'foreign';

/** Kinds whose blobs are GGUF or safetensors files, which open as packages. */
export const WEIGHT_KINDS: ReadonlySet<LayerKind> = new Set(['model', 'adapter', 'projector', 'draft', 'tensor']);

/** How a media type stands with Ollama. */
interface KnownType {
  kind: LayerKind;
  /** What the layer is, in a word or two. */
  label: string;
  /** What is unusual about the media type: legacy, an old name, ignored. */
  note?: string;
}

/** The prefix that only Ollama may define types under (format document, "Reserved media types"). */
export const RESERVED = 'application/vnd.ollama.image.';

/** The media type of `config`, as Docker has it. */
const DOCKER_CONFIG = 'application/vnd.docker.container.image.v1+json';

/** Media types of the format document and of Ollama's own code, without the prefix. Ollama compares case too. */
const KNOWN: ReadonlyMap<string, KnownType> = new Map<string, KnownType>([
  ['model', { kind: 'model', label: 'Model', note: 'deprecated, but Ollama itself writes it' }],
  ['adapter', { kind: 'adapter', label: 'Adapter' }],
  ['projector', { kind: 'projector', label: 'Projector' }],
  ['draft', { kind: 'draft', label: 'Draft model' }],
  ['template', { kind: 'template', label: 'Template' }],
  ['prompt', { kind: 'template', label: 'Template', note: 'old name of template' }],
  ['system', { kind: 'system', label: 'System message' }],
  ['params', { kind: 'params', label: 'Parameters' }],
  ['license', { kind: 'license', label: 'License' }],
  ['messages', { kind: 'messages', label: 'Messages' }],
  ['config', { kind: 'config', label: 'Configuration' }],
  ['tensor', { kind: 'tensor', label: 'Tensor' }],
  ['json', { kind: 'json', label: 'JSON file' }],
  ['tokenizer', { kind: 'tokenizer', label: 'Tokenizer' }],
  ['tokenizer.config', { kind: 'tokenizer', label: 'Tokenizer configuration' }],
  ['embed', { kind: 'embed', label: 'Embeddings', note: 'deprecated, ignored' }],
]);

/** A media type with its parameters, as `application/vnd.ollama.image.tensor; name=a; dtype=F32; shape=1,2`. */
export interface MediaType extends KnownType {
  /** As it is written, cut to a readable length. */
  text: string;
  /** Of several with one key, the first. */
  parameters: ReadonlyMap<string, string>;
  /** Keys that are there more than once. */
  repeated: readonly string[];
  /** Ollama would know it, but for its parameters or spaces: it compares the whole text, and ignores the layer. */
  isInexact: boolean;
  /** It is as the format's document has it. */
  isDocumented: boolean;
  /** Keys of parameters that the document does not have for this kind of layer. */
  unknown: readonly string[];
}

/** The parameters that the format document gives each kind of layer. */
const PARAMETERS: ReadonlyMap<LayerKind, readonly string[]> = new Map([
  ['config', ['type']],
  ['template', ['name']],
  ['tensor', ['name', 'dtype', 'shape']],
]);

/** Reads a media type. Never fails: one that is not known has the kind `reserved` or `foreign`. */
export function mediaType(text: string): MediaType {
  const [type = '', ...rest] = text.split(';', 32).map((part) => part.trim());
  const parameters = new Map<string, string>();
  const repeated: string[] = [];
  for (const part of rest) {
    const at = part.indexOf('=');
    if (at < 0) continue;
    const key = part.slice(0, at).trim();
    if (parameters.has(key)) repeated.push(key);
    else parameters.set(key, part.slice(at + 1).trim());
  }
  const known = knownType(type);
  const isInexact = type !== text && COMPARED_KINDS.has(known.kind);
  const due = PARAMETERS.get(known.kind);
  const unknown = due ? [...parameters.keys()].filter((key) => !due.includes(key)) : [];
  return {
    ...known,
    ...(isInexact ? { note: 'Ollama’s own reader ignores it' } : {}),
    isDocumented: due !== undefined && parameters.size > unknown.length,
    unknown,
    text: shortened(text, MAX_NAME_UNITS),
    parameters,
    repeated,
    isInexact,
  };
}

/** Kinds of layers that Ollama looks for by their media types. Not the configuration: its place says what it is. */
const COMPARED_KINDS: ReadonlySet<LayerKind> = new Set(
  [...KNOWN.values()].flatMap(({ kind }) => (kind === 'config' || kind === 'embed' ? [] : [kind])),
);

function knownType(type: string): KnownType {
  if (type === DOCKER_CONFIG) return { kind: 'config', label: 'Configuration' };
  if (!type.startsWith(RESERVED)) return { kind: 'foreign', label: 'Other', note: 'Ollama ignores it' };
  return KNOWN.get(type.slice(RESERVED.length)) ?? { kind: 'reserved', label: 'Unknown', note: 'reserved by Ollama' };
}
