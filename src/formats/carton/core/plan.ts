import type { Archive } from '../../../archive/archive.ts';
import { readAdded, wholeOf } from '../../../archive/plan.ts';
import { decodeUtf8, encodeUtf8, isEqual } from '../../../base/bytes.ts';
import { faultOfFile, InternalError } from '../../../base/errors.ts';
import { quote } from '../../../base/text.ts';
import { sha256 } from '../../../codec/sha256.ts';
import type { ChangedFile, Draft, DraftQuestion, FileChange, FileHashes, Reseal } from '../../../model/draft.ts';
import { collect } from '../../../source/stream.ts';
import { FilesAfter } from '../../files-after.ts';
import type { DraftPlan } from '../../format.ts';
import { CARTON_TOML } from './carton-fields.ts';
import { completeIndex, EMPTY_INDEX } from './index-text.ts';
import {
  MAX_CARTON_TOML_BYTES,
  MAX_INDEX_BYTES,
  MAX_LINKS_BYTES,
  MAX_LOCK_BYTES,
  MAX_MANIFEST_BYTES,
} from './limits.ts';
import { linksText } from './links-text.ts';
import { parseLock } from './lock.ts';
import { LINKS, MANIFEST, type Manifest, type ManifestEntry, manifestText } from './manifest.ts';
import { OWN_FILES } from './own-files.ts';
import { noteOfPaths, notesOfBadLines, notesOfReseal } from './plan-notes.ts';
import { LOCK_FILE, REQUIREMENTS_FILE } from './python-runner.ts';
import { resealedLines } from './reseal.ts';
import { readWhole, tooLarge } from './small-file.ts';
import { belowTensors, TENSOR_FOLDER, TENSOR_INDEX } from './tensor-index.ts';

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
 * - tensor_data/index.toml is made, or completed as the reference reader asks. It follows renamed files.
 * - MANIFEST gets the hashes of these two, and keeps those of all other files. Of a draft that reseals, it gets the
 *   hashes of all files.
 * - Files are added, replaced, renamed and removed, and their lines of MANIFEST follow. The line of a file that becomes
 *   a link stays, and LINKS gets its URLs.
 *
 * Where neither the text nor `renew` nor a file changes anything, the plan is the old file. Rejects with
 * `carton/file-too-large`, with `links/syntax` where a link changes in a LINKS that cannot be read, with
 * `source/changed` where an added file can no longer be read, and as reading the small files does. Rejects with
 * `internal/bug` for any other text, for changes of `OWN_FILES`, and for an added file without its digest.
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
  /** The files as the draft's changes of files leave them. */
  #after: FilesAfter;
  /** The files that are written anew, by the path of their entry. `#hashes` has their hashes. null: LINKS goes. */
  readonly #changes = new Map<string, Uint8Array | null>();
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
    this.#after = new FilesAfter(input.archive, []);
  }

  async plan(draft: Draft, fileHashes?: FileHashes): Promise<DraftPlan> {
    refuseOwnFiles(draft);
    const { texts, renew, files } = draft;
    this.#after = new FilesAfter(this.#archive, files, (path) => this.#input.manifest?.entries.has(path) ?? false);
    const hashes = renew === 'reseal' ? fileHashes : undefined;
    const text = texts.get(CARTON_TOML);
    const before = await this.#read(CARTON_TOML, MAX_CARTON_TOML_BYTES);
    const bytes = text === undefined ? before : encodeUtf8(text);
    const isEdited = before && bytes ? !isEqual(before, bytes) : text !== undefined && text !== '';
    const manifestBefore = this.#input.manifest && (await this.#read(MANIFEST, MAX_MANIFEST_BYTES));
    if (renew === 'reseal' ? !hashes : planProblem(this.#archive, this.#input.manifest) !== undefined)
      throw new InternalError('internal/bug', 'Boxcutter tried to save a carton without hashes.');
    let manifestAfter = manifestBefore;
    if (isEdited || renew || files.length > 0) {
      if (isEdited && bytes) await this.#change(CARTON_TOML, before, bytes, MAX_CARTON_TOML_BYTES);
      else if (before) this.#present.set(CARTON_TOML, await sha256(before));
      await this.#completeIndex(files);
      const listed = hashes ? await this.#resealed(hashes) : await this.#lines();
      await this.#changeLinks(listed);
      const lines = encodeUtf8(await manifestText(listed, this.#signal));
      if (!manifestBefore || !isEqual(manifestBefore, lines)) {
        await this.#change(MANIFEST, manifestBefore, lines, MAX_MANIFEST_BYTES);
        manifestAfter = lines;
        this.#notes.push(...notesOfBadLines(this.#input.manifest?.findings ?? []));
      }
      if (files.length > 0) {
        this.#notes.push(...(await this.#staleLock()));
        this.#tell(this.#cutLinks(), 'is a symlink whose file is no longer where it points, so it leads nowhere.');
      }
      if (this.#changes.size + this.#after.changes.size > 0) await this.#storeLinks();
    }
    const changes = new Map([...this.#after.changes, ...this.#changes]);
    const plan = await this.#archive.plan?.(changes, { last: [MANIFEST, LINKS], signal: this.#signal });
    if (!plan) throw new InternalError('internal/bug', 'Boxcutter tried to save a carton that cannot be saved.');
    const notes = [...this.#notes, ...plan.notes];
    const identity = { label: 'Model hash', sha256: await sha256(manifestAfter as Uint8Array) };
    return {
      ...plan,
      notes,
      review: {
        files: this.#files,
        ...(files.length > 0 ? { changes: this.#after.reviewed } : {}),
        size: plan.size,
        identity,
        notes,
        ...(this.#asks.length > 0 ? { asks: this.#asks } : {}),
        ...(this.#reseal ? { reseal: this.#reseal } : {}),
      },
    };
  }

  /** The content of a small file, as the changes of files leave it. */
  async #read(path: string, limit: number): Promise<Uint8Array | undefined> {
    const added = this.#after.added.get(path);
    if (added && added.blob.size > limit) throw tooLarge(path, added.blob.size, limit);
    if (added) return collect(readAdded(wholeOf(added), this.#signal), added.blob.size);
    const before = this.#after.pathBefore(path);
    return before === undefined ? undefined : readWhole(this.#archive, before, limit, this.#signal);
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
    if (this.#after.entryAt(path)) return path;
    return this.#after.placeOf(path) ?? path;
  }

  /** Adds what the tensor index lacks. Its references to files follow those that are renamed. */
  async #completeIndex(files: readonly FileChange[]): Promise<void> {
    const moves = this.#tensorMoves(files);
    const isPut = this.#after.added.has(TENSOR_INDEX);
    // A linked index is not read, and stays where it is.
    if (!isPut && !this.#archive.open(TENSOR_INDEX) && this.#input.isLinked(TENSOR_INDEX)) {
      if (moves.size > 0) this.#notes.push(`${TENSOR_INDEX} stays as it is: it is only linked.${unfollowed(moves)}`);
      return;
    }
    let before: Uint8Array | undefined;
    try {
      before = await this.#read(TENSOR_INDEX, MAX_INDEX_BYTES);
    } catch (error) {
      this.#leave(TENSOR_INDEX, error, unfollowed(moves));
      return;
    }
    if (!before) {
      const there = this.#inTheWay(TENSOR_INDEX);
      if (there) this.#notes.push(`${TENSOR_INDEX} cannot be added, because there is a ${there} in its place.`);
      else await this.#change(TENSOR_INDEX, undefined, encodeUtf8(EMPTY_INDEX), MAX_INDEX_BYTES);
      return;
    }
    const text = decodeUtf8(before);
    const after = text === undefined ? undefined : completeIndex(text, moves);
    if (after === undefined)
      this.#notes.push(
        `${TENSOR_INDEX} stays as it is: it cannot be read or is too large, so nothing can be changed in it.${unfollowed(moves)}`,
      );
    if (after === undefined || after === text) this.#present.set(TENSOR_INDEX, await sha256(before));
    else await this.#change(TENSOR_INDEX, before, encodeUtf8(after), MAX_INDEX_BYTES);
  }

  /**
   * The new paths of renamed files of `tensor_data/` by their old ones, both below the folder. An index that is put says
   * itself where its tensors are: it follows only files whose old path no other file has.
   */
  #tensorMoves(files: readonly FileChange[]): Map<string, string> {
    const isPut = this.#after.added.has(TENSOR_INDEX);
    const moves = new Map<string, string>();
    for (const change of files) {
      if (change.kind !== 'rename' || (isPut && this.#after.isTaken(change.from))) continue;
      const [from, to] = [belowTensors(change.from), belowTensors(change.to)];
      if (from !== undefined && to !== undefined) moves.set(from, to);
    }
    return moves;
  }

  /** What is in the way of a new file: a file at one of its folders, or a folder at its path. */
  #inTheWay(path: string): 'file' | 'folder' | undefined {
    const archive = this.#archive;
    const parts = path.split('/');
    if (parts.some((_, end) => end > 0 && archive.entryAt(parts.slice(0, end).join('/')))) return 'file';
    return !archive.entryAt(path) && archive.isFolder(path) ? 'folder' : undefined;
  }

  /** The hash of the new file that a path leads to. A symlink's line is about its final target. */
  #newHash(path: string): string | undefined {
    const place = this.#after.placeOf(path, (at) => this.#hashes.has(at));
    if (place === undefined) return undefined;
    return this.#hashes.get(place) ?? this.#after.added.get(place)?.digest.sha256;
  }

  /** The old lines of MANIFEST by their paths afterwards. */
  #listed(): Map<string, ManifestEntry> {
    const listed = new Map<string, ManifestEntry>();
    for (const line of this.#input.manifest?.entries.values() ?? []) {
      const path = this.#after.pathAfter(line.path);
      if (path !== undefined) listed.set(path, line);
    }
    return listed;
  }

  /** The hash of every file that a resealed MANIFEST lists. */
  async #resealed(hashes: FileHashes): Promise<Map<string, string>> {
    const { archive, manifest, isLinked, links } = this.#input;
    const listed = this.#listed();
    const moved = new Map<string, string>();
    for (const [path, hash] of hashes) {
      const after = this.#after.pathAfter(path);
      if (after !== undefined) moved.set(after, hash);
    }
    const { lines, reseal } = await resealedLines(
      {
        files: this.#after,
        listed,
        isLinked: (path) => {
          const before = this.#after.pathBefore(path);
          return before !== undefined && (isLinked(before) || archive.open(before) !== undefined);
        },
        hashes: moved,
        rewritten: this.#hashes.keys(),
        rewrittenHash: (path) => this.#newHash(path),
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
    const listed = this.#listed();
    const missing: string[] = [];
    const wrong: string[] = [];
    for (const [path, { sha256: hash }] of listed) {
      if (path === MANIFEST || path === LINKS) continue;
      const place = this.#after.placeOf(path, (at) => this.#hashes.has(at));
      const written = place === undefined ? undefined : this.#hashes.get(place);
      if (place === undefined || written === undefined) {
        lines.set(path, this.#hashAt(path, place, listed) ?? hash.toLowerCase());
        continue;
      }
      lines.set(path, written);
      // The line was wrong, and now becomes right. A note says so, or nobody would know.
      const before = this.#hashesBefore.get(place);
      if (before === undefined && path === TENSOR_INDEX) this.#askForIndex(hash);
      else if (before === undefined) missing.push(path);
      else if (before !== hash.toLowerCase()) wrong.push(path);
    }
    for (const [path, { digest }] of this.#after.added)
      if (!lines.has(path)) lines.set(path, this.#hashes.get(path) ?? digest.sha256);
    this.#tell(missing, 'was missing, although MANIFEST lists it. It is new.');
    this.#tell(wrong, 'did not match MANIFEST, even before your edits. It will match in the saved file.');
    for (const path of [CARTON_TOML, TENSOR_INDEX]) {
      if (lines.has(path)) continue;
      const place = this.#after.placeOf(path, (at) => this.#hashes.has(at));
      const written = place === undefined ? undefined : this.#hashes.get(place);
      const hash = written ?? this.#present.get(path);
      if (hash === undefined) continue;
      lines.set(path, hash);
      if (written === undefined || this.#hashesBefore.has(place as string))
        this.#tell([path], 'was not listed in MANIFEST. It is listed in the saved file.');
    }
    return lines;
  }

  /**
   * The hash of the file that a path leads to, where changes of files may have made it another one: an added file, or
   * the target of a symlink.
   */
  #hashAt(path: string, place: string | undefined, listed: ReadonlyMap<string, ManifestEntry>): string | undefined {
    const added = place === undefined ? undefined : this.#after.added.get(place);
    if (added) return added.digest.sha256;
    if (place === undefined || place === path || this.#after.changes.size === 0) return undefined;
    const before = this.#after.pathBefore(path);
    const target = before === undefined ? undefined : this.#archive.resolve(before);
    // It leads to the same file as before: whatever its own line says, nobody asked for another one.
    if (target && this.#after.pathAfter(target.path) === place) return undefined;
    return listed.get(place)?.sha256.toLowerCase();
  }

  /**
   * Writes the URLs of linked files into LINKS, and takes those of files out that no longer need them. Where no file is
   * left in it, LINKS goes.
   *
   * @param lines the new lines of MANIFEST
   */
  async #changeLinks(lines: ReadonlyMap<string, string>): Promise<void> {
    const changes = new Map<string, readonly string[]>();
    for (const hash of this.#unlinked(lines)) changes.set(hash, []);
    const missing: string[] = [];
    for (const [path, urls] of this.#after.linked) {
      const hash = lines.get(path);
      if (hash === undefined)
        throw new InternalError('internal/bug', `MANIFEST would have no hash of the linked file ${quote(path)}.`);
      // Two files of one content have the URLs of both.
      changes.set(hash, [...new Set([...(changes.get(hash) ?? []), ...urls])]);
      if (urls.length === 0) missing.push(path);
    }
    this.#tell(missing, 'is no longer linked, and not in the package either. Nobody can load it.');
    if (changes.size === 0) return;
    const before = await this.#read(LINKS, MAX_LINKS_BYTES);
    const text = linksText(before, changes);
    if (text === undefined) {
      if (!before) return;
      this.#changes.set(LINKS, null);
      this.#notes.push('LINKS is left out: no file is linked anymore.');
      return;
    }
    const after = encodeUtf8(text);
    if (!before || !isEqual(before, after)) await this.#change(LINKS, before, after, MAX_LINKS_BYTES);
  }

  /** The hashes of linked files that were replaced or removed, and that no other linked file has. */
  #unlinked(lines: ReadonlyMap<string, string>): ReadonlySet<string> {
    const { manifest, links } = this.#input;
    const freed = new Set<string>();
    for (const { path, sha256: hash } of links?.size ? (manifest?.entries.values() ?? []) : [])
      if (links?.has(hash) && this.#after.pathAfter(path) === undefined && !this.#archive.resolve(path))
        freed.add(hash.toLowerCase());
    if (freed.size === 0) return freed;
    for (const [path, hash] of lines)
      if (freed.has(hash) && (this.#after.linked.has(path) || this.#after.placeOf(path) === undefined))
        freed.delete(hash);
    return freed;
  }

  /**
   * The symlinks that stay and led to a file, and lead to none afterwards. What is linked by a URL is found by its
   * hash.
   */
  #cutLinks(): string[] {
    const after = this.#after;
    const links = this.#archive.entries.filter(
      ({ kind, unsafe, shadowed }) => kind === 'symlink' && !unsafe && !shadowed,
    );
    const isAnyChanged = links.some(({ path }) => after.pathAfter(path) !== path);
    return links.flatMap(({ path }) => {
      const target = this.#archive.resolve(path)?.path;
      const now = after.pathAfter(path);
      if (target === undefined || now === undefined || after.linked.has(now)) return [];
      const targetNow = after.pathAfter(target);
      if (!isAnyChanged && targetNow === target) return [];
      if (targetNow !== undefined && after.linked.has(targetNow)) return [];
      return after.placeOf(now, (at) => this.#hashes.has(at)) === undefined ? [now] : [];
    });
  }

  /** Says so where the lock file no longer belongs to the requirements. */
  async #staleLock(): Promise<string[]> {
    const after = this.#after;
    const isTouched = [REQUIREMENTS_FILE, LOCK_FILE].some((path) => after.pathBefore(path) !== path);
    const bytes = isTouched ? await this.#read(LOCK_FILE, MAX_LOCK_BYTES) : undefined;
    const made = bytes && parseLock(bytes).lock?.requirementsHash;
    const now =
      after.added.get(REQUIREMENTS_FILE)?.digest.sha256 ??
      this.#input.manifest?.entries.get(after.pathBefore(REQUIREMENTS_FILE) ?? '')?.sha256.toLowerCase();
    if (made === undefined || made === now) return [];
    return [
      `${LOCK_FILE} is out of date: it was made for another ${REQUIREMENTS_FILE}. Loading installs what it lists.`,
    ];
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
    if (this.#changes.has(LINKS)) return;
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
  #leave(path: string, error: unknown, more = ''): void {
    faultOfFile(error);
    this.#notes.push(`${path} stays as it is: it cannot be read.${more}`);
  }
}

/** Says of an index that cannot be changed that it does not follow renamed files. Empty where it need not. */
function unfollowed(moves: ReadonlyMap<string, string>): string {
  const [first] = moves.keys();
  if (first === undefined) return '';
  const more = moves.size === 1 ? '' : ` and ${moves.size - 1} more renamed files`;
  return ` If it refers to ${quote(TENSOR_FOLDER + first)}${more}, that leads nowhere now.`;
}

/** Throws `internal/bug` for changes of files that are written otherwise. */
function refuseOwnFiles({ texts, files }: Draft): void {
  const refuse = (what: string, path: string) => {
    throw new InternalError('internal/bug', `Boxcutter cannot ${what} of a carton: ${quote(path)}.`);
  };
  for (const path of texts.keys()) if (path !== CARTON_TOML) refuse('write the text of a file', path);
  for (const change of files) {
    for (const path of change.kind === 'rename' ? [change.from, change.to] : [change.path]) {
      const own = OWN_FILES.find((file) => file.path === path);
      if (own && !(own.canPut && change.kind === 'put')) refuse(`${change.kind} a file`, path);
    }
  }
}
