import { asContainer, type Container } from '../archive/container.ts';
import { TarArchive } from '../archive/tar/tar.ts';
import { type AuditOptions, Auditor } from '../audit/auditor.ts';
import { auditOf } from '../audit/facts.ts';
import { HEAD_BYTES } from '../audit/limits.ts';
import { throwIfAborted } from '../base/abort.ts';
import { asBoxcutterError, BadFileError, type BoxcutterError, faultOfFile, InternalError } from '../base/errors.ts';
import { mergeFindings } from '../base/findings.ts';
import { SNIFF_BYTES } from '../base/limits.ts';
import type { CheckItem, KnownOfPackage } from '../model/checklist.ts';
import { lookOf } from '../model/file/look.ts';
import type { PackageMaker } from '../model/maker.ts';
import type { FormatId } from '../model/package.ts';
import { type Audit, runFindings } from '../model/run-facts.ts';
import type { ByteSource } from '../source/source.ts';
import type { SourcedElements, TensorReader } from '../tensor/values.ts';
import type { CheckScope } from './checklist/check-item.ts';
import { generalChecks } from './checklist/checks.ts';
import { type ContentOptions, lookAtContents } from './checklist/content.ts';
import type { FormatDescriptor } from './descriptor.ts';
import type { FallbackFormat, FieldGuide, Format, FormatDrafts, OpenContext, OpenPackage } from './format.ts';
import { FALLBACKS, FORMATS, hasSign, SIGN_BYTES } from './list.ts';
import { packageVocabulary } from './tokenizer-json.ts';

export type { KeptLooks } from './checklist/content.ts';

/** A format with what loads its code. */
export interface LoadedFormat<F = Format> extends FormatDescriptor {
  core(): Promise<{ format: F }>;
}

function withCore<F = Format>(format: FormatDescriptor): LoadedFormat<F> {
  const { id, folder = id } = format;
  return { ...format, core: () => import(`./${folder}/core/format.ts`) };
}

/** Every format that knows its packages, in the order in which they are asked. */
export const REGISTRY: readonly LoadedFormat[] = FORMATS.map((format) => withCore(format));

/**
 * Opens a package with the first format that knows it. A source is opened as a file. Only formats are loaded and asked
 * whose descriptors fit. Rejects with a BoxcutterError where nothing can be shown. Everything else that is wrong is among the
 * package's findings.
 */
export async function openPackage(
  from: Container | ByteSource,
  context: OpenContext = {},
  formats = REGISTRY,
): Promise<AuditedPackage> {
  const container = asContainer(from);
  try {
    const format = await formatOf(container, context, formats);
    const opened = await format.open(container, { ...context, openInner: openUnaudited });
    throwIfAborted(context.signal);
    return audited(opened, container);
  } catch (error) {
    const told = await lookedAt(asBoxcutterError(error), container, context);
    // The beginning of what is cut off may open as nothing else.
    const isCut = container.wrapping?.findings.some(({ severity }) => severity === 'error');
    if (!isCut || context.asBytes || !(told instanceof BadFileError)) throw told;
    return openPackage(container, { ...context, asBytes: true }, formats);
  }
}

/** Opens a package in another one, whose own page looks through it. */
async function openUnaudited(source: ByteSource, signal?: AbortSignal): Promise<OpenPackage> {
  const container = asContainer(source);
  const context = signal ? { signal } : {};
  return (await formatOf(container, context, REGISTRY)).open(container, context);
}

/** The fields of each format whose metadata file can be edited by keys, by the format's id. */
export async function fieldGuides(): Promise<ReadonlyMap<FormatId, FieldGuide>> {
  const guides = new Map<FormatId, FieldGuide>();
  for (const { id, core } of REGISTRY) {
    const guide = await (await core()).format.fields?.();
    if (guide) guides.set(id, guide);
  }
  return guides;
}

/** Reads elements in blocks of a format, in any thread. Rejects with `internal/bug` where no format knows them. */
export async function storedReader(stored: SourcedElements): Promise<TensorReader> {
  const { format } = (await REGISTRY.find(({ id }) => id === stored.format)?.core()) ?? {};
  const reader = await format?.storedReader?.(stored);
  if (!reader) throw new InternalError('internal/bug', 'No format knows these blocks.');
  return reader;
}

/** What is asked about the values of a format's packages. Undefined where they cannot be edited. */
export async function formatDrafts(id: FormatId): Promise<FormatDrafts | undefined> {
  return (await REGISTRY.find((format) => format.id === id)?.core())?.format.drafts?.();
}

/** Makes new packages of a format. Undefined if the format has no maker. */
export async function packageMaker(id: FormatId): Promise<PackageMaker | undefined> {
  const loaded = await REGISTRY.find((format) => format.id === id)?.core();
  return loaded?.format.maker?.();
}

/** The formats of which packages can be made, each with what makes one. */
export async function packageMakers(): Promise<ReadonlyMap<FormatId, PackageMaker>> {
  const makers = new Map<FormatId, PackageMaker>();
  for (const { id, core } of REGISTRY) {
    const maker = await (await core()).format.maker?.();
    if (maker) makers.set(id, maker);
  }
  return makers;
}

/** Errors that one message names. */
const MAX_REFUSED = 5;

/** Opens a package that was made. Rejects with its errors where its maker refuses them. */
export async function checkMade(maker: PackageMaker, source: ByteSource, signal?: AbortSignal): Promise<void> {
  if (!maker.refusesErrors) return;
  const { findings } = (await openPackage(source, { signal })).package;
  const errors = findings.filter(({ severity }) => severity === 'error');
  const [first] = errors;
  if (!first) return;
  const lines = errors.slice(0, MAX_REFUSED).map(({ line, message }) => (line ? `Line ${line}: ${message}` : message));
  const more = errors.length > lines.length ? ` There are ${errors.length - lines.length} more.` : '';
  throw new BadFileError(first.code, `The ${maker.words.one} would have errors. ${lines.join(' ')}${more}`);
}

/** Codes for a file of another kind, rather than a broken one. */
const NOT_ONE = /\/not-/;

/** Adds to the error what the file looks like, if it is not what its name claims: a web page, a Git LFS pointer. */
async function lookedAt(
  error: BoxcutterError,
  { source }: Container,
  { signal }: OpenContext,
): Promise<BoxcutterError> {
  if (!(error instanceof BadFileError) || !source) return error;
  try {
    const look = lookOf(await source.read(0, Math.min(source.size, SNIFF_BYTES), signal));
    if (!look || (look.kind === 'binary' && !NOT_ONE.test(error.code))) return error;
    // The format has said it already.
    if (error.message.includes(look.what)) return error;
    return new BadFileError(error.code, `${error.message} It looks like ${look.what}.`, error.fields);
  } catch {
    return error;
  }
}

/** Gives the first `SIGN_BYTES` of a file, or all of a shorter one. Nothing of a folder. */
type HeadReader = () => Promise<Uint8Array> | undefined;

/**
 * What the format of a container is. Undefined for an archive, a folder or a file that is a package of none. Rejects
 * where the container's bytes do not come.
 */
export async function knownFormat(
  container: Container,
  context: OpenContext = {},
): Promise<FormatDescriptor | undefined> {
  return (await matching(container, context, REGISTRY))?.descriptor;
}

async function matching(container: Container, context: OpenContext, formats: typeof REGISTRY) {
  const { source } = container;
  const { signal } = context;
  let head: Promise<Uint8Array> | undefined;
  const readHead = () => {
    head ??= source?.read(0, Math.min(source.size, SIGN_BYTES), signal);
    return head;
  };
  for (const descriptor of formats) {
    throwIfAborted(signal);
    const format = await formatThatMatches(descriptor, container, readHead, context);
    if (format) return { descriptor, format };
  }
  throwIfAborted(signal);
  return undefined;
}

async function formatOf(container: Container, context: OpenContext, formats: typeof REGISTRY): Promise<FallbackFormat> {
  const { source, name } = container;
  const fallback = async (format: FormatDescriptor) => (await withCore<FallbackFormat>(format).core()).format;
  if (context.asBytes && source) return fallback(FALLBACKS.file);
  const found = await matching(container, context, formats);
  if (found) return found.format;
  const archive = await container.archive(context.signal);
  if (archive instanceof TarArchive || (!archive && /\.tar$/i.test(name))) return fallback(FALLBACKS.tar);
  return fallback(archive || /\.zip$/i.test(name) ? FALLBACKS.zip : FALLBACKS.file);
}

/** The format, loaded, where the container is one of its packages. */
async function formatThatMatches(
  descriptor: LoadedFormat,
  container: Container,
  readHead: HeadReader,
  context: OpenContext,
): Promise<Format | undefined> {
  try {
    if (!(await mayMatch(descriptor, container, readHead, context.signal))) return undefined;
    const { format } = await descriptor.core();
    return (await format.match(container, context)) ? format : undefined;
  } catch (error) {
    const { tag } = asBoxcutterError(error);
    // The format that opens the file reports what is wrong with it.
    if (tag === 'bad-file' || tag === 'unsupported' || tag === 'too-large') return undefined;
    throw error;
  }
}

/**
 * Whether a container has a sign of a format, so that it is worth loading. Reads no more than the format's `match`
 * would.
 */
async function mayMatch(
  format: FormatDescriptor,
  container: Container,
  readHead: HeadReader,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const { heads, mayBeNamed, mayBegin, mayHold } = format;
  const { source, name } = container;
  if (hasSign(format, name) || mayBeNamed?.(name)) return true;
  const head = heads || mayBegin ? await readHead() : undefined;
  if (head && (hasSign(format, name, head) || mayBegin?.(head))) return true;
  const archive = mayHold && (await container.archive(signal));
  return archive?.entries.some(({ path }) => mayHold?.(path, !source)) ?? false;
}

/** An open package that can be looked through, whatever its format. */
export interface AuditedPackage extends OpenPackage {
  /**
   * Looks through all files for what loading them would run: by their content, and at any depth that the limits of
   * `audit/limits.ts` allow. Of a package on a host, nothing is read, unless `readsAll`. Rejects when
   * canceled, and where the container's bytes do not come.
   */
  audit(options?: Pick<AuditOptions, 'signal' | 'readsAll' | 'isHeld' | 'onProgress'>): Promise<Audit>;
  /** What an exacting publisher wants of the package, and what of it is done. Rejects as `checks`. */
  checklist(options: ChecklistOptions): Promise<CheckItem[]>;
  /** Gives the CRC-32 that the archive states of a file. Undefined where it states none. Rejects as opening does. */
  checksums(signal?: AbortSignal): Promise<(path: string) => number | undefined>;
  readMore?(signal?: AbortSignal): Promise<AuditedPackage>;
  withFiles?(files: ReadonlyMap<string, ByteSource>, signal?: AbortSignal): Promise<AuditedPackage>;
}

/**
 * A package as its format opened it, and the look through its files. What the format's facts warn of is among the
 * findings.
 *
 * @param added files that links led to
 */
function audited(
  opened: OpenPackage,
  container: Container,
  added: ReadonlyMap<string, ByteSource> = new Map(),
): AuditedPackage {
  const { readMore, withFiles, ...rest } = opened;
  const { package: pkg, vocabulary = packageVocabulary(opened) } = rest;
  return {
    ...rest,
    vocabulary,
    package: {
      ...pkg,
      findings: mergeFindings(pkg.findings, runFindings(pkg.runs)),
      ...(vocabulary && { vocabulary: vocabulary.from }),
    },
    audit: (options = {}) => audit(opened, container, added, options),
    checklist: (options) => checklist(opened, container.servedFrom !== undefined, options),
    async checksums(signal) {
      const archive = opened.archive ?? (await container.archive(signal));
      return (path) => archive?.entryAt(path)?.crc32;
    },
    readMore: readMore && (async (signal) => audited(await readMore(signal), container, added)),
    withFiles:
      withFiles &&
      (async (files, signal) => audited(await withFiles(files, signal), container, new Map([...added, ...files]))),
  };
}

/** How a checklist is made. */
export interface ChecklistOptions extends Omit<ContentOptions, 'isRemote'> {
  known: KnownOfPackage;
}

async function checklist(
  opened: OpenPackage,
  isRemote: boolean,
  { known, ...options }: ChecklistOptions,
): Promise<CheckItem[]> {
  const content = await lookAtContents(opened, { ...options, isRemote });
  const scope: CheckScope = { pkg: opened.package, known, content, isRemote };
  const items = await (opened.checks?.(scope, options.signal) ?? generalChecks(scope));
  throwIfAborted(options.signal);
  return items;
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
  const auditor = new Auditor(isRemote, { ...options, looked: typeof looked === 'object' ? looked : undefined });
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
