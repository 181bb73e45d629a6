import { asBoxcutterError } from '../../../base/errors.ts';
import type { Report } from '../../../base/report.ts';
import { quote } from '../../../base/text.ts';
import { sha256 } from '../../../codec/sha256.ts';
import { decodeText } from '../../../json/encoding.ts';
import { baseName } from '../../../model/file/file-name.ts';
import type { ByteSource } from '../../../source/source.ts';
import type { Layer } from './layer.ts';
import { MAX_REMOTE_TEXTS, MAX_TEXT_BYTES, MAX_TEXTS, MAX_TEXTS_BYTES } from './limits.ts';
import type { Manifest } from './manifest.ts';
import type { LayerKind } from './media-type.ts';
import type { Model } from './model.ts';
import { type Blob, eachAtOnce, type Store } from './store.ts';
import { type CheckedText, checkText } from './text-check.ts';

/** The small texts of a store that opening has read, and the SHA-256 of each blob that it has read whole. */
export interface Texts {
  /** By SHA-256 of the blob's name. */
  texts: ReadonlyMap<string, string>;
  /** By path. */
  digested: ReadonlyMap<string, string>;
}

/** Layers that are text. */
const TEXT_KINDS: ReadonlySet<LayerKind> = new Set(['config', 'params', 'messages', 'template', 'system', 'license']);

/**
 * Reads the texts of all models: templates, licenses, parameters and others. Each once, and no long ones. Compares each
 * with its digest, and checks those that are JSON.
 */
export async function readTexts(
  { archive, blobs }: Store,
  models: readonly Model[],
  isRemote: boolean,
  report: Report,
  signal?: AbortSignal,
): Promise<Texts> {
  const wanted = new Map<string, { blob: Blob; checks: Set<CheckedText> }>();
  for (const { layers, manifest } of models) {
    for (const layer of layers) {
      const blob = blobs.get(layer.sha256 ?? '');
      if (!blob || !TEXT_KINDS.has(layer.type.kind) || blob.size > MAX_TEXT_BYTES) continue;
      const known = wanted.get(blob.sha256) ?? { blob, checks: new Set() };
      wanted.set(blob.sha256, known);
      const check = checkOf(layer, manifest);
      if (check) known.checks.add(check);
    }
  }
  const most = isRemote ? MAX_REMOTE_TEXTS : MAX_TEXTS;
  let bytes = 0;
  const chosen = [...wanted.values()].slice(0, most).filter(({ blob: { size } }) => {
    bytes += size;
    return bytes <= MAX_TEXTS_BYTES;
  });
  if (chosen.length < wanted.size) {
    report.add('ollama/texts-unread', `${wanted.size - chosen.length} of ${wanted.size} small texts were not read.`);
  }
  const texts = new Map<string, string>();
  const digested = new Map<string, string>();
  await eachAtOnce(chosen, async ({ blob, checks }) => {
    const read = await readBlob(blob, (path) => archive?.open(path), report, signal);
    if (!read) return;
    const actual = await sha256(read);
    digested.set(blob.path, actual);
    if (actual !== blob.sha256) {
      report.add('ollama/digest-mismatch', mismatchText(blob.path, actual), { path: blob.path });
    }
    const { text } = decodeText(read);
    texts.set(blob.sha256, text);
    const { path } = blob;
    for (const check of checks) {
      checkText(text, check, quote(baseName(path)), (code, message) => report.add(code, message, { path }));
    }
  });
  return { texts, digested };
}

/** How Ollama decodes a layer. It does not read configurations among the layers, nor what it does not recognize. */
function checkOf(layer: Layer, { config }: Manifest): CheckedText | undefined {
  const { kind, isInexact } = layer.type;
  if (isInexact) return undefined;
  if (kind === 'template') return kind;
  if (kind === 'params' || kind === 'messages') return kind;
  return layer === config ? 'config' : undefined;
}

/** What a blob is that is not what its name says. */
export function mismatchText(path: string, sha256: string): string {
  return `${quote(baseName(path))} has the SHA-256 ${sha256}.`;
}

async function readBlob(
  { path }: Blob,
  open: (path: string) => ByteSource | undefined,
  report: Report,
  signal: AbortSignal | undefined,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    const source = open(path);
    return source && (await source.read(0, source.size, signal)).slice();
  } catch (error) {
    const { tag, code, message } = asBoxcutterError(error);
    if (tag !== 'bad-file' && tag !== 'unsupported' && tag !== 'too-large') throw error;
    report.add(code, message, { path });
    return undefined;
  }
}
