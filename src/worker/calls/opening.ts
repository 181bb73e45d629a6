import {
  type Container,
  folderContainer,
  remoteSibling,
  sourceContainer,
  withoutGzip,
} from '../../archive/container.ts';
import type { DigestRunner } from '../../archive/digest/job.ts';
import { inThreadDigests } from '../../archive/digest/runner.ts';
import { unwrapGzip } from '../../archive/gzip.ts';
import { throwIfAborted } from '../../base/abort.ts';
import { InternalError } from '../../base/errors.ts';
import { MAX_AUTO_VERIFY_BYTES, MAX_GLANCE_REQUESTS, MAX_UNPOOLED_BYTES } from '../../base/limits.ts';
import { contentHoldOf } from '../../model/content-hold.ts';
import { privateFilesOf } from '../../model/draft.ts';
import { type DecodedRoom, keepDecodedOf } from '../../source/decoded.ts';
import { fileSource } from '../../source/file.ts';
import { HUGGING_FACE_HOSTS } from '../../source/hugging-face-address.ts';
import { listingError } from '../../source/listing.ts';
import { remoteSource } from '../../source/remote.ts';
import { unaskedFetch } from '../../source/request.ts';
import type { ByteSource, SourceDescriptor } from '../../source/source.ts';
import { startEarly } from '../hashing/early.ts';
import { type HasherLike, poolDigests } from '../hashing/pool.ts';
import { DecodedRooms, type RoomDisk, releasing } from '../inside/decoded-rooms.ts';
import { type InnerFile, innerFile } from '../inside/inner-file.ts';
import { innerGzip } from '../inside/inner-gzip.ts';
import type { CallHandlers, CallOptions, InnerAsk, WorkerCalls } from '../protocol.ts';
import type { OpenSink } from '../saving/byte-sink.ts';
import { openDraftPackage, type PackageOpener } from '../saving/draft-calls.ts';
import type { PrivateFiles } from '../saving/private-files.ts';
import { witnessedSource } from '../saving/witnessed-source.ts';
import { levelsOf, type OpenedSource, type OpenPackages, type PackageRecord, packageOf } from './open-packages.ts';
import { PackageVerification } from './package-verification.ts';
import { downloadWhole } from './whole-download.ts';
import { judgeOpened } from './whole-file.ts';

/** How a descriptor is opened. */
export interface SourceOptions extends CallOptions {
  /** For a row in a list: by few requests, and in this thread alone. */
  glances?: boolean;
}

export interface OpeningPorts {
  /** Opens what a descriptor names. Reports progress where that takes a download. */
  openSource(descriptor: SourceDescriptor, options: SourceOptions): Promise<OpenedSource>;
  openPackage: PackageOpener;
  /** For decoded bytes of inner packages. */
  disk?: RoomDisk | undefined;
}

/** Opens packages and closes them. */
export function openingCalls(
  packages: OpenPackages,
  { openSource, openPackage, disk }: OpeningPorts,
): CallHandlers<'close' | 'readMore'> & {
  open(ask: WorkerCalls['open']['ask'], options: SourceOptions): Promise<WorkerCalls['open']['answer']>;
} {
  const rooms = new DecodedRooms(disk);

  async function openInner({ outer, path, decodesAll, draft }: InnerAsk, options: CallOptions): Promise<OpenedSource> {
    const { signal } = options;
    const record = packages.get(outer);
    const asked = { levels: levelsOf(record), decodesAll, rooms, signal };
    const from = await openDraftPackage(record, draft, openPackage, signal);
    const { source, blob, whole, sibling, release } = await innerFile(from, path, asked);
    if (blob) {
      // A part of files of this machine is as good as a file.
      const names = [...new Set([...(record.privateFiles ?? []), ...privateFilesOf(draft?.files ?? [])])];
      const privateFiles = names.length > 0 ? names : undefined;
      const local = await openSource({ kind: 'file', file: new File([blob], source.name), privateFiles }, options);
      return { ...releasing(local, release), container: { ...local.container, sibling } };
    }
    const { container } = record;
    return {
      container: sourceContainer(servedBy(source, container), sibling),
      digests: whole && digestsOf(source, whole),
      release,
    };
  }

  /** Computes digests of a package that is decoded: on other threads, once these can have its bytes. */
  function digestsOf(source: ByteSource, whole: NonNullable<InnerFile['whole']>): DigestRunner {
    return {
      async run(jobs, options) {
        const { signal } = options;
        const file = await whole(signal);
        const local = file && (await openSource({ kind: 'file', file: new File([file], source.name) }, { signal }));
        try {
          await (local?.digests ?? inThreadDigests(source)).run(jobs, options);
        } finally {
          local?.release();
        }
      },
    };
  }

  /** What a file that is gzip holds. Undefined for any other. */
  async function ungzipped(bytes: ByteSource, options: SourceOptions): Promise<OpenedSource | undefined> {
    const found = await unwrapGzip(bytes, options);
    if (!found) return undefined;
    const inner = await openSource({ kind: 'file', file: new File([found.blob], found.name) }, options);
    return { ...inner, container: { ...inner.container, wrapping: found.wrapping } };
  }

  /** The same, with room for files that are compressed in it, until it is released. */
  function keepingDecoded(opened: OpenedSource): OpenedSource {
    const { source } = opened.container;
    if (!source) return opened;
    const held: DecodedRoom[] = [];
    let isReleased = false;
    keepDecodedOf(source, async (size) => {
      const room = await rooms.take(size);
      held.push(room);
      if (isReleased) for (const late of held.splice(0)) late.release();
      return room;
    });
    return releasing(opened, () => {
      isReleased = true;
      for (const room of held.splice(0)) room.release();
    });
  }

  return {
    async open(ask, options) {
      const { signal } = options;
      const outer = 'outer' in ask ? packages.get(ask.outer) : undefined;
      const { asBytes = false } = 'outer' in ask ? ask : asFile(ask.descriptor);
      const given = 'outer' in ask ? await openInner(ask, options) : await openSource(ask.descriptor, options);
      await refuseListing(ask, given, options);
      const unwrap = (bytes: ByteSource) =>
        'outer' in ask
          ? innerGzip(bytes, { decodesAll: ask.decodesAll, rooms, signal }, options.onProgress)
          : ungzipped(bytes, options);
      const source = keepingDecoded(asBytes ? given : await unwrapped(given, unwrap));
      try {
        const open = await openPackage(source.container, { asBytes, signal });
        // The page never learns the handle of a call that it cancelled, and could not close the package.
        throwIfAborted(signal);
        // Throws where the outer one was closed meanwhile.
        const descriptor = 'outer' in ask ? packages.get(ask.outer).descriptor : ask.descriptor;
        const record = packages.add({ descriptor, outer }, source, open);
        // The page shows the package first, and asks some tens of milliseconds later.
        if (ask.verifiesUnasked) options.afterAnswer?.(() => beginVerification(record));
        return { handle: record.handle, package: packageOf(record), ...judgeOpened(open) };
      } catch (error) {
        source.release();
        throw error;
      }
    },

    async close({ handle }) {
      packages.close(handle);
      return null;
    },

    async readMore({ handle }, { signal }) {
      const { open } = packages.get(handle);
      if (!open.readMore) throw new InternalError('internal/bug', 'All of the package is already read.');
      const whole = await open.readMore(signal);
      throwIfAborted(signal);
      // The page may have closed it meanwhile.
      const record = packages.get(handle);
      record.open = whole;
      return packageOf(record);
    },
  };
}

/** Begins to verify a package, unless that waits until people ask. */
function beginVerification(record: PackageRecord): void {
  const pkg = packageOf(record);
  if (record.open.verify && pkg.can.verify && contentHoldOf(pkg) === undefined)
    record.verification = new PackageVerification(record);
}

/** Throws `source/listing` where an address gives a list of files, and not a file. Releases the source then. */
async function refuseListing(
  ask: WorkerCalls['open']['ask'],
  { container, release }: OpenedSource,
  options: SourceOptions,
) {
  if ('outer' in ask || ask.descriptor.kind !== 'url' || ask.descriptor.asBytes || options.glances) return;
  const { source } = container;
  try {
    const error = source && (await listingError(source, ask.descriptor.url, { signal: options.signal }));
    if (error) throw error;
  } catch (error) {
    release();
    throw error;
  }
}

/** What is in a wrapped file, in its place. Any other source as it is. Releases the source where it rejects. */
async function unwrapped(
  source: OpenedSource,
  unwrap: (bytes: ByteSource) => Promise<Pick<OpenedSource, 'container' | 'release'> | undefined>,
): Promise<OpenedSource> {
  let last = source;
  try {
    return await withoutGzip(source, async (outer) => {
      const { source: bytes, servedFrom } = outer.container;
      const found = bytes && (await unwrap(bytes));
      if (!found) return undefined;
      const { downloadedFrom } = outer;
      last = { ...releasing(found, outer.release), downloadedFrom, container: { ...found.container, servedFrom } };
      return last;
    });
  } catch (error) {
    last.release();
    throw error;
  }
}

/** A source that says where the bytes come from: asked at each use, because a host may move the file later. */
function servedBy(source: ByteSource, from: Pick<Container, 'servedFrom'>): ByteSource {
  return {
    ...source,
    get servedFrom() {
      return from.servedFrom;
    },
  };
}

/** Whether a descriptor asks to open a file as bytes. */
function asFile(descriptor: SourceDescriptor): { asBytes?: boolean } {
  return descriptor.kind === 'folder' ? {} : descriptor;
}

export interface SourcePorts {
  privateFiles: PrivateFiles;
  openSink: OpenSink;
  /** Starts a thread that computes digests. */
  spawnHasher(): HasherLike;
}

/** Opens files, folders and addresses. */
export function sourceOpener({ privateFiles, openSink, spawnHasher }: SourcePorts): OpeningPorts['openSource'] {
  /** A file of this machine. Holds on to the private files that have its bytes until it is released. */
  async function openFile(
    file: File | Blob,
    name?: string,
    names: readonly string[] = [],
    glances = false,
  ): Promise<OpenedSource> {
    await Promise.all(names.map((held) => privateFiles.open(held)));
    const source = fileSource(file, name);
    // Where it is verified as soon as it is open, the first worker of the pool starts at once.
    const isVerified = !glances && file.size > MAX_UNPOOLED_BYTES && file.size < MAX_AUTO_VERIFY_BYTES;
    const early = isVerified ? startEarly(spawnHasher) : undefined;
    return {
      container: sourceContainer(source),
      digests: glances ? undefined : poolDigests({ source, file, spawn: early?.spawn ?? spawnHasher }),
      privateFiles: names.length > 0 ? names : undefined,
      release() {
        early?.end();
        for (const held of names) privateFiles.close(held);
      },
    };
  }

  return async (descriptor, { signal, onProgress, glances = false }) => {
    switch (descriptor.kind) {
      case 'file':
        return openFile(descriptor.file, undefined, descriptor.privateFiles, glances);
      case 'folder': {
        const container = folderContainer(descriptor.name, descriptor.files);
        return { container, digests: glances ? undefined : poolDigests({ spawn: spawnHasher }), release() {} };
      }
      case 'url': {
        // Bytes come slower from a host than one thread hashes them, unless the whole file is here.
        if (glances) {
          const asks = {
            times: MAX_GLANCE_REQUESTS,
            areLed: HUGGING_FACE_HOSTS.includes(new URL(descriptor.url).hostname),
          };
          const remote = await remoteSource(descriptor.url, { signal, fetch: unaskedFetch(asks) });
          return { container: sourceContainer(servedBy(remote, remote)), release() {} };
        }
        if (!descriptor.whole) {
          const remote = await remoteSource(descriptor.url, { signal });
          const { again, ...source } = witnessedSource(remote);
          const served = servedBy(source, remote);
          return { container: sourceContainer(served, remoteSibling(descriptor.url)), again, release() {} };
        }
        const { blob, name, servedFrom, privateFile, release } = await downloadWhole(descriptor.url, {
          signal,
          onProgress,
          openSink,
        });
        if (privateFile !== undefined) privateFiles.add(privateFile, release);
        const opened = await openFile(blob, name, privateFile === undefined ? [] : [privateFile]);
        return { ...opened, downloadedFrom: servedFrom };
      }
    }
  };
}
