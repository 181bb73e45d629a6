/**
 * Why there is no answer: the time for it was over, the worker ran out of memory or otherwise failed, or it could not be
 * loaded.
 */
export type TurnProblem = 'slow' | 'large' | 'broken';

interface Turn<Ask, Answer> {
  ask: Ask;
  maxMs: number;
  settle(answer: Answer | TurnProblem): void;
}

/**
 * Asks a worker one thing after the other, so that a page with a hundred texts starts one worker. What a stranger wrote
 * may keep it busy for ever, and nothing but its end stops it: the next ask starts another one. Its first message says
 * that it has loaded, each other one is an answer.
 */
export class TurnWorker<Ask, Answer> {
  readonly #make: () => Worker;
  readonly #idleMs: number | undefined;
  #turns: Turn<Ask, Answer>[] = [];
  #running: Turn<Ask, Answer> | undefined;
  #worker: Worker | undefined;
  #isReady = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param idleMs ends a worker that has nothing to do for so long */
  constructor(make: () => Worker, idleMs?: number) {
    this.#make = make;
    this.#idleMs = idleMs;
  }

  /** Gives the answer within `maxMs` milliseconds from when the worker begins. Rejects with the signal's reason. */
  ask(ask: Ask, maxMs: number, signal: AbortSignal): Promise<Answer | TurnProblem> {
    return new Promise((settle, reject) => {
      signal.throwIfAborted();
      const turn = { ask, maxMs, settle };
      this.#turns.push(turn);
      const takeBack = () => {
        this.#turns = this.#turns.filter((other) => other !== turn);
        if (this.#running === turn) this.#end();
        reject(signal.reason);
        this.#advance();
      };
      signal.addEventListener('abort', takeBack, { once: true });
      this.#advance();
    });
  }

  /** Begins the next turn, unless one is running. */
  #advance(): void {
    if (this.#running) return;
    clearTimeout(this.#timer);
    const [next] = this.#turns;
    if (!next) {
      if (this.#idleMs !== undefined) this.#timer = setTimeout(() => this.#end(), this.#idleMs);
      return;
    }
    this.#worker ??= this.#start();
    if (!this.#isReady) return;
    this.#running = this.#turns.shift();
    this.#timer = setTimeout(() => this.#giveUp('slow'), next.maxMs);
    this.#worker.postMessage(next.ask);
  }

  #start(): Worker {
    const worker = this.#make();
    worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      if (this.#isReady) this.#running?.settle(data);
      this.#running = undefined;
      this.#isReady = true;
      this.#advance();
    };
    worker.onerror = (event) => {
      // The asker says what is missing, which is not worth an error in the console.
      event.preventDefault();
      this.#running ??= this.#turns.shift();
      this.#giveUp(this.#isReady ? 'large' : 'broken');
    };
    return worker;
  }

  #giveUp(problem: TurnProblem): void {
    const turn = this.#running;
    this.#end();
    turn?.settle(problem);
    this.#advance();
  }

  #end(): void {
    clearTimeout(this.#timer);
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#running = undefined;
    this.#isReady = false;
  }
}
