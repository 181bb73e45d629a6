import { CancelledError, InternalError, UnsupportedError } from '../base/errors.ts';
import { ownFrame } from '../base/own-script.ts';
import { DEFAULT_RUN_LIMITS, type RunAsk, type RunReply, type RunThread, tooLong } from '../model/run/run-thread.ts';
import { checkedReply, noAnswer } from './reply.ts';
import { ENDED, STARTED } from './signs.ts';

/** The document of the frame, with the script of `host.ts`. The build sets it. */
declare const SANDBOX_DOCUMENT: string;

/** How long the thread may take to start, in milliseconds. It takes 50; a busy machine takes more. */
const START_MS = 10_000;

/**
 * Starts a thread without network, storage and access to the page: a worker in a frame of an origin of its own, which
 * goes with the frame. Ends it, and rejects with `run/not-started`, where it does not answer, and with `CancelledError`
 * when `signal` is aborted.
 */
export async function startRunThread(signal?: AbortSignal): Promise<RunThread> {
  const html = await ownFrame(SANDBOX_DOCUMENT);
  signal?.throwIfAborted();
  const thread = new FrameThread(html);
  await thread.started(signal);
  return thread;
}

/** Bytes of a model that are sent at once: it takes 20 ms to copy them, and the page has to draw meanwhile. */
const PIECE_BYTES = 4 * 1024 * 1024;

/** Who waits for the next message of the thread. */
interface Waiting {
  resolve(data: unknown): void;
  reject(error: unknown): void;
}

class FrameThread implements RunThread {
  readonly #frame = document.createElement('iframe');
  readonly #port: MessagePort;
  #limits = DEFAULT_RUN_LIMITS;
  #waiting: Waiting | undefined;
  /** Why it has ended. */
  #ended: Error | undefined;

  constructor(html: string) {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.onmessage = ({ data }) => this.#receive(data);
    port1.onmessageerror = () => this.#stop(noAnswer());
    window.addEventListener('message', this.#onFrameMessage);
    const frame = this.#frame;
    frame.hidden = true;
    frame.setAttribute('aria-hidden', 'true');
    frame.setAttribute('sandbox', 'allow-scripts');
    // Chromium's: not even cookies or storage that a page of this origin would have.
    frame.setAttribute('credentialless', '');
    frame.allow = '';
    frame.referrerPolicy = 'no-referrer';
    frame.srcdoc = html;
    // A sandboxed document has no origin that could be named here.
    frame.onload = () => frame.contentWindow?.postMessage(undefined, '*', [port2]);
    document.body.append(frame);
  }

  /** Waits until the worker listens. */
  async started(signal: AbortSignal | undefined): Promise<void> {
    if ((await this.#next(START_MS, notStarted, signal)) === STARTED) return;
    this.end();
    throw notStarted();
  }

  async ask(ask: RunAsk, signal?: AbortSignal): Promise<RunReply> {
    if (this.#ended) throw this.#ended;
    if (this.#waiting) throw new InternalError('internal/bug', 'The thread is asked while it still answers.');
    signal?.throwIfAborted();
    if (ask.kind === 'load') this.#limits = ask.limits;
    const limits = this.#limits;
    const answer = this.#next(limits.time, () => tooLong(limits), signal);
    try {
      const [data] = await Promise.all([answer, this.#send(ask)]);
      return checkedReply(data, ask, limits.memory);
    } catch (error) {
      this.#stop(error as Error);
      throw error;
    }
  }

  /** Sends the bytes of a model in pieces, each in a task of its own. */
  async #send(ask: RunAsk): Promise<void> {
    if (ask.kind !== 'load') return this.#port.postMessage(ask);
    for (let at = 0; at < ask.model.length && !this.#ended; at += PIECE_BYTES) {
      this.#port.postMessage(ask.model.slice(at, at + PIECE_BYTES));
      await new Promise((done) => setTimeout(done));
    }
    this.#port.postMessage({ ...ask, model: new Uint8Array(0) });
  }

  end(): void {
    this.#stop(new CancelledError());
  }

  /** The next message. Ends the thread where none comes in time, or `signal` is aborted. */
  #next(ms: number, late: () => Error, signal: AbortSignal | undefined): Promise<unknown> {
    const abort = () => this.end();
    const timer = setTimeout(() => this.#stop(late()), ms);
    signal?.addEventListener('abort', abort, { once: true });
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
    }).finally(() => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    });
  }

  #receive(data: unknown): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    // It says nothing unasked: what does is not our host any more.
    if (waiting) waiting.resolve(data);
    else this.#stop(noAnswer());
  }

  /** The frame says nothing but that its worker has failed. Whatever else it says is no better. */
  readonly #onFrameMessage = ({ source, data }: MessageEvent) => {
    if (source !== this.#frame.contentWindow) return;
    const why =
      data === ENDED ? 'The thread that ran the model has failed.' : 'The frame of the model said something else.';
    this.#stop(new InternalError('run/ended', why));
  };

  /** Ends the thread: its worker goes with the frame, at once. What waits rejects with the error. */
  #stop(error: Error): void {
    if (this.#ended) return;
    this.#ended = error;
    this.#frame.remove();
    this.#port.close();
    window.removeEventListener('message', this.#onFrameMessage);
    this.#waiting?.reject(error);
    this.#waiting = undefined;
  }
}

const notStarted = () =>
  new UnsupportedError(
    'run/not-started',
    'This browser, or the server of this page, does not let a model run here: its thread did not start.',
  );
