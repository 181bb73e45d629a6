import type { Archive, ArchiveEntry } from '../../../archive/archive.ts';
import type { Container } from '../../../archive/container.ts';
import { grouped } from '../../../base/amounts.ts';
import type { Report } from '../../../base/report.ts';
import { quote } from '../../../base/text.ts';
import { baseName } from '../../../model/file/file-name.ts';
import type { ByteSource } from '../../../source/source.ts';
import { anyCaseDigestOf, bareDigestOf, digestOf, partialDigestOf } from './digest.ts';
import {
  FILES_AT_ONCE,
  HEAD_BYTES,
  MAX_MANIFEST_BYTES,
  MAX_MANIFESTS,
  MAX_MANIFESTS_BYTES,
  MAX_REMOTE_SEARCHED,
  MAX_SEARCHED_FILES,
} from './limits.ts';
import { type ModelName, modelName } from './model-name.ts';

/** A file that is a manifest, or is where one has to be. */
export interface ManifestFile {
  path: string;
  source: ByteSource;
  /** The model's name, where Ollama would list it. */
  name?: ModelName;
  /** Its path below a folder `manifests`, at whatever depth. Undefined elsewhere. */
  below?: string | undefined;
}

export interface Blob {
  path: string;
  sha256: string;
  size: number;
}

/** The files of a store, or of a part of one. */
export interface Store {
  /** Undefined for a manifest that was opened alone. */
  archive?: Archive;
  manifests: readonly ManifestFile[];
  /** By SHA-256. */
  blobs: ReadonlyMap<string, Blob>;
  /** Other files with the name of one of `blobs`. Ollama does not read them. They are checked too. */
  copies: readonly Blob[];
  /** Unfinished downloads and their parts. `sha256` is that of the blob. */
  partials: readonly Blob[];
  /** The SHA-256 of each of `partials`. */
  begun: ReadonlySet<string>;
  /** The folder of the blobs, with its `/`. Where there is none, the one where they would be. */
  blobFolder: string;
}

/** Whether there are blobs at all. Without any, none counts as missing. */
export function hasBlobs({ blobs, partials }: Store): boolean {
  return blobs.size > 0 || partials.length > 0;
}

/** How a manifest begins. A byte-order mark is reported later. */
const OBJECT_START = /^\ufeff?\s*\{/;

/** A key of a manifest: even the start of a long manifest has one. */
const ANY_KEY = /"(?:layers|config|schemaVersion|mediaType)"\s*:/i;

/** The key without which nothing is a manifest, in any case. */
const LAYERS_KEY = /"layers"\s*:/i;

/** What only Ollama's manifests have. */
const OLLAMA_TYPE = /vnd\.ollama\.image/;

/** A manifest without layers has only Docker's configuration, as an image of Docker does: but that one has layers. */
const DOCKER_CONFIG = /vnd\.docker\.container\.image/;
const DOCKER_LAYER = /rootfs\.diff|oci\.image\.layer/;

/** A path in the folder `manifests` of a store: the folder that has it, with its `/`, and the path below. */
const FILED = /^(.*?\/)?manifests\/(.+)$/;

/** Where Ollama looks for a blob, in the case that it writes. */
const OLLAMA_BLOB = /(?:^|\/)blobs\/sha256-[0-9a-f]{64}$/;

/** Whether a text, or the start of one, is a manifest of Ollama. */
function isManifestText(text: string): boolean {
  if (!OBJECT_START.test(text) || !LAYERS_KEY.test(text)) return false;
  return OLLAMA_TYPE.test(text) || (DOCKER_CONFIG.test(text) && !DOCKER_LAYER.test(text));
}

/** Looks into files for manifests. Reads no more than all manifests of a store may have. */
class ManifestSearch {
  readonly #isPacked: boolean;
  #left = MAX_MANIFESTS_BYTES;
  /** Files that may be manifests and were not read to their end. */
  unread = 0;

  /** @param isPacked the files are in an archive, which may decode one whole for its first bytes */
  constructor(isPacked: boolean) {
    this.#isPacked = isPacked;
  }

  /** Whether a file is a manifest by its content. Reads its start, and all of it where that may be one. */
  async isManifest(source: ByteSource, signal: AbortSignal | undefined): Promise<boolean> {
    if (source.size > MAX_MANIFEST_BYTES || source.size < 2) return false;
    if (this.#isPacked && !this.#takes(source)) return false;
    const head = textOf(await source.read(0, Math.min(source.size, HEAD_BYTES), signal));
    if (!OBJECT_START.test(head)) return false;
    if (isManifestText(head)) return true;
    // The order of the keys is free, and Docker's type may stand before a list of Docker's layers.
    if (source.size <= HEAD_BYTES || !ANY_KEY.test(head)) return false;
    if (!this.#isPacked && !this.#takes(source)) return false;
    return isManifestText(textOf(await source.read(0, source.size, signal)));
  }

  #takes({ size }: ByteSource): boolean {
    const fits = size <= this.#left;
    if (fits) this.#left -= size;
    else this.unread++;
    return fits;
  }
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

/** The files of a store or of a model that a container is. Undefined where it is neither. Reads small files alone. */
export async function findStore(
  container: Container,
  report: Report,
  signal?: AbortSignal,
): Promise<Store | undefined> {
  const { source, name } = container;
  if (source && (await new ManifestSearch(false).isManifest(source, signal))) {
    return {
      manifests: [{ path: name, source }],
      blobs: new Map(),
      copies: [],
      partials: [],
      begun: new Set(),
      blobFolder: '',
    };
  }
  const archive = await container.archive(signal);
  return archive && storeIn(archive, container.servedFrom !== undefined, report, signal);
}

async function storeIn(
  archive: Archive,
  isRemote: boolean,
  report: Report,
  signal: AbortSignal | undefined,
): Promise<Store | undefined> {
  const blobs = new Map<string, Blob>();
  const copies: Blob[] = [];
  const partials: Blob[] = [];
  const filed: ArchiveEntry[] = [];
  const hidden: ArchiveEntry[] = [];
  const loose: ArchiveEntry[] = [];
  // Other stores name their blobs by the digits alone, such as caches of Hugging Face.
  const hasManifests = archive.entries.some(({ path }) => FILED.test(path));
  for (const entry of archive.entries) {
    const { path, size, unsafe, shadowed } = entry;
    if (unsafe || shadowed) continue;
    const base = baseName(path);
    const sha256 = anyCaseDigestOf(path) ?? (hasManifests ? bareDigestOf(path) : undefined);
    const partial = partialDigestOf(base);
    if (sha256 !== undefined) {
      const blob: Blob = { path, sha256, size: archive.resolve(path)?.size ?? size };
      const known = blobs.get(sha256);
      const isRead = !known || (OLLAMA_BLOB.test(path) && !OLLAMA_BLOB.test(known.path));
      if (isRead) blobs.set(sha256, blob);
      if (known) {
        const [read, copy] = isRead ? [blob, known] : [known, blob];
        copies.push(copy);
        const message = `${quote(copy.path)} has the digest of ${quote(read.path)}.`;
        report.add('ollama/duplicate-blob', message, { path: copy.path });
      }
    } else if (partial !== undefined) partials.push({ path, sha256: partial, size });
    // Systems leave hidden files everywhere. Ollama skips them: one below “manifests” may have a bad name.
    else if (FILED.test(path)) (base.startsWith('.') ? hidden : filed).push(entry);
    else if (!base.startsWith('.')) loose.push(entry);
  }
  const hasAny = blobs.size > 0 || partials.length > 0;
  const most = isRemote ? MAX_REMOTE_SEARCHED : MAX_SEARCHED_FILES;
  // Loose files of an archive without blobs are not read: nearly every archive has such.
  const isSearched = hasAny || (archive.source === undefined && loose.length <= most);
  const search = new ManifestSearch(archive.source !== undefined);
  const candidates = [...filedOf(filed, report), ...(isSearched ? [...loose, ...hidden] : [])];
  const manifests = await manifestsOf(archive, candidates, most, search, signal);
  if (!hasAny && !(await hasManifest(manifests.slice(0, most), search, signal))) return undefined;
  if (search.unread > 0) {
    report.add('ollama/too-many-manifests', `${search.unread} long files that may be manifests were not read.`);
  }
  reportPlaces([...blobs.values(), ...copies], manifests, report);
  const begun = new Set(partials.map(({ sha256 }) => sha256));
  return { archive, manifests, blobs, copies, partials, begun, blobFolder: blobFolderOf(blobs, filed) };
}

/** The files below `manifests`, within the limit. */
function filedOf(filed: readonly ArchiveEntry[], report: Report): readonly ArchiveEntry[] {
  if (filed.length > MAX_MANIFESTS) {
    const message = grouped`The folder has ${filed.length} manifests. The first ${MAX_MANIFESTS} are read.`;
    report.add('ollama/too-many-manifests', message);
  }
  return filed.slice(0, MAX_MANIFESTS);
}

/** Whether one of the files is a manifest by its content: else a folder `manifests` is of something else. */
async function hasManifest(
  files: readonly ManifestFile[],
  search: ManifestSearch,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  for (const { source, below, name } of files) {
    // Its content has been looked at where its path does not say that it is one.
    if (below === undefined || !name || (await search.isManifest(source, signal))) return true;
  }
  return false;
}

/**
 * The manifests: every file that has a model's name as its path below `manifests`, and others that are one by their
 * content.
 *
 * @param most files whose content is looked at
 */
async function manifestsOf(
  archive: Archive,
  candidates: readonly ArchiveEntry[],
  most: number,
  search: ManifestSearch,
  signal: AbortSignal | undefined,
): Promise<ManifestFile[]> {
  const found: (ManifestFile | undefined)[] = [];
  let left = most;
  await eachAtOnce(candidates, async ({ path }, at) => {
    const below = FILED.exec(path)?.[2];
    // Where only the folder `manifests` was opened, its own name is not there.
    const name = modelName(below ?? path);
    const isNamed = below !== undefined && name !== undefined;
    if (!isNamed && left-- <= 0) return;
    const source = archive.open(path);
    if (source && (isNamed || (await search.isManifest(source, signal)))) {
      found[at] = { path, source, name, below };
    }
  });
  return found.filter((file) => file !== undefined);
}

/**
 * Says where Ollama does not look for a blob: outside of the folder `blobs` beside that of the manifests, and under a
 * name in capitals or without its beginning. Files that were chosen one by one have no folders.
 */
function reportPlaces(blobs: readonly Blob[], manifests: readonly ManifestFile[], report: Report): void {
  const filed = manifests.find(({ below }) => below !== undefined);
  const folder = blobsBeside(filed?.path);
  for (const { path } of blobs) {
    const base = baseName(path);
    if (filed !== undefined && path !== folder + base) {
      report.add('ollama/misplaced-blob', `${quote(path)} is not in the folder ${quote(folder)}.`, { path });
    } else if (!/^sha256[:-]/i.test(base)) {
      report.add('ollama/misplaced-blob', `${quote(base)} does not begin with “sha256-”.`, { path });
    } else if (digestOf(base) === undefined || /[A-F]/.test(base)) {
      report.add('ollama/misplaced-blob', `${quote(base)} has capital letters in its name.`, { path });
    }
  }
}

function blobFolderOf(blobs: ReadonlyMap<string, Blob>, filed: readonly ArchiveEntry[]): string {
  const [blob] = blobs.values();
  if (blob) return blob.path.slice(0, blob.path.length - baseName(blob.path).length);
  return blobsBeside(filed[0]?.path);
}

/** The folder `blobs` beside the folder `manifests` that has a file. */
function blobsBeside(path = ''): string {
  return `${FILED.exec(path)?.[1] ?? ''}blobs/`;
}

/** Does something with each item, `FILES_AT_ONCE` of them at once. Rejects as the first that fails. */
export async function eachAtOnce<T>(items: readonly T[], work: (item: T, at: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async () => {
    for (let at = next++; at < items.length; at = next++) await work(items[at] as T, at);
  };
  await Promise.all(Array.from({ length: FILES_AT_ONCE }, worker));
}
