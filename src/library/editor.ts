import { digestBlob } from '../archive/digest/blob.ts';
import { isUnchanged, plannedSource } from '../archive/plan.ts';
import type { Finding } from '../base/findings.ts';
import type { DraftPlan, FieldGuide, OpenPackage } from '../formats/format.ts';
import { fieldGuides, openPackage } from '../formats/registry.ts';
import type { EditedTexts, FileChange, FileHashes, Renewal } from '../model/draft.ts';
import type { Edit, FieldStep } from '../model/edit/edit.ts';
import type { FieldValues } from '../model/edit/field.ts';
import { isThereAfter, isThereIn, withFileChanges } from '../model/file/file-changes.ts';
import { fileNameProblem, TakenNames } from '../model/file/name-problem.ts';
import { newErrors } from '../model/new-findings.ts';
import { UsageError } from './usage-error.ts';

/**
 * Makes changes of an open package in their order, as the page would, and plans what they make of it. A path of a file
 * is the one that it has after the changes so far. What makes no sense is a `UsageError`.
 */
export class PackageEditor {
  /** All changes of files so far. */
  files: readonly FileChange[] = [];
  /** Sentences about new names that some systems cannot unpack, and what else is worth knowing of the changes. */
  readonly notes: string[] = [];
  readonly #open: OpenPackage;
  readonly #guide: FieldGuide | undefined;
  readonly #signal: AbortSignal | undefined;
  readonly #isThere;
  /** Paths of the open package, and those that were added. */
  readonly #paths: Set<string>;
  #edited: EditedTexts | undefined;

  private constructor(open: OpenPackage, guide: FieldGuide | undefined, signal: AbortSignal | undefined) {
    this.#open = open;
    this.#guide = guide;
    this.#signal = signal;
    this.#isThere = isThereIn(open.package.files);
    this.#paths = new Set(open.package.files.map(({ path }) => path).filter(this.#isThere));
  }

  /**
   * Rejects with a `UsageError` for a package that cannot be saved with changes.
   *
   * @param reseals whether its files are to be hashed again, which is possible where a save may not be
   * @param advice follows on why it cannot be saved
   */
  static async of(
    open: OpenPackage,
    { signal, reseals = false, advice = '' }: { signal?: AbortSignal | undefined; reseals?: boolean; advice?: string },
  ): Promise<PackageEditor> {
    const { name, can, cannot, format, formatName } = open.package;
    const why = cannot?.save ?? cannot?.edit ?? `This format cannot be edited: ${formatName}.`;
    if (!open.plan || !(reseals ? can.reseal : can.save))
      throw new UsageError(`${name} cannot be edited and saved. ${why}${advice}`, 'usage/cannot-edit');
    return new PackageEditor(open, (await fieldGuides()).get(format), signal);
  }

  /** @param stepOf the step that sets a field of the metadata file. Undefined where nothing changes */
  async set(
    stepOf: (guide: FieldGuide, values: FieldValues) => FieldStep | undefined | Promise<FieldStep | undefined>,
  ): Promise<void> {
    const { name, cannot, formatName } = this.#open.package;
    const why = cannot?.edit ?? `This format has no fields to set: ${formatName}.`;
    if (!this.#open.edit || !this.#guide) throw new UsageError(`${name} cannot be edited. ${why}`, 'usage/cannot-edit');
    const values = await this.#values();
    if (!values)
      throw new UsageError(
        `No field can be set: ${this.#guide.file} of ${name} cannot be parsed.`,
        'usage/cannot-edit',
      );
    await this.#apply((await stepOf(this.#guide, values))?.edits ?? []);
  }

  /**
   * Adds a file, or replaces the one at its path.
   *
   * @param contentOf gives its bytes. It is asked once nothing is wrong with the path
   */
  async put(path: string, contentOf: () => Blob | Promise<Blob>): Promise<void> {
    this.#checkNew(path, this.#taken([path]), true);
    const blob = await contentOf();
    this.change([{ kind: 'put', path, blob, digest: await digestBlob(blob, this.#signal) }]);
  }

  /** Gives a file another path, or the files of a folder. References follow them. */
  async rename(from: string, to: string): Promise<void> {
    const [old, now] = [withoutSlash(from), withoutSlash(to)];
    const meant = this.filesAt(old);
    const renames = new Map(meant.map((path) => [path, now + path.slice(old.length)]));
    const taken = this.#taken(meant);
    for (const path of renames.values()) this.#checkNew(path, taken, false);
    this.change([...renames].map(([before, after]) => ({ kind: 'rename', from: before, to: after })));
    const values = this.#open.edit && this.#guide?.followRenames && (await this.#values());
    if (values) await this.#apply(this.#guide?.followRenames?.(values, renames) ?? []);
  }

  /** Removes a file, or the files of a folder. */
  remove(path: string): void {
    this.change(this.filesAt(path).map((at) => ({ kind: 'remove', path: at })));
  }

  /** Makes changes of files that `filesAt` and `put` have allowed. */
  change(changes: readonly FileChange[]): void {
    this.files = withFileChanges(this.files, changes, this.#isThere);
    for (const change of changes) this.#paths.add(change.kind === 'rename' ? change.to : change.path);
  }

  /**
   * The files that a path means: itself, or those of the folder. There is at least one, and all may be changed.
   *
   * @param isPut whether only their bytes are to change
   */
  filesAt(given: string, isPut = false): string[] {
    const path = withoutSlash(given);
    const has = isThereAfter(this.files, this.#isThere);
    const meant = has(path) ? [path] : [...this.#paths].filter((at) => at.startsWith(`${path}/`) && has(at));
    for (const at of meant.length === 0 ? [path] : meant) this.#refuseOwn(at, isPut);
    if (meant.length === 0)
      throw new UsageError(`${this.#open.package.name} has no file ${path}.`, 'usage/no-such-file');
    return meant;
  }

  /** The plan of the new package. Rejects as reading does. */
  async plan(renew: Renewal, hashes?: FileHashes): Promise<DraftPlan> {
    const texts = this.#edited?.texts ?? new Map<string, string>();
    // `of` has made sure of it.
    const plan = this.#open.plan as NonNullable<OpenPackage['plan']>;
    const planned = await plan({ texts, files: this.files, renew }, this.#signal, hashes);
    return { ...planned, review: { ...planned.review, notes: [...this.notes, ...planned.review.notes] } };
  }

  /**
   * Opens what a plan makes, and gives the errors in it that the open package does not have.
   *
   * @param keys those that were set, as `Finding.field` has them
   */
  async newErrors(planned: DraftPlan, keys: ReadonlySet<string>): Promise<Finding[]> {
    if (isUnchanged(planned)) return [];
    const after = await openPackage(plannedSource(planned), { signal: this.#signal });
    return newErrors(this.#open.package.findings, after.package.findings, keys);
  }

  async #values(): Promise<FieldValues | undefined> {
    this.#edited ??= await this.#open.edit?.({}, this.#signal);
    // A format with a guide has such values.
    return this.#edited?.values as FieldValues | undefined;
  }

  async #apply(edits: readonly Edit[]): Promise<void> {
    if (edits.length === 0 || !this.#edited) return;
    this.#edited = await this.#open.edit?.({ texts: this.#edited.texts, edits }, this.#signal);
  }

  /** @param away files that leave their places */
  #taken(away: readonly string[]): TakenNames {
    const has = isThereAfter(this.files, this.#isThere);
    const left = new Set(away);
    return new TakenNames([...this.#paths].filter((path) => has(path) && !left.has(path)));
  }

  #checkNew(path: string, taken: TakenNames, isPut: boolean): void {
    this.#refuseOwn(path, isPut);
    const problem = fileNameProblem(path, taken);
    if (problem?.severity === 'error') throw new UsageError(`${path}: ${problem.text}`, 'usage/bad-name');
    // A file that is replaced had its name before.
    if (problem && !this.#isThere(path)) this.notes.push(problem.text);
  }

  #refuseOwn(path: string, isPut: boolean): void {
    const { can, cannot, name } = this.#open.package;
    if (!can.files)
      throw new UsageError(
        `The files of ${name} cannot be changed. ${cannot?.save ?? ''}`.trimEnd(),
        'usage/cannot-edit',
      );
    const own = can.files.own.find((file) => file.path === path);
    if (own && !(isPut && own.canPut))
      throw new UsageError(`${path} cannot be changed as a file. ${own.why}`, 'usage/own-file');
  }
}

function withoutSlash(path: string): string {
  return path.replace(/\/$/, '');
}
