import type { Archive } from '../../../archive/archive.ts';
import { resolvePath } from '../../../archive/symlink.ts';
import { decodeUtf8, encodeUtf8, isEqual } from '../../../base/bytes.ts';
import { faultOfFile, InternalError } from '../../../base/errors.ts';
import { MAX_RESOLVE_CHARACTERS } from '../../../base/limits.ts';
import { unsafeReason } from '../../../base/path.ts';
import { quote } from '../../../base/text.ts';
import { sha256 } from '../../../codec/sha256.ts';
import type { ChangedFile, Draft, DraftQuestion, FileHashes, Reseal } from '../../../model/draft.ts';
import type { DraftPlan } from '../../format.ts';
import { CARTON_TOML } from './carton-fields.ts';
import { completeIndex, EMPTY_INDEX } from './index-text.ts';
import { MAX_CARTON_TOML_BYTES, MAX_INDEX_BYTES, MAX_LINKS_BYTES, MAX_MANIFEST_BYTES } from './limits.ts';
import { LINKS, MANIFEST, type Manifest, manifestText } from './manifest.ts';
import { noteOfPaths, notesOfBadLines, notesOfReseal } from './plan-notes.ts';
import { resealedLines } from './reseal.ts';
import { readWhole, tooLarge } from './small-file.ts';
import { TENSOR_INDEX } from './tensor-index.ts';

/** The parts of an open carton that a plan needs. */
export interface PlanInput {
  /** The archive, together with files that were fetched. */
  archive: Archive;
  /** Undefined where there is none, or none that can be read: then a draft must reseal. */
  manifest: Manifest | undefined;
  /** The addresses of LINKS, by SHA-256. Undefined where there are none. */
  links: ReadonlyMap<string, readonly string[]> | undefined;
  /** Whether the archive lacks a file that can be fetched. */
  isLinked(path: string): boolean;
}

/** Why a carton cannot be saved with changes, in a sentence. Undefined where it can. */
export function planProblem(archive: Archive, manifest: Manifest | undefined): string | undefined {
  if (!archive.plan) return archive.planProblem();
  if (!manifest)
    return archive.resolve(MANIFEST)
      ? 'MANIFEST cannot be read, so the hashes of unchanged files are unknown.'
      : 'There is no MANIFEST, so the hashes of unchanged files are unknown.';
  if (!manifest.whole) return 'MANIFEST is not text or is too long to read, so saving would lose files.';
  return archive.planProblem();
}

/**
 * Plans how a carton is saved with a draft applied.
 *
 * - carton.toml gets the draft's text, if the draft has one.
 * - tensor_data/index.toml is made, or completed as the reference reader asks.
 * - MANIFEST gets the hashes of these two, and keeps those of all other files. Of a draft that reseals, it gets the
 *   hashes of all files.
 *
 * Where neither the text nor `renew` changes anything, the plan is the old file. Rejects with `carton/file-too-large`,
 * with what reading the small files rejects with, and with `internal/bug` for any other text and for files that are
 * put, renamed or removed: no plan makes those yet.
 */
export function planCarton(
  input: PlanInput,
  draft: Draft,
  signal?: AbortSignal,
  hashes?: FileHashes,
): Promise<DraftPlan> {
  return new CartonPlanner(input, signal).plan(draft, hashes);
}

class CartonPlanner {
  readonly #input: PlanInput;
  readonly #archive: Archive;
  readonly #signal: AbortSignal | undefined;
  /** The files that are written anew, by the path of their entry. `#hashes` has their hashes. */
  readonly #changes = new Map<string, Uint8Array>();
  readonly #hashes = new Map<string, string>();
  /** The hashes of their contents before, which MANIFEST should have had. A new file has none. */
  readonly #hashesBefore = new Map<string, string>();
  /** The hashes of files that stay, where MANIFEST may not list them. */
  readonly #present = new Map<string, string>();
  readonly #files: ChangedFile[] = [];
  readonly #notes: string[] = [];
  readonly #asks: DraftQuestion[] = [];
  #reseal: Reseal | undefined;

  constructor(input: PlanInput, signal: AbortSignal | undefined) {
    this.#input = input;
    this.#archive = input.archive;
    this.#signal = signal;
  }

  async plan(draft: Draft, fileHashes?: FileHashes): Promise<DraftPlan> {
    refuseFileChanges(draft);
    const { texts, renew } = draft;
    const hashes = renew === 'reseal' ? fileHashes : undefined;
    const text = texts.get(CARTON_TOML);
    const before = await this.#read(CARTON_TOML, MAX_CARTON_TOML_BYTES);
    const bytes = text === undefined ? before : encodeUtf8(text);
    const isEdited = before && bytes ? !isEqual(before, bytes) : text !== undefined && text !== '';
    const manifestBefore = this.#input.manifest && (await this.#read(MANIFEST, MAX_MANIFEST_BYTES));
    if (renew === 'reseal' ? !hashes : planProblem(this.#archive, this.#input.manifest) !== undefined)
      throw new InternalError('internal/bug', 'Boxcutter tried to save a carton without hashes.');
    let manifestAfter = manifestBefore;
    if (isEdited || renew) {
      if (isEdited && bytes) await this.#change(CARTON_TOML, before, bytes, MAX_CARTON_TOML_BYTES);
      else if (before) this.#present.set(CARTON_TOML, await sha256(before));
      await this.#completeIndex();
      const listed = hashes ? await this.#resealed(hashes) : await this.#lines();
      const lines = encodeUtf8(await manifestText(listed, this.#signal));
      if (!manifestBefore || !isEqual(manifestBefore, lines)) {
        await this.#change(MANIFEST, manifestBefore, lines, MAX_MANIFEST_BYTES);
        manifestAfter = lines;
        this.#notes.push(...notesOfBadLines(this.#input.manifest?.findings ?? []));
      }
      if (this.#changes.size > 0) await this.#storeLinks();
    }
    const plan = await this.#archive.plan?.(this.#changes, { last: [MANIFEST, LINKS], signal: this.#signal });
    if (!plan) throw new InternalError('internal/bug', 'Boxcutter tried to save a carton that cannot be saved.');
    const notes = [...this.#notes, ...plan.notes];
    const identity = { label: 'Model hash', sha256: await sha256(manifestAfter as Uint8Array) };
    return {
      ...plan,
      notes,
      review: {
        files: this.#files,
        size: plan.size,
        identity,
        notes,
        ...(this.#asks.length > 0 ? { asks: this.#asks } : {}),
        ...(this.#reseal ? { reseal: this.#reseal } : {}),
      },
    };
  }

  #read(path: string, limit: number): Promise<Uint8Array | undefined> {
    return readWhole(this.#archive, path, limit, this.#signal);
  }

  async #change(path: string, before: Uint8Array | undefined, after: Uint8Array, limit: number): Promise<void> {
    if (after.length > limit) throw tooLarge(path, after.length, limit);
    const place = this.#placeOf(path);
    this.#changes.set(place, after);
    this.#hashes.set(place, await sha256(after));
    if (before) this.#hashesBefore.set(place, await sha256(before));
    const text = before && decodeUtf8(before);
    this.#files.push({
      path: place,
      kind: before ? 'changed' : 'added',
      ...(text === undefined ? {} : { before: text }),
      after: decodeUtf8(after) ?? '',
    });
  }

  /**
   * The path of the entry that a file is written to. That is the file's own path, also for a new file and in place of a
   * symlink. Where a folder of the path is a symlink, it is the path that the symlink leads to.
   */
  #placeOf(path: string): string {
    if (this.#archive.entryAt(path)) return path;
    return this.#archive.resolve(path)?.path ?? path;
  }

  async #completeIndex(): Promise<void> {
    // A linked index is not read, and stays where it is.
    if (!this.#archive.open(TENSOR_INDEX) && this.#input.isLinked(TENSOR_INDEX)) return;
    let before: Uint8Array | undefined;
    try {
      before = await this.#read(TENSOR_INDEX, MAX_INDEX_BYTES);
    } catch (error) {
      this.#leave(TENSOR_INDEX, error);
      return;
    }
    if (!before) {
      const there = this.#inTheWay(TENSOR_INDEX);
      if (there) this.#notes.push(`${TENSOR_INDEX} cannot be added, because there is a ${there} in its place.`);
      else await this.#change(TENSOR_INDEX, undefined, encodeUtf8(EMPTY_INDEX), MAX_INDEX_BYTES);
      return;
    }
    const text = decodeUtf8(before);
    const after = text === undefined ? undefined : completeIndex(text);
    if (after === undefined)
      this.#notes.push(`${TENSOR_INDEX} stays as it is: it cannot be read, so nothing can be added to it.`);
    if (after === undefined || after === text) this.#present.set(TENSOR_INDEX, await sha256(before));
    else await this.#change(TENSOR_INDEX, before, encodeUtf8(after), MAX_INDEX_BYTES);
  }

  /** What is in the way of a new file: a file at one of its folders, or a folder at its path. */
  #inTheWay(path: string): 'file' | 'folder' | undefined {
    const archive = this.#archive;
    const parts = path.split('/');
    if (parts.some((_, end) => end > 0 && archive.entryAt(parts.slice(0, end).join('/')))) return 'file';
    return !archive.entryAt(path) && archive.isFolder(path) ? 'folder' : undefined;
  }

  /** Finds the file written anew that a path leads to. A symlink's line is about its final target. */
  #places(): (path: string) => string | undefined {
    const archive = this.#archive;
    const hasLinks = archive.entries.some(({ linkText }) => linkText !== undefined);
    const effort = { left: MAX_RESOLVE_CHARACTERS };
    return (path) => {
      if (this.#hashes.has(path)) return path;
      if (!hasLinks || archive.entryAt(path)?.kind === 'file' || unsafeReason(path) !== undefined) return undefined;
      const result = resolvePath(
        path,
        (at) => (this.#hashes.has(at) ? undefined : archive.entryAt(at)?.linkText),
        (at) => this.#hashes.has(at),
        effort,
      );
      return 'path' in result ? result.path : undefined;
    };
  }

  /** The hash of every file that a resealed MANIFEST lists. */
  async #resealed(hashes: FileHashes): Promise<Map<string, string>> {
    const { archive, manifest, isLinked, links } = this.#input;
    const listed = manifest?.entries ?? new Map();
    const placeOf = this.#places();
    const { lines, reseal } = await resealedLines(
      {
        archive,
        listed,
        isLinked: (path) => isLinked(path) || archive.open(path) !== undefined,
        hashes,
        rewritten: [...this.#hashes.keys()],
        rewrittenHash: (path) => {
          const place = placeOf(path);
          return place === undefined ? undefined : this.#hashes.get(place);
        },
      },
      this.#signal,
    );
    const index = listed.get(TENSOR_INDEX);
    if (index && this.#hashes.has(TENSOR_INDEX) && !this.#hashesBefore.has(TENSOR_INDEX))
      this.#askForIndex(index.sha256);
    const known = new Set([...lines.values(), ...hashes.values()]);
    const lost = manifest?.whole ? 0 : [...(links?.keys() ?? [])].filter((hash) => !known.has(hash)).length;
    const { notes, asks } = notesOfReseal(reseal, lost);
    this.#notes.push(...notes);
    this.#asks.push(...asks);
    this.#reseal = reseal;
    return lines;
  }

  /** The hash of every file that the new MANIFEST lists. */
  async #lines(): Promise<Map<string, string>> {
    const lines = new Map<string, string>();
    const placeOf = this.#places();
    const missing: string[] = [];
    const wrong: string[] = [];
    for (const { path, sha256: hash } of this.#input.manifest?.entries.values() ?? []) {
      if (path === MANIFEST || path === LINKS) continue;
      const place = placeOf(path);
      if (place === undefined) {
        lines.set(path, hash.toLowerCase());
        continue;
      }
      lines.set(path, this.#hashes.get(place) as string);
      // The line was wrong, and now becomes right. A note says so, or nobody would know.
      const before = this.#hashesBefore.get(place);
      if (before === undefined && path === TENSOR_INDEX) this.#askForIndex(hash);
      else if (before === undefined) missing.push(path);
      else if (before !== hash.toLowerCase()) wrong.push(path);
    }
    this.#tell(missing, 'was missing, although MANIFEST lists it. It is new.');
    this.#tell(wrong, 'did not match MANIFEST, even before your edits. It will match in the saved file.');
    for (const path of [CARTON_TOML, TENSOR_INDEX]) {
      if (lines.has(path)) continue;
      const place = placeOf(path);
      const hash = place === undefined ? this.#present.get(path) : this.#hashes.get(place);
      if (hash === undefined) continue;
      lines.set(path, hash);
      if (place === undefined || this.#hashesBefore.has(place))
        this.#tell([path], 'was not listed in MANIFEST. It is listed in the saved file.');
    }
    return lines;
  }

  /** Says that an empty index is written, and asks: the hash in MANIFEST may be all that is left of a lost one. */
  #askForIndex(hash: string): void {
    const note = `${quote(TENSOR_INDEX)} was missing, although MANIFEST lists it. An empty one is written, and its hash replaces the hash of the missing file: ${hash.toLowerCase()}.`;
    this.#notes.push(note);
    this.#asks.push({ note, agree: `Save with an empty ${TENSOR_INDEX} in place of the missing one` });
  }

  #tell(paths: readonly string[], what: string): void {
    this.#notes.push(...noteOfPaths(paths, what));
  }

  /** Stores LINKS without compression, like MANIFEST. Where it is stored already, it need not be read. */
  async #storeLinks(): Promise<void> {
    const entry = this.#archive.entryAt(LINKS);
    if (entry?.kind !== 'file' || !entry.compressed) return;
    try {
      const bytes = await this.#read(LINKS, MAX_LINKS_BYTES);
      if (bytes) this.#changes.set(LINKS, bytes);
    } catch (error) {
      this.#leave(LINKS, error);
      return;
    }
    this.#notes.push('LINKS is stored without compression, as the format requires. Its content is the same.');
  }

  /**
   * Leaves a file that cannot be read as it is, with a note. Throws where the file is not the cause, for example when
   * its bytes do not come.
   */
  #leave(path: string, error: unknown): void {
    faultOfFile(error);
    this.#notes.push(`${path} stays as it is: it cannot be read.`);
  }
}

/** Throws `internal/bug` for changes that no plan of a carton makes. */
function refuseFileChanges({ texts, files }: Draft): void {
  const [change] = files;
  const other = [...texts.keys()].find((path) => path !== CARTON_TOML);
  if (!change && other === undefined) return;
  const path = !change ? other : change.kind === 'rename' ? change.from : change.path;
  const what = change ? `${change.kind} a file` : 'write the text of a file other than carton.toml';
  throw new InternalError('internal/bug', `Boxcutter cannot ${what} of a carton yet: ${quote(path ?? '')}.`);
}
