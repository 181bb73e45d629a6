import { sourceContainer } from '../../archive/container.ts';
import { BadFileError, InternalError } from '../../base/errors.ts';
import { MAX_DOWNLOAD_BLOB_BYTES, SNIFF_BYTES } from '../../base/limits.ts';
import type { AuditedPackage } from '../../formats/registry.ts';
import { sniffMedia } from '../../model/file/media.ts';
import type { TensorInfo } from '../../model/package.ts';
import { valueDtype } from '../../model/tensor/value-dtype.ts';
import { fileSource } from '../../source/file.ts';
import type { ByteSource } from '../../source/source.ts';
import { withCells } from '../../tensor/contents/cells.ts';
import type { FlatContents, TensorContents } from '../../tensor/contents/contents.ts';
import type { ToldLoss } from '../../tensor/contents/conversion.ts';
import { converted } from '../../tensor/contents/convert.ts';
import { fitOf } from '../../tensor/contents/fit.ts';
import { type KeepBytes, keepInMemory, MAX_MEMORY_CONTENTS } from '../../tensor/contents/flow.ts';
import { contentsPreview } from '../../tensor/contents/preview.ts';
import { storedContents } from '../../tensor/contents/stored-contents.ts';
import { typedContents } from '../../tensor/contents/typed.ts';
import { type DecodePicture, pictureChoices } from '../../tensor/import/picture.ts';
import { textChoices } from '../../tensor/import/text-choices.ts';
import { readText } from '../../tensor/import/text-values.ts';
import type { ReadableChoice, ReadOptions } from '../../tensor/import/value-choice.ts';
import { wavChoices } from '../../tensor/import/wav.ts';
import { checkShape } from '../../tensor/reader.ts';
import type { ShapeSpec } from '../../tensor/shape.ts';
import type { CallHandlers, CallOptions, WorkerCalls } from '../protocol.ts';
import { eachChunk, type OpenSink, writeToBrowser } from '../saving/byte-sink.ts';
import type { PackageOpener } from '../saving/draft-calls.ts';
import type { PrivateFiles } from '../saving/private-files.ts';
import type { OpenPackages } from './open-packages.ts';
import { infoOf, tensorOpener } from './opened-tensor.ts';
import '../../tensor/contents/findings.ts';

export interface ValuePorts {
  openPackage: PackageOpener;
  /** Opens a sink for elements that are too many for memory. */
  openSink: OpenSink;
  privateFiles: PrivateFiles;
  /** Decodes pictures other than PNG. */
  decodePicture: DecodePicture;
}

type ValueCalls = 'readValues' | 'fitContents' | 'convertContents' | 'typeContents' | 'editCells' | 'tensorContents';

/** Reads, types and converts the elements of tensors that are to be written. */
export function valueCalls(packages: OpenPackages, ports: ValuePorts): CallHandlers<ValueCalls> {
  const { openPackage, decodePicture } = ports;
  const keep = keeper(ports);
  const { openOf } = tensorOpener(packages, openPackage);

  async function answer(
    contents: TensorContents,
    losses: readonly ToldLoss[],
    shape: ShapeSpec | undefined,
    signal: AbortSignal | undefined,
  ) {
    return { contents, losses, preview: await contentsPreview(contents, shape, signal) };
  }

  async function choicesOf(ask: WorkerCalls['readValues']['ask'], signal: AbortSignal | undefined) {
    const { declared = {} } = ask;
    if ('text' in ask) return textChoices(ask.text, undefined, declared, signal);
    const { file, name } = ask;
    const source = fileSource(file, name);
    const head = await source.read(0, Math.min(source.size, SNIFF_BYTES), signal);
    const kind = sniffMedia(head, name);
    const isText = kind.kind === 'text' || (kind.kind === 'picture' && kind.type === 'image/svg+xml');
    if (kind.kind === 'picture' && !isText) return pictureChoices(source, head, kind.type, decodePicture, signal);
    if (kind.kind === 'sound' && kind.type === 'audio/wav') return wavChoices(source, signal);
    const isWide = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);
    if (isWide || (isText && !PACKAGE_NAME.test(name)))
      return textChoices(await readText(source, signal), name, declared, signal);
    const open = await openPackage(sourceContainer(source), signal ? { signal } : {});
    const { tensors } = open.package;
    if (tensors.length > 0) return tensors.map((info) => tensorChoice(open, info));
    throw new BadFileError('values/unread', `The file has no tensor, and no values of another kind (${kind.label}).`);
  }

  return {
    async readValues(ask, options) {
      const { signal } = options;
      const found = await choicesOf(ask, signal);
      const choices = found.map(({ read: _, ...choice }) => choice);
      const only = found.length === 1 ? found[0] : undefined;
      const chosen = ask.key === undefined ? only : found.find(({ key }) => key === ask.key);
      if (!chosen && ask.key !== undefined) throw new InternalError('internal/bug', 'The file has no such values.');
      if (!chosen) return { choices };
      const contents = await chosen.read({ ...workOptions(options), keep });
      return { choices, key: chosen.key, chosen: await answer(contents, [], ask.declared?.shape, signal) };
    },

    fitContents: ({ contents, declared }, options) => fitOf(contents, declared, workOptions(options)),

    async convertContents({ contents, conversions, shape }, options) {
      const made = await converted(contents, conversions, keep, workOptions(options));
      return answer(made, [], shape, options.signal);
    },

    async typeContents({ typed, shape }, { signal }) {
      const { contents, losses } = await typedContents(typed, keep, signal);
      return answer(contents, losses, shape, signal);
    },

    async editCells({ contents, cells, shape }, { signal }) {
      const made = await withCells(contents, cells, signal);
      return answer(made.contents, made.losses, shape, signal);
    },

    async tensorContents(ask, options) {
      const open = await openOf(ask, options.signal);
      const contents = await contentsOf(open, infoOf(open, ask.tensor), { ...workOptions(options), keep });
      return answer(contents, [], undefined, options.signal);
    },
  };
}

/** Files that are meant as packages, whatever is in them. */
const PACKAGE_NAME = /\.(?:npy|npz|safetensors)$/i;

function workOptions({ signal, onProgress }: CallOptions) {
  return { signal, onProgress };
}

/** Keeps up to `MAX_MEMORY_CONTENTS` in memory, and more in private files, which a draft is to hold. */
function keeper({ openSink, privateFiles }: ValuePorts): KeepBytes {
  const inMemory = keepInMemory(MAX_DOWNLOAD_BLOB_BYTES);
  return async (bytes, size, signal) => {
    if (size <= MAX_MEMORY_CONTENTS) return inMemory(bytes, size, signal);
    const write = async (sink: { write(bytes: Uint8Array): Promise<void> | void }) => {
      for await (const piece of bytes) await sink.write(piece);
    };
    const saved = await writeToBrowser(openSink, size, { write }, signal);
    return { data: saved.blob, ...privateFiles.addForNow(saved) };
  };
}

function tensorChoice(open: AuditedPackage, info: TensorInfo): ReadableChoice {
  const { name, shape, problem } = info;
  const notes = problem === undefined ? [] : [problem];
  const told = { key: name, label: name, dtype: info.inner ? 'nested' : valueDtype(info), shape, notes };
  return { ...told, read: (options) => contentsOf(open, info, options) };
}

/** The elements of a tensor of a package, or of those that it holds. */
async function contentsOf(open: AuditedPackage, info: TensorInfo, options: ReadOptions): Promise<TensorContents> {
  if (!info.inner) return flatContentsOf(open, info, options);
  const inner: FlatContents[] = [];
  for (const name of info.inner) inner.push(await flatContentsOf(open, infoOf(open, name), options));
  return { dtype: 'nested', inner };
}

async function flatContentsOf(open: AuditedPackage, info: TensorInfo, options: ReadOptions): Promise<FlatContents> {
  checkShape(info.shape);
  const reader = await open.tensor(info.name, options.signal);
  const path = info.data?.path;
  const file = path === undefined || path === open.package.name ? undefined : open.source(path);
  // An archive compares its checksum while a file of it is read whole.
  if (file) await readThrough(file, options.signal);
  return storedContents(reader, info.shape, options);
}

async function readThrough(file: ByteSource, signal: AbortSignal | undefined): Promise<void> {
  await eachChunk(file, signal ? { signal } : {}, () => {});
}
