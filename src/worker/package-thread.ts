import { toErrorData } from '../base/errors.ts';
import { loadedFindings } from '../base/findings.ts';
import { ownScript } from '../base/own-script.ts';
import { nextTask } from '../codec/pause.ts';
import { openPackage } from '../formats/registry.ts';
import { plainFile } from '../model/file/file-view.ts';
import { buffersOf, packFiles } from '../model/file/packed-files.ts';
import type { Package, PackageFile, TensorInfo } from '../model/package.ts';
import { packTensors } from '../model/tensor/packed-tensors.ts';
import { shrunkArrays } from '../tensor/shrink.ts';
import { comparingCalls } from './calls/comparing.ts';
import { glancingCalls } from './calls/glancing.ts';
import { tellingLostCopies } from './calls/lost-copy.ts';
import { OpenPackages } from './calls/open-packages.ts';
import { type OpeningPorts, openingCalls, sourceOpener } from './calls/opening.ts';
import { decodePicture } from './calls/picture-decoder.ts';
import { type ReadingPorts, readingCalls } from './calls/reading.ts';
import { runOutputCalls } from './calls/run-outputs.ts';
import { runningCalls } from './calls/running.ts';
import { type ScanningPorts, scanningCalls } from './calls/scanning.ts';
import { type ValuePorts, valueCalls } from './calls/values.ts';
import { type GathererLike, gatherPool } from './gathering/pool.ts';
import { type HasherLike, poolDigests } from './hashing/pool.ts';
import { linkCalls } from './links/link-calls.ts';
import type { PackerLike } from './packing/pack-pool.ts';
import {
  type CallHandlers,
  type CallName,
  FILES_PER_MESSAGE,
  type FromWorker,
  type Progress,
  TENSORS_PER_MESSAGE,
  type ToWorker,
  type WorkerCalls,
} from './protocol.ts';
import { type DraftPorts, draftCalls } from './saving/draft-calls.ts';
import { type ExportPorts, exportCalls } from './saving/export-calls.ts';
import { type NewPackagePorts, newPackageCalls } from './saving/new-package-calls.ts';
import { type PackagePorts, packageCalls } from './saving/package-calls.ts';
import {
  adoptPrivateFile,
  openPrivateSink,
  PRIVATE_DISK,
  PrivateFiles,
  sweepPrivateFiles,
} from './saving/private-files.ts';
import { type ThreadName, watchLife } from './thread.ts';

/** The page tells a new worker at once what to open again, and what its drafts hold: that takes milliseconds. */
const SWEEP_AFTER_MS = 2000;

/** A worker that works for this one, from the same script (`entry.ts`). */
const spawn = (name: ThreadName) => watchLife(new Worker(ownScript(self.location.href), { type: 'module', name }));
const spawnHasher = () => spawn('hasher') as HasherLike;
const spawnPacker = () => spawn('packer') as PackerLike;
const spawnGatherer = () => spawn('gatherer') as GathererLike;

/** The thread that holds the open packages: gives the page's messages to the calls' handlers. */
export function createPackageThread(post: Post): (message: ToWorker) => void {
  const privateFiles = new PrivateFiles(adoptPrivateFile);
  // Only once this worker holds the private files of packages and drafts that an earlier worker had.
  setTimeout(() => void sweepPrivateFiles(), SWEEP_AFTER_MS);
  const handlers = createHandlers({
    openSource: sourceOpener({ privateFiles, openSink: openPrivateSink, spawnHasher }),
    openPackage,
    disk: PRIVATE_DISK,
    fileDigests: poolDigests({ spawn: spawnHasher }),
    fetch: (...ask) => fetch(...ask),
    openSink: openPrivateSink,
    privateFiles,
    spawnPacker,
    gather: gatherPool(spawnGatherer),
    decodePicture,
  });
  return createDispatcher(handlers, postingEntries(post));
}

/** What the calls need from outside. The worker's thread gives the browser's own, tests give others. */
export interface WorkerPorts
  extends OpeningPorts,
    ReadingPorts,
    ScanningPorts,
    PackagePorts,
    DraftPorts,
    NewPackagePorts,
    ExportPorts,
    ValuePorts {}

/** The handlers of every call, over open packages of their own. */
export function createHandlers(ports: WorkerPorts): CallHandlers {
  const packages = new OpenPackages();
  const opening = openingCalls(packages, ports);
  return tellingLostCopies(packages, {
    ...opening,
    ...glancingCalls(packages, opening),
    ...readingCalls(packages, ports),
    ...scanningCalls(packages, ports),
    ...comparingCalls(packages, ports),
    ...runningCalls(packages, ports),
    ...linkCalls(packages, ports),
    ...packageCalls(packages, ports),
    ...draftCalls(packages, ports),
    ...newPackageCalls(packages, ports),
    ...exportCalls(packages, ports),
    ...valueCalls(packages, ports),
    ...runOutputCalls(packages, ports),
  });
}

/** Least time between two progress messages, in milliseconds. Ten a second move smoothly; more keep the page busy. */
const PROGRESS_INTERVAL = 100;

type Answer = WorkerCalls[CallName]['answer'];
type Post = (message: FromWorker, transfer: Transferable[]) => void;

/**
 * Gives the page's messages to their handlers and posts what comes of them. Every call ends in one answer or one error;
 * after a `cancel` the page expects neither.
 */
export function createDispatcher(handlers: CallHandlers, post: Post): (message: ToWorker) => void {
  const running = new Map<number, AbortController>();
  /** Handles by the call that opened them. A package is closed if its answer crossed a `cancel` on the way. */
  const opened = new Map<number, number>();

  async function run<N extends CallName>(id: number, name: N, ask: WorkerCalls[N]['ask']): Promise<void> {
    const controller = new AbortController();
    running.set(id, controller);
    let told = Number.NEGATIVE_INFINITY;
    /** What was found and no message has told yet. */
    let untold: Untold = nothingUntold();
    let latest: Progress = { done: 0, total: 0 };
    const tell = () => {
      const found = Object.entries(untold).filter(([, list]) => list.length > 0);
      post({ kind: 'progress', id, progress: { ...latest, ...Object.fromEntries(found) } }, []);
      untold = nothingUntold();
    };
    const tellRest = () => {
      if (Object.values(untold).some((list) => list.length > 0)) tell();
    };
    let after: (() => void) | undefined;
    try {
      const answer = await handlers[name](ask, {
        signal: controller.signal,
        onProgress(progress) {
          if (controller.signal.aborted) return;
          latest = keepUntold(untold, progress);
          const now = performance.now();
          if (now - told < PROGRESS_INTERVAL) return;
          told = now;
          tell();
        },
        afterAnswer(act) {
          after = act;
        },
      });
      tellRest();
      if (name === 'open') opened.set(id, (answer as WorkerCalls['open']['answer']).handle);
      if (name === 'close') forget((ask as WorkerCalls['close']['ask']).handle);
      post(
        { kind: 'answer', id, answer: await answerWithoutLists(name, answer, id, post, controller.signal) },
        handedOver(name, answer),
      );
      if (!controller.signal.aborted) after?.();
    } catch (error) {
      tellRest();
      post({ kind: 'error', id, error: toErrorData(error) }, []);
    } finally {
      running.delete(id);
    }
  }

  function forget(handle: number): void {
    for (const [id, known] of opened) if (known === handle) opened.delete(id);
  }

  function cancel(id: number): void {
    running.get(id)?.abort();
    const handle = opened.get(id);
    if (handle === undefined) return;
    opened.delete(id);
    handlers.close({ handle }, {}).catch(() => {});
  }

  return (message) => {
    if (message.kind === 'cancel') cancel(message.id);
    else void run(message.id, message.name, message.ask);
  };
}

/** The lists of progress whose items are told once. */
type Untold = Required<Pick<Progress, 'verdicts' | 'matching' | 'findings' | 'scanned' | 'same'>>;

function nothingUntold(): Untold {
  return { verdicts: [], matching: [], findings: [], scanned: [], same: [] };
}

/** Adds the lists of a progress to those that are untold, and gives the rest of it. */
function keepUntold(untold: Untold, progress: Progress): Progress {
  const rest = { ...progress };
  for (const key of Object.keys(untold) as (keyof Untold)[]) {
    for (const item of progress[key] ?? []) (untold[key] as unknown[]).push(item);
    delete rest[key];
  }
  return rest;
}

/** The memory of an answer that the page takes over. */
function handedOver(name: CallName, answer: Answer): ArrayBuffer[] {
  if (name === 'tensorShrunk')
    return shrunkArrays(answer as WorkerCalls['tensorShrunk']['answer']).map(({ buffer }) => buffer as ArrayBuffer);
  return ArrayBuffer.isView(answer) ? [answer.buffer as ArrayBuffer] : [];
}

/** Posts messages, each after the entries of the codes that it may name, where the page has not got them yet. */
export function postingEntries(post: Post): Post {
  let sent = 0;
  return (message, transfer) => {
    const { entries } = loadedFindings();
    if (entries.size > sent) post({ kind: 'entries', entries: [...entries].slice(sent) }, []);
    sent = entries.size;
    post(message, transfer);
  };
}

/**
 * Columns of up to this many files are copied when they are posted. Those of more files are handed over: that spares
 * the reader 50 MB of a million files, but the first memory that a thread hands over makes all its arrays slower.
 */
const MOST_COPIED_FILES = 100_000;

/** Up to this many tensors come to the page with their package. More of them come packed. */
const MOST_UNPACKED_TENSORS = 1_000;

/**
 * Posts the long lists of an open package part by part, and gives the answer without them. Lets messages in between: a
 * cancel ends it.
 */
async function answerWithoutLists(
  name: CallName,
  answer: Answer,
  id: number,
  post: Post,
  signal: AbortSignal,
): Promise<Answer> {
  if (name === 'readMore') return packageWithoutLists(answer as Package, id, post, signal);
  if (name !== 'open' && name !== 'fetchLink') return answer;
  const { package: pkg } = answer as Partial<WorkerCalls['open']['answer']>;
  if (!pkg) return answer;
  return { ...(answer as WorkerCalls['open']['answer']), package: await packageWithoutLists(pkg, id, post, signal) };
}

/** Posts the long lists of a package, and gives the package without them. */
async function packageWithoutLists(pkg: Package, id: number, post: Post, signal: AbortSignal): Promise<Package> {
  let { files, tensors } = pkg;
  if (files.length > FILES_PER_MESSAGE) {
    const isCopied = files.length <= MOST_COPIED_FILES;
    const send = (part: PackageFile[]) => {
      const columns = packFiles(part);
      post({ kind: 'files', id, files: columns }, isCopied ? [] : buffersOf(columns));
    };
    await inParts(files, FILES_PER_MESSAGE, send, signal);
    files = [];
  } else files = files.map(plainFile);
  if (tensors.length > MOST_UNPACKED_TENSORS) {
    const send = (part: TensorInfo[]) => post({ kind: 'tensors', id, tensors: packTensors(part) }, []);
    await inParts(tensors, TENSORS_PER_MESSAGE, send, signal);
    tensors = [];
  }
  return { ...pkg, files, tensors };
}

async function inParts<T>(list: readonly T[], size: number, send: (part: T[]) => void, signal: AbortSignal) {
  for (let at = 0; at < list.length && !signal.aborted; at += size) {
    send(list.slice(at, at + size));
    await nextTask();
  }
}
