import type { WorkerClient } from '../../worker/protocol.ts';
import type { DraftKeeping } from '../app-state.ts';

/** What a level listens to, until it ends. */
export function innerPorts(client: WorkerClient, { storage, onHide, onShow }: DraftKeeping = {}) {
  const ends: (() => void)[] = [];
  const untilEnd = (listener: () => void) => {
    let live: (() => void) | undefined = listener;
    ends.push(() => {
      live = undefined;
    });
    return () => live?.();
  };
  const drafts: DraftKeeping = {
    storage,
    onHide: (listener) => onHide?.(untilEnd(listener)),
    onShow: (listener) => onShow?.(untilEnd(listener)),
  };
  const inner: WorkerClient = {
    call: (...ask) => client.call(...ask),
    onDeath(listener) {
      const end = client.onDeath(listener);
      ends.push(end);
      return end;
    },
  };
  return {
    client: inner,
    drafts,
    end() {
      for (const end of ends) end();
    },
  };
}
