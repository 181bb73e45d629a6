import { throwIfAborted } from '../base/abort.ts';
import { InternalError } from '../base/errors.ts';
import { nextTask } from '../codec/pause.ts';
import type { OpenPackage } from '../formats/format.ts';
import type { CallOptions, WorkerCalls } from './protocol.ts';

type DraftCall = 'editDraft' | 'reviewDraft' | 'saveDraft';

type DraftHandlers = {
  [N in DraftCall]: (ask: WorkerCalls[N]['ask'], options: CallOptions) => Promise<WorkerCalls[N]['answer']>;
};

export interface DraftPlaces {
  /** Throws where it is not open any more. */
  held(handle: number): OpenPackage;
}

/** The worker's side of the calls about editing a package. */
export function draftHandlers({ held }: DraftPlaces): DraftHandlers {
  return {
    async editDraft({ handle, text, edits }, { signal }) {
      // Who types asks again before this is done: a cancel that is on its way comes before the work.
      await nextTask();
      throwIfAborted(signal);
      const open = held(handle);
      if (!open.edit) throw new InternalError('internal/bug', 'A package was to be edited that cannot be.');
      return open.edit({ text, edits }, signal);
    },

    async reviewDraft({ handle, draft }, { signal }) {
      const open = held(handle);
      if (!open.repack) throw new InternalError('internal/bug', 'A package was to be saved that cannot be.');
      return (await open.repack(draft, signal)).review;
    },

    async saveDraft({ handle }) {
      held(handle);
      throw new InternalError('internal/bug', 'A package was to be saved that cannot be.');
    },
  };
}
