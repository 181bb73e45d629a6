import { BoxcutterError, NetworkError } from '../../base/errors.ts';
import { quote } from '../../base/text.ts';
import type { CallHandlers, CallName, WorkerCalls } from '../protocol.ts';
import type { OpenPackages, PackageRecord } from './open-packages.ts';

/**
 * The error for an open package that cannot be read. Nobody but this site can reach its private files: one that is
 * another or unreadable was deleted with the site's data. Any other error, and that of any other package, stays as it is.
 */
export function copyLost({ privateFiles = [], container }: PackageRecord, error: unknown): unknown {
  if (privateFiles.length === 0 || !(error instanceof BoxcutterError)) return error;
  const isLost = error.code === 'source/read-failed' || (error.code === 'source/changed' && !error.fields.added);
  if (!isLost) return error;
  const message = `The copy of ${quote(container.name)} in this browser was deleted while it was open.`;
  return new NetworkError('source/storage-cleared', message, { cause: error });
}

/** The same calls. Where one of them cannot read an open package, its error is that of `copyLost`. */
export function tellingLostCopies(packages: OpenPackages, handlers: CallHandlers): CallHandlers {
  const telling = <N extends CallName>(name: N) => {
    const call = async (ask: WorkerCalls[N]['ask'], options: Parameters<CallHandlers[N]>[1]) => {
      const handle = (ask as { handle?: number } | null)?.handle;
      // Before the call: the page may close the package meanwhile.
      const record = handle === undefined ? undefined : packages.find(handle);
      try {
        return await handlers[name](ask, options);
      } catch (error) {
        throw record ? copyLost(record, error) : error;
      }
    };
    return [name, call];
  };
  return Object.fromEntries((Object.keys(handlers) as CallName[]).map(telling)) as unknown as CallHandlers;
}
