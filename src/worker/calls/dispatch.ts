import { toErrorData } from '../../base/errors.ts';
import type { FileVerdict } from '../../model/verification.ts';
import type { CallName, FromWorker, Progress, ToWorker, WorkerCalls } from '../protocol.ts';
import type { Session } from './session.ts';

/** Progress is told at most this often, in milliseconds: ten times a second moves smoothly, more only keeps the page busy. */
const PROGRESS_INTERVAL = 100;

type Post = (message: FromWorker, transfer: Transferable[]) => void;

/**
 * Takes the page's messages to a session and posts what comes of them. Every call ends in one answer or one error; after a `cancel`
 * the page expects neither.
 */
export function createDispatcher(session: Session, post: Post): (message: ToWorker) => void {
  const running = new Map<number, AbortController>();
  /** Handles by the call that opened them, so that one whose answer crossed a `cancel` is closed. */
  const opened = new Map<number, number>();

  async function run(id: number, name: CallName, ask: WorkerCalls[CallName]['ask']): Promise<void> {
    const controller = new AbortController();
    running.set(id, controller);
    let told = Number.NEGATIVE_INFINITY;
    /** Finished files that were not told of yet. */
    let verdicts: FileVerdict[] = [];
    const tell = (progress: Progress) => {
      post({ kind: 'progress', id, progress: verdicts.length > 0 ? { ...progress, verdicts } : progress }, []);
      verdicts = [];
    };
    let latest: Progress = { done: 0, total: 0 };
    try {
      const answer = await session.call(name, ask, {
        signal: controller.signal,
        onProgress(progress) {
          if (controller.signal.aborted) return;
          const { verdicts: finished, ...rest } = progress;
          for (const verdict of finished ?? []) verdicts.push(verdict);
          latest = rest;
          const now = performance.now();
          if (now - told < PROGRESS_INTERVAL) return;
          told = now;
          tell(rest);
        },
      });
      if (verdicts.length > 0) tell(latest);
      if (name === 'open') opened.set(id, (answer as WorkerCalls['open']['answer']).handle);
      if (name === 'close') forget((ask as WorkerCalls['close']['ask']).handle);
      post({ kind: 'answer', id, answer }, answer instanceof Uint8Array ? [answer.buffer] : []);
    } catch (error) {
      if (verdicts.length > 0) tell(latest);
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
    session.call('close', { handle }).catch(() => {});
  }

  return (message) => {
    if (message.kind === 'cancel') cancel(message.id);
    else void run(message.id, message.name, message.ask);
  };
}
