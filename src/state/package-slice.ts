import type { StateCreator } from 'zustand/vanilla';
import { type ErrorData, InternalError, isCancelled, toErrorData } from '../base/errors.ts';
import type { SourceDescriptor, WorkerClient } from '../worker/protocol.ts';
import { descriptorName, type LoadState, type Opened, openedOf } from './load.ts';
import type { AppState } from './store.ts';

export interface PackageSlice {
  load: LoadState;
  /** The last failure to open, where something else stays open; shown until dismissed. */
  alert: ErrorData | undefined;
  /**
   * Opens something. A second call cancels the first. What was open stays open until the new package is there, and for good where
   * it cannot be opened. `onOpened` is called right before it is shown. Settles when the page has changed; never rejects.
   */
  open(descriptor: SourceDescriptor, onOpened?: () => void): Promise<void>;
  cancelOpening(): void;
  /** Goes back to the empty page. */
  close(): void;
  /** Shows a failure that came before there was anything to open, as an empty drop. */
  fail(error: ErrorData): void;
  dismissAlert(): void;
}

/** Where a reader dies sooner than this after it was replaced, what the page asks of it is what it dies of. Milliseconds. */
const SHORT_LIFE_MS = 20_000;

export function packageSlice(client: WorkerClient): StateCreator<AppState, [], [], PackageSlice> {
  return (set, get) => {
    let opening: AbortController | undefined;
    /** What was opened again after a death, and when. */
    let revived: { handle: number; at: number } | undefined;

    async function open(descriptor: SourceDescriptor, onOpened?: () => void): Promise<void> {
      const before = openedOf(get().load);
      try {
        const handle = await load(descriptor, before, onOpened);
        if (handle !== undefined && before) {
          get().forget(before.handle);
          release(before.handle);
        }
      } catch (error) {
        // What is open may have got files since.
        if (isCancelled(error)) set({ load: settled(openedOf(get().load)) });
        else if (before && error instanceof InternalError && error.code === 'internal/worker-died') {
          await revive(before, toErrorData(error));
        } else fail(toErrorData(error));
      }
    }

    /** Opens and shows; gives the new handle, or undefined where something else was opened meanwhile. */
    async function load(
      descriptor: SourceDescriptor,
      before: Opened | undefined,
      onOpened?: () => void,
      revived = false,
    ): Promise<number | undefined> {
      opening?.abort();
      const controller = new AbortController();
      opening = controller;
      const name = descriptorName(descriptor);
      const onProgress = ({ done, total }: { done: number; total: number }) => {
        const { load } = get();
        if (opening === controller && load.phase === 'opening') set({ load: { ...load, progress: { done, total } } });
      };
      set({ load: { phase: 'opening', name, ...(before ? { opened: before } : {}) }, alert: undefined });
      try {
        const answer = await client.call('open', { descriptor }, { signal: controller.signal, onProgress });
        if (opening !== controller) {
          release(answer.handle);
          return undefined;
        }
        const opened: Opened = { ...answer, descriptor };
        onOpened?.();
        get().startEditing(opened, revived);
        set({ load: { phase: 'ready', opened } });
        get().startLinks();
        // Checking may be what the reader died of; then it waits to be asked.
        get().startVerification(opened, !revived);
        return answer.handle;
      } catch (error) {
        if (opening !== controller) return undefined;
        throw error;
      } finally {
        if (opening === controller) opening = undefined;
      }
    }

    /** The worker died, and with it what was open there: opens it once more in the new worker, and says why. */
    async function revive(opened: Opened, alert: ErrorData): Promise<void> {
      get().forget(opened.handle);
      try {
        const handle = await load(opened.descriptor, opened, undefined, true);
        if (handle === undefined) return;
        revived = { handle, at: performance.now() };
        set({ alert });
      } catch (error) {
        get().startEditing(undefined, false);
        set({ load: isCancelled(error) ? { phase: 'empty' } : { phase: 'failed', error: toErrorData(error) } });
      }
    }

    function settled(opened: Opened | undefined): LoadState {
      return opened ? { phase: 'ready', opened } : { phase: 'empty' };
    }

    function fail(error: ErrorData): void {
      const opened = openedOf(get().load);
      set(opened ? { load: { phase: 'ready', opened }, alert: error } : { load: { phase: 'failed', error } });
    }

    /** Closing only frees memory; a worker that died meanwhile has freed it already. */
    function release(handle: number): void {
      client.call('close', { handle }).catch(() => {});
    }

    client.onDeath(() => {
      const { load } = get();
      // A call to open that was under way rejects by itself.
      if (load.phase !== 'ready') return;
      const error = { tag: 'internal', code: 'internal/worker-died' } as const;
      if (revived?.handle === load.opened.handle && performance.now() - revived.at < SHORT_LIFE_MS) {
        get().forget(load.opened.handle);
        get().startEditing(undefined, false);
        const message = 'The reader stopped again, right after a new one had taken its place.';
        set({ load: { phase: 'failed', error: { ...error, message } }, alert: undefined });
        return;
      }
      const message = 'The reader stopped unexpectedly. A new one has taken its place, and the file is open again.';
      void revive(load.opened, { ...error, message });
    });

    return {
      load: { phase: 'empty' },
      alert: undefined,
      open,
      cancelOpening() {
        opening?.abort();
      },
      close() {
        opening?.abort();
        opening = undefined;
        const opened = openedOf(get().load);
        get().startEditing(undefined, false);
        set({ load: { phase: 'empty' }, alert: undefined });
        get().cancelVerify();
        get().startLinks();
        if (!opened) return;
        get().forget(opened.handle);
        release(opened.handle);
      },
      fail,
      dismissAlert() {
        set({ alert: undefined });
      },
    };
  };
}
