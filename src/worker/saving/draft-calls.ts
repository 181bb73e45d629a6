import { checkSaved } from '../../archive/saved.ts';
import { splicedSource } from '../../archive/splice.ts';
import { throwIfAborted } from '../../base/abort.ts';
import { asBoxcutterError, BoxcutterError, InternalError, NetworkError } from '../../base/errors.ts';
import { type Finding, finding } from '../../base/findings.ts';
import { quote } from '../../base/text.ts';
import { nextTask } from '../../codec/pause.ts';
import type { OpenPackage, Repacked } from '../../formats/format.ts';
import { openPackage } from '../../formats/registry.ts';
import { fileSource } from '../../source/file.ts';
import type { ByteSource, SourceDescriptor } from '../../source/source.ts';
import type { DownloadSink } from '../links/whole-download.ts';
import type { CallOptions, SavedDraft, WorkerCalls } from '../protocol.ts';
import { fileSink, removeEmpty } from './byte-sink.ts';
import { copy } from './package-calls.ts';
import type { KeptFiles } from './private-files.ts';

type DraftCall = 'editDraft' | 'reviewDraft' | 'saveDraft';

type DraftHandlers = {
  [N in DraftCall]: (ask: WorkerCalls[N]['ask'], options: CallOptions) => Promise<WorkerCalls[N]['answer']>;
};

/** What is open, and where a changed package goes. */
export interface DraftPlaces {
  /** Throws where it is not open any more. */
  held(handle: number): OpenPackage;
  descriptorOf(handle: number): SourceDescriptor | undefined;
  openSink(size: number): Promise<DownloadSink>;
  /** The file of the browser's own that an open package stands on, and who keeps those. */
  keptOf(handle: number): string | undefined;
  kept: Pick<KeptFiles, 'add' | 'copy'>;
}

/** The worker's side of the calls about editing a package. */
export function draftHandlers({ held, descriptorOf, openSink, keptOf, kept }: DraftPlaces): DraftHandlers {
  async function repacked({ handle, draft }: WorkerCalls['reviewDraft']['ask'], signal?: AbortSignal) {
    const open = held(handle);
    if (!open.repack) throw new InternalError('internal/bug', 'A package was to be saved that cannot be.');
    return open.repack(draft, signal);
  }

  /** To a file on the disk, which has its old content until all of it has come. */
  async function saveToFile(result: Repacked, file: ByteSource, saveTo: FileSystemFileHandle, options: CallOptions) {
    let done = false;
    try {
      const sink = await fileSink(saveTo);
      let blob: Blob;
      try {
        blob = await copy(file, sink, options);
      } catch (error) {
        await sink.drop();
        throw error;
      }
      await checked(() => checkSaved(fileSource(blob, saveTo.name), result, options.signal), saveTo);
      done = true;
    } finally {
      if (!done) await removeEmpty(saveTo);
    }
  }

  /** To the browser's own file system, from where it is copied to the downloads and opened. */
  async function saveToBrowser(result: Repacked, file: ByteSource, options: CallOptions): Promise<Partial<SavedDraft>> {
    const sink = await openSink(file.size);
    try {
      const blob = await copy(file, sink, options);
      await checkSaved(fileSource(blob, file.name), result, options.signal);
      throwIfAborted(options.signal);
      const { kept: name } = sink;
      if (name === undefined) return { blob };
      kept.add(name, () => sink.release());
      kept.copy(name);
      return { blob, kept: name };
    } catch (error) {
      await sink.drop();
      sink.release();
      throw error;
    }
  }

  return {
    async editDraft({ handle, text, edits }, { signal }) {
      // Who types asks again before this is done: a cancel that is on its way comes before the work.
      await nextTask();
      throwIfAborted(signal);
      const open = held(handle);
      if (!open.edit) throw new InternalError('internal/bug', 'A package was to be edited that cannot be.');
      return open.edit({ text, edits }, signal);
    },

    async reviewDraft(ask, { signal }) {
      const { review, plan, old } = await repacked(ask, signal);
      return { ...review, findings: await findingsOf(splicedSource(plan, old), signal) };
    },

    async saveDraft({ handle, draft, saveTo }, options) {
      const { signal } = options;
      held(handle);
      if (saveTo) await refuseOpen(saveTo, descriptorOf(handle), signal);
      const result = await repacked({ handle, draft }, signal);
      const { size, identity } = result.review;
      const answer: SavedDraft = { size, ...(identity ? { identity } : {}) };
      const file = splicedSource(result.plan, result.old, saveTo?.name);
      if (saveTo) {
        await saveToFile(result, file, saveTo, options);
        return answer;
      }
      const blob = file.blob?.(0, file.size);
      if (!blob) return { ...answer, ...(await saveToBrowser(result, file, options)) };
      await checkSaved(fileSource(blob, file.name), result, signal);
      throwIfAborted(signal);
      // Its bytes are slices of what the open package stands on.
      const name = keptOf(handle);
      if (name === undefined) return { ...answer, blob };
      kept.copy(name);
      return { ...answer, blob, kept: name };
    },
  };
}

/** What opening a package that is not written yet finds: its directory and small files are read, through the old one. */
async function findingsOf(result: ByteSource, signal: AbortSignal | undefined): Promise<readonly Finding[]> {
  try {
    return (await openPackage(result, signal ? { signal } : {})).package.findings;
  } catch (error) {
    const known = asBoxcutterError(error);
    if (known.tag === 'cancelled' || known.tag === 'network' || known.tag === 'internal') throw known;
    return [finding(known.code, known.message)];
  }
}

/** A file that is not what was to be written is no carton: it does not stay. That it could not be looked at says nothing about it. */
async function checked(
  check: () => Promise<unknown>,
  saved: FileSystemFileHandle & { remove?: () => Promise<void> },
): Promise<void> {
  try {
    await check();
  } catch (error) {
    if (error instanceof BoxcutterError && error.code === 'source/save-mismatch')
      await saved.remove?.().catch(() => {});
    throw error;
  }
}

/** Rejects with `source/save-over-open` where a file is the open one, or one that the open one's bytes are slices of. */
async function refuseOpen(
  saveTo: FileSystemFileHandle,
  descriptor: SourceDescriptor | undefined,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (descriptor?.kind !== 'file') return;
  const there = await saveTo.getFile().catch(() => undefined);
  throwIfAborted(signal);
  if (!there) return;
  const refuse = (more: string) => new NetworkError('source/save-over-open', `${quote(there.name)} is open${more}.`);
  for (const { name, size, lastModified } of [descriptor.file, ...(descriptor.madeOf ?? [])]) {
    if (there.name === name && there.size === size && there.lastModified === lastModified) throw refuse('');
  }
  // Dialogs empty the chosen file.
  const [open] = [descriptor.file, ...(descriptor.madeOf ?? [])].filter(({ name }) => name === there.name);
  if (!open || there.size > 0 || open.size === 0) return;
  try {
    await fileSource(open).read(0, 1, signal);
  } catch (error) {
    throwIfAborted(signal);
    if (error instanceof BoxcutterError && error.tag === 'network')
      throw refuse(', and the dialog in which it was chosen has emptied it');
    throw error;
  }
}
