import { SAVED_KEPT_MS } from '../../base/limits.ts';
import { valueDtype } from '../../model/tensor/value-dtype.ts';
import { dtypeFacts } from '../../tensor/dtype.ts';
import { type Export, exportOf } from '../../tensor/export/export.ts';
import { wholePart } from '../../tensor/export/part.ts';
import type { OpenPackages } from '../calls/open-packages.ts';
import { tensorOpener } from '../calls/opened-tensor.ts';
import type { CallHandlers, CallOptions, PackageAsk } from '../protocol.ts';
import { checkedBlob } from './blob.ts';
import { type OpenSink, refuseOpen, removeMismatch, type Writing, writeToBrowser, writeToDisk } from './byte-sink.ts';
import type { PackageOpener } from './draft-calls.ts';
import { npzWriting } from './npz.ts';

export interface ExportPorts {
  openPackage: PackageOpener;
  /** Opens a sink where the page chose no file. */
  openSink: OpenSink;
}

type SaveAsk = PackageAsk & { saveTo?: FileSystemFileHandle | undefined };

/** Takes tensors away as files of other programs. */
export function exportCalls(
  packages: OpenPackages,
  { openPackage, openSink }: ExportPorts,
): CallHandlers<'tensorExport' | 'tensorsNpz'> {
  const { openOf, tensorOf } = tensorOpener(packages, openPackage);

  /** Writes to the chosen file, or else to a private one, which stays until the browser has copied it. */
  async function save<T>(
    { handle, saveTo }: SaveAsk,
    size: number | undefined,
    { write, check }: Writing<T>,
    signal: AbortSignal | undefined,
  ): Promise<Blob | null> {
    if (!saveTo) {
      const { blob, release } = await writeToBrowser(openSink, size, { write, ...(check && { check }) }, signal);
      setTimeout(release, SAVED_KEPT_MS);
      return blob;
    }
    await refuseOpen(saveTo, packages.get(handle).descriptor, signal);
    const checked = check && ((there: Blob, written: T) => removeMismatch(saveTo, async () => check(there, written)));
    await writeToDisk(saveTo, { write, ...(checked && { check: checked }) }, signal);
    return null;
  }

  return {
    async tensorExport(ask, options) {
      const { signal } = options;
      const { info, reader } = await tensorOf(ask, signal);
      const { part = wholePart(info.shape), file } = ask;
      const found = exportOf(reader, part, file);
      const { pieces } = found;
      // A tensor that lies in a file of this machine as it is needs no copy.
      if (pieces && !ask.saveTo && pieces.data.blob) {
        const type = 'application/octet-stream';
        return new Blob([pieces.header, await checkedBlob(pieces.data, type, options)], { type });
      }
      return save(ask, found.size, { write: writeExport(found, valueDtype(info), options) }, signal);
    },

    async tensorsNpz(ask, options) {
      const { signal } = options;
      const { room, writing } = await npzWriting(await openOf(ask, signal), ask.tensors, options);
      return save(ask, room, writing, signal);
    },
  };
}

/** Writes a file as it is made. Progress is in bytes of the tensor: the size of a text is not known before. */
function writeExport(
  { elements, bytes }: Export,
  dtype: string,
  { signal, onProgress }: CallOptions,
): Writing<void>['write'] {
  return async (sink) => {
    const width = (dtypeFacts(dtype)?.bits ?? 8) / 8;
    const total = elements * width;
    let done = 0;
    onProgress?.({ done, total });
    const onElements = (count: number) => {
      done += count * width;
      onProgress?.({ done, total });
    };
    for await (const chunk of bytes({ signal, onElements })) await sink.write(chunk);
  };
}
