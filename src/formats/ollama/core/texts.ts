import { formatNumberOf } from '../../../base/amounts.ts';
import { faultOfFile } from '../../../base/errors.ts';
import type { Report } from '../../../base/report.ts';
import { quote } from '../../../base/text.ts';
import { sha256 } from '../../../codec/sha256.ts';
import { decodeText } from '../../../json/encoding.ts';
import { baseName } from '../../../model/file/file-name.ts';
import { type LfsPointer, lfsPointer } from '../../../model/file/look.ts';
import type { Layer } from './layer.ts';
import { MAX_POINTER_BYTES, MAX_REMOTE_TEXTS, MAX_TEXT_BYTES, MAX_TEXTS, MAX_TEXTS_BYTES } from './limits.ts';
import type { Manifest } from './manifest.ts';
import type { LayerKind } from './media-type.ts';
import type { Tell } from './member.ts';
import type { Model } from './model.ts';
import { type Blob, eachAtOnce, type Store } from './store.ts';
import { type CheckedText, checkText } from './text-check.ts';

/** The small texts of a store that opening has read, and the SHA-256 of each blob that it has read whole. */
export interface Texts {
  /** By SHA-256 of the blob's name. */
  texts: ReadonlyMap<string, string>;
  /** By path. */
  digested: ReadonlyMap<string, string>;
  /** Git LFS pointers that are there instead of blobs, by SHA-256 of the blob's name. */
  pointers: ReadonlyMap<string, LfsPointer>;
}

/** Layers that are text. */
const TEXT_KINDS: ReadonlySet<LayerKind> = new Set(['config', 'params', 'messages', 'template', 'system', 'license']);

/**
 * Reads the texts of all models: templates, licenses, parameters and others. Each once, and no long ones. Compares each
 * with its digest, and checks those that are JSON. Looks for Git LFS pointers instead of blobs.
 */
export async function readTexts(
  { archive, blobs }: Store,
  models: readonly Model[],
  isRemote: boolean,
  report: Report,
  signal?: AbortSignal,
): Promise<Texts> {
  const wanted = new Map<string, { blob: Blob; isText: boolean; checks: Set<CheckedText> }>();
  const long = new Set<string>();
  for (const { layers, manifest } of models) {
    for (const layer of layers) {
      const blob = blobs.get(layer.sha256 ?? '');
      if (!blob) continue;
      if (TEXT_KINDS.has(layer.type.kind) && blob.size > MAX_TEXT_BYTES) long.add(blob.sha256);
      const isText = TEXT_KINDS.has(layer.type.kind) && blob.size <= MAX_TEXT_BYTES;
      const mayPoint = layer.size !== BigInt(blob.size) && blob.size <= MAX_POINTER_BYTES;
      if (!isText && !mayPoint) continue;
      const known = wanted.get(blob.sha256) ?? { blob, isText, checks: new Set() };
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
  const all = wanted.size + long.size;
  if (chosen.length < all) {
    report.add(
      'ollama/texts-unread',
      `${all - chosen.length} of ${formatNumberOf(all, 'text')} ${all - chosen.length === 1 ? 'was' : 'were'} not read.`,
    );
  }
  const texts = new Map<string, string>();
  const digested = new Map<string, string>();
  const pointers = new Map<string, LfsPointer>();
  // Which of them is read first varies. What is said of them does not.
  const tasks: (() => void)[] = [];
  await eachAtOnce(chosen, async ({ blob, isText, checks }, at) => {
    const { path } = blob;
    const add: Tell = (code, message) => report.add(code, message, { path });
    try {
      const source = archive?.open(path);
      if (!source) return;
      const bytes = await source.read(0, source.size, signal);
      const { text } = decodeText(bytes);
      const pointer = lfsPointer(text);
      if (!pointer && !isText) return;
      const actual = await sha256(bytes);
      tasks[at] = () => {
        digested.set(path, actual);
        if (pointer) {
          pointers.set(blob.sha256, pointer);
          add('ollama/lfs-pointer', pointerText(blob, pointer));
          return;
        }
        if (actual !== blob.sha256) add('ollama/digest-mismatch', mismatchText(path, actual));
        texts.set(blob.sha256, text);
        for (const check of checks) checkText(text, check, quote(baseName(path)), add);
      };
    } catch (error) {
      const { code, message } = faultOfFile(error);
      tasks[at] = () => add(code, message);
    }
  });
  for (const task of tasks) task?.();
  return { texts, digested, pointers };
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

function pointerText({ path, sha256 }: Blob, { sha256: real, size }: LfsPointer): string {
  const other = real === sha256 ? '' : `, and its SHA-256 differs from its name: ${real}`;
  return `${quote(baseName(path))} is a Git LFS pointer. The file itself has ${formatNumberOf(size, 'byte')}${other}.`;
}
