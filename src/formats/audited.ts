import type { Container } from '../archive/container.ts';
import { type AuditOptions, Auditor } from '../audit/auditor.ts';
import { auditOf } from '../audit/facts.ts';
import { HEAD_BYTES } from '../audit/limits.ts';
import { faultOfFile } from '../base/errors.ts';
import { mergeFindings } from '../base/findings.ts';
import { type Audit, runFindings } from '../model/run-facts.ts';
import type { ByteSource } from '../source/source.ts';
import type { OpenPackage } from './format.ts';

/** An open package that can be looked through, whatever its format. */
export interface AuditedPackage extends OpenPackage {
  /**
   * Looks through all files for what loading them would run: by their content, and at any depth that the limits of
   * `audit/limits.ts` allow. Of a package on a host, nothing is read, unless `readsAll`. Rejects when
   * canceled, and where the container's bytes do not come.
   */
  audit(options?: Pick<AuditOptions, 'signal' | 'readsAll' | 'isHeld' | 'onProgress'>): Promise<Audit>;
  readMore?(signal?: AbortSignal): Promise<AuditedPackage>;
  withFiles?(files: ReadonlyMap<string, ByteSource>, signal?: AbortSignal): Promise<AuditedPackage>;
}

/**
 * A package as its format opened it, and the look through its files. What the format's facts warn of is among the
 * findings.
 *
 * @param added files that links led to
 */
export function audited(
  opened: OpenPackage,
  container: Container,
  added: ReadonlyMap<string, ByteSource> = new Map(),
): AuditedPackage {
  const { readMore, withFiles, ...rest } = opened;
  const { package: pkg } = rest;
  return {
    ...rest,
    package: { ...pkg, findings: mergeFindings(pkg.findings, runFindings(pkg.runs)) },
    audit: (options = {}) => audit(opened, container, added, options),
    ...(readMore ? { readMore: async (signal) => audited(await readMore(signal), container, added) } : {}),
    ...(withFiles
      ? {
          withFiles: async (files, signal) =>
            audited(await withFiles(files, signal), container, new Map([...added, ...files])),
        }
      : {}),
  };
}

async function audit(
  opened: OpenPackage,
  container: Container,
  added: ReadonlyMap<string, ByteSource>,
  options: AuditOptions,
): Promise<Audit> {
  const { looked, package: pkg } = opened;
  const { signal } = options;
  const { source } = container;
  const isRemote = container.servedFrom !== undefined;
  const { runs: own, findings: read } = (await opened.whatRuns?.(signal)) ?? { runs: pkg.runs, findings: [] };
  const auditor = new Auditor(isRemote, { ...options, ...(typeof looked === 'object' ? { looked } : {}) });
  const place = { path: container.name, inner: [] };
  const archive = opened.archive ?? (await container.archive(signal).catch(() => undefined));
  if (source && looked === 'file') {
    const archives = await auditor.archivesIn(source, place).catch((error) => {
      auditor.broken(place, faultOfFile(error), source.size);
      return [];
    });
    const isSaid = pkg.findings.some(({ code }) => code === 'pickle/two-kinds');
    if (archives.length > 0 && !isSaid)
      auditor.twoFormats(place, await source.read(0, Math.min(source.size, HEAD_BYTES), signal));
    for (const inner of archives) await auditor.archive(inner, place);
    if (opened.rest !== undefined && opened.rest < source.size) await auditor.rest(source, opened.rest, place);
  } else if (archive) {
    await auditor.archive(archive);
    if (source && !isRemote) await auditor.asPickle(source, place);
    // What is also another kind of archive.
    const others = source && !isRemote ? await auditor.archivesIn(source, place) : [];
    for (const other of others) if (other !== archive && !opened.archive) await auditor.archive(other, place);
  } else if (source) await auditor.file(source, place, true);
  for (const { path, hash } of pkg.files) if (hash === 'linked' && !added.has(path)) auditor.linked(path);
  for (const [path, file] of added) await auditor.file(file, { path, inner: [] }, true);
  const { runs, findings } = auditOf(own, auditor);
  return { runs, findings: mergeFindings(runFindings(own), read, findings) };
}
