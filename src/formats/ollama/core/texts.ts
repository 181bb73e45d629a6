import { asBoxcutterError } from '../../../base/errors.ts';
import type { FindingCode } from '../../../base/findings.ts';
import type { Report } from '../../../base/report.ts';
import { quote } from '../../../base/text.ts';
import { sha256 } from '../../../codec/sha256.ts';
import { decodeText } from '../../../json/encoding.ts';
import { JsonError, type JsonKind, JsonReader } from '../../../json/reader.ts';
import { baseName } from '../../../model/file-name.ts';
import type { ByteSource } from '../../../source/source.ts';
import { MAX_GO_DEPTH, MAX_REMOTE_TEXTS, MAX_TEXT_BYTES, MAX_TEXTS, MAX_TEXTS_BYTES } from './limits.ts';
import type { LayerKind } from './media-type.ts';
import type { Model } from './model.ts';
import { type Blob, eachAtOnce, type Store } from './store.ts';
import './findings.ts';

/** The small texts of a store that opening has read, and the SHA-256 of each blob that it has read whole. */
export interface Texts {
  /** By SHA-256 of the blob's name. */
  texts: ReadonlyMap<string, string>;
  /** By path. */
  digested: ReadonlyMap<string, string>;
}

/** Layers that are text, and what those of JSON have to be, with the code where they are not. */
const TEXT_KINDS: ReadonlyMap<LayerKind, { json: JsonKind; code: FindingCode } | undefined> = new Map([
  ['config', { json: 'object', code: 'ollama/bad-config' }],
  ['params', { json: 'object', code: 'ollama/bad-params' }],
  ['messages', { json: 'array', code: 'ollama/bad-messages' }],
  ['template', undefined],
  ['system', undefined],
  ['license', undefined],
]);

/** Whether layers of a kind are text that the page shows. */
export function isTextKind(kind: LayerKind): boolean {
  return TEXT_KINDS.has(kind);
}

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
  const wanted = new Map<string, { blob: Blob; kinds: Set<LayerKind> }>();
  for (const { layers } of models) {
    for (const { sha256: digest, type } of layers) {
      const blob = digest === undefined ? undefined : blobs.get(digest);
      if (!blob || !TEXT_KINDS.has(type.kind) || blob.size > MAX_TEXT_BYTES) continue;
      const known = wanted.get(blob.sha256);
      if (known) known.kinds.add(type.kind);
      else wanted.set(blob.sha256, { blob, kinds: new Set([type.kind]) });
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
  await eachAtOnce(chosen, async ({ blob, kinds }) => {
    const read = await readBlob(blob, (path) => archive?.open(path), report, signal);
    if (!read) return;
    const actual = await sha256(read);
    digested.set(blob.path, actual);
    if (actual !== blob.sha256) {
      report.add('ollama/digest-mismatch', mismatchText(blob.path, actual), { path: blob.path });
    }
    const { text } = decodeText(read);
    texts.set(blob.sha256, text);
    for (const kind of kinds) checkJson(text, kind, blob, report);
  });
  return { texts, digested };
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

/** Reports a text that Go's decoder refuses. It reads one value, and nothing that follows. */
function checkJson(text: string, kind: LayerKind, { path }: Blob, report: Report): void {
  const wanted = TEXT_KINDS.get(kind);
  if (!wanted) return;
  const { json, code } = wanted;
  const reader = new JsonReader(text, 0, MAX_GO_DEPTH);
  const name = quote(baseName(path));
  try {
    const found = reader.kind();
    reader.skip();
    if (found !== json && found !== 'null')
      report.add(code, `${name} is not ${json === 'array' ? 'a list' : 'an object'}.`, { path });
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    report.add(code, `${name}: at character ${error.at + 1}, ${error.message}.`, { path });
  }
}
