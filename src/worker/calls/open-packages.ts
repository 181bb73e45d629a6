import type { Container } from '../../archive/container.ts';
import type { DigestRunner } from '../../archive/digest/job.ts';
import type { AddedFile } from '../../archive/plan.ts';
import { formatBytes } from '../../base/amounts.ts';
import { InternalError } from '../../base/errors.ts';
import { type Finding, finding, mergeFindings } from '../../base/findings.ts';
import { hostText, leadsInside } from '../../base/host.ts';
import { quote } from '../../base/text.ts';
import type { AuditedPackage, KeptLooks } from '../../formats/registry.ts';
import type { Draft, DraftPackage, FileHashes } from '../../model/draft.ts';
import { plainFile } from '../../model/file/file-view.ts';
import { patchOf } from '../../model/list-patch.ts';
import type { Package } from '../../model/package.ts';
import type { ByteSource, SourceDescriptor } from '../../source/source.ts';
import type { PackageVerification } from './package-verification.ts';

/** What a descriptor names, ready to be read. */
export interface OpenedSource {
  container: Container;
  /** Computes the digests of its files on other threads. Undefined: this thread does it. */
  digests?: DigestRunner | undefined;
  /**
   * The bytes of `container` for a second pass over them, which rejects with `source/changed` where they are others
   * than before. Undefined where they are on this machine.
   */
  again?: ByteSource | undefined;
  /** The host that sent it, where it was downloaded whole. Its container is then one of this machine. */
  downloadedFrom?: string | undefined;
  /** The names of the private files that hold its bytes. */
  privateFiles?: readonly string[] | undefined;
  /** Lets go of what it holds. Called once: when the package is closed, or could not be opened. */
  release(): void;
}

/** All that the worker knows of one open package. */
export interface PackageRecord extends OpenedSource {
  readonly handle: number;
  /** What was opened: of an inner package, what the outermost one was opened from. */
  readonly descriptor: SourceDescriptor;
  /** The package that contains its file. */
  readonly outer?: PackageRecord | undefined;
  /** The package as its format opened it. Another one takes its place when a linked file was fetched. */
  open: AuditedPackage;
  /** The verification that began unasked, until the page asks for it. */
  verification?: PackageVerification;
  /** Linked files that were fetched, by path: they are among the files of `open`. */
  readonly fetched: Map<string, ByteSource>;
  /** Bytes of fetched files that are held in memory. */
  fetchedBytes: number;
  /** The hashes of its files, once a draft has asked for them. Bytes of an open package never change. */
  hashes?: FileHashes;
  /** Contents of files that drafts have added, by their ids. */
  readonly contents: Map<string, AddedFile>;
  /** What the checklist has found in files, also in those of drafts. */
  readonly looks: KeptLooks;
  /** The package that saving a draft would give, of the draft that was asked about last, and what it was made of. */
  drafted?: { draft: Draft; from: AuditedPackage; open: AuditedPackage };
}

/** How many packages are open one inside the other, up to this one. */
export function levelsOf(record: PackageRecord): number {
  return record.outer ? levelsOf(record.outer) + 1 : 1;
}

/** The open packages by handle. */
export class OpenPackages {
  readonly #records = new Map<number, PackageRecord>();
  #nextHandle = 1;

  add(
    { descriptor, outer }: Pick<PackageRecord, 'descriptor' | 'outer'>,
    source: OpenedSource,
    open: AuditedPackage,
  ): PackageRecord {
    const record: PackageRecord = {
      ...source,
      handle: this.#nextHandle++,
      descriptor,
      outer,
      open,
      fetched: new Map(),
      fetchedBytes: 0,
      contents: new Map(),
      looks: new Map(),
    };
    this.#records.set(record.handle, record);
    return record;
  }

  find(handle: number): PackageRecord | undefined {
    return this.#records.get(handle);
  }

  /** Throws `internal/bug` where the package was closed. */
  get(handle: number): PackageRecord {
    const record = this.find(handle);
    if (!record) throw new InternalError('internal/bug', 'The package is no longer open.');
    return record;
  }

  /**
   * Closes a package and releases its source, after those of the packages inside it. Does nothing where it is closed
   * already.
   */
  close(handle: number): void {
    const record = this.#records.get(handle);
    if (!record) return;
    this.#records.delete(handle);
    record.verification?.cancel();
    for (const inner of [...this.#records.values()]) if (inner.outer === record) this.close(inner.handle);
    record.release();
  }
}

/** The package as the page gets it. Every answer with a `Package` is made here, so that all are complete. */
export function packageOf(record: PackageRecord): Package {
  const { open, container, downloadedFrom } = record;
  const { servedFrom = downloadedFrom } = container;
  const told = withWrapping(open.package, container);
  if (servedFrom === undefined) return told;
  const findings = mergeFindings(told.findings, redirectFindings(record, servedFrom));
  return { ...told, servedFrom, findings };
}

/** Findings about where redirects led. Only the outermost package has them. */
function redirectFindings({ descriptor, outer }: PackageRecord, servedFrom: string): Finding[] {
  if (outer || descriptor.kind !== 'url' || !leadsInside(descriptor.url, `https://${servedFrom}`)) return [];
  const from = hostText(new URL(descriptor.url).host);
  return [finding('source/private-redirect', `${from} redirected to ${hostText(servedFrom)}, which sent the file.`)];
}

/** A package with what is known of the file that it was decompressed from. */
export function withWrapping<T extends Package>(pkg: T, { wrapping }: Container): T {
  if (!wrapping) return pkg;
  const { name, method, size, findings } = wrapping;
  const fact = { label: 'Decompressed from', value: name, note: `(${method}, ${formatBytes(size)})` };
  return {
    ...pkg,
    unwrappedFrom: { name, size },
    facts: [...pkg.facts, fact],
    findings: mergeFindings(pkg.findings, findings),
    // Without an Overview, the page shows the fact nowhere else.
    onlyFiles: pkg.onlyFiles && `${pkg.onlyFiles} Decompressed from ${quote(name)}.`,
  };
}

/** A package with a draft, opened by `openDraftPackage`, as the page gets it. */
export function draftPackageOf(record: PackageRecord, open: AuditedPackage): DraftPackage {
  const { files, tensors, ...more } = packageOf({ ...record, open });
  const own = record.open.package;
  const filePatch = patchOf(own.files, files, ({ path }) => path, plainFile);
  const tensorPatch = patchOf(own.tensors, tensors, ({ name }) => name);
  return { ...more, ...(filePatch ? { files: filePatch } : {}), ...(tensorPatch ? { tensors: tensorPatch } : {}) };
}
