import type { StateCreator } from 'zustand/vanilla';
import { type ErrorData, isCancelled, toErrorData } from '../base/errors.ts';
import type { SourceDescriptor, WorkerClient } from '../worker/protocol.ts';
import { descriptorName, type LoadState, type Opened, openedOf } from './load.ts';
import type { AppState } from './store.ts';

export interface PackageSlice {
  load: LoadState;
  /** The last failure to open, where something else stays open; shown until dismissed. */
  alert: ErrorData | undefined;
  /**
   * Opens something. A second call cancels the first. What was open stays open until the new package is there, and for good where
   * it cannot be opened. Settles when the page has changed; never rejects.
   */
  open(descriptor: SourceDescriptor): Promise<void>;
  cancelOpening(): void;
  /** Shows a failure that came before there was anything to open, as an empty drop. */
  fail(error: ErrorData): void;
  dismissAlert(): void;
}

export function packageSlice(client: WorkerClient): StateCreator<AppState, [], [], PackageSlice> {
  return (set, get) => {
    let opening: AbortController | undefined;

    async function open(descriptor: SourceDescriptor): Promise<void> {
      opening?.abort();
      const controller = new AbortController();
      opening = controller;
      const before = openedOf(get().load);
      set({
        load: { phase: 'opening', name: descriptorName(descriptor), ...(before ? { opened: before } : {}) },
        alert: undefined,
      });
      try {
        const answer = await client.call('open', { descriptor }, { signal: controller.signal });
        if (opening !== controller) {
          release(answer.handle);
          return;
        }
        const opened: Opened = { ...answer, descriptor };
        set({ load: { phase: 'ready', opened } });
        if (before) {
          get().forget(before.handle);
          release(before.handle);
        }
      } catch (error) {
        if (opening !== controller) return;
        if (isCancelled(error)) set({ load: settled(before) });
        else fail(toErrorData(error));
      } finally {
        if (opening === controller) opening = undefined;
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
      // A call to open fails by itself. Otherwise the new worker has nothing open: open the same thing there, once.
      if (load.phase !== 'ready') return;
      const { opened } = load;
      get().forget(opened.handle);
      void open(opened.descriptor).then(() => {
        if (get().alert) return;
        set({
          alert: {
            tag: 'internal',
            code: 'internal/worker-died',
            message: 'The reader stopped unexpectedly. A new one has taken its place, and the file is open again.',
          },
        });
      });
    });

    return {
      load: { phase: 'empty' },
      alert: undefined,
      open,
      cancelOpening() {
        opening?.abort();
      },
      fail,
      dismissAlert() {
        set({ alert: undefined });
      },
    };
  };
}
