import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { PYTHON } from './written-pickles.ts';

/** What Python's unpicklers ask for. */
export interface Recorded {
  /** Module and name. */
  asked: [module: string, name: string][];
  /** Which readings loaded pickles up to the end of the bytes. */
  ends: Record<string, boolean>;
}

const PROGRAM = fileURLToPath(new URL('record-pickles.py', import.meta.url));

/**
 * Gives files to a Python process, and yields what it records of each, in their order. Executes nothing. Damaged
 * types can crash NumPy: such a file has no record, and another process goes on.
 */
export async function* recorded(files: Iterable<Uint8Array>): AsyncGenerator<[Uint8Array, Recorded | undefined]> {
  let recorder = startRecorder();
  try {
    for (const batch of batches(files)) {
      let left = batch;
      while (left.length > 0) {
        recorder.send(left);
        let answered = 0;
        for (const bytes of left) {
          const line = await recorder.line();
          answered++;
          yield [bytes, line === undefined ? undefined : (JSON.parse(line) as Recorded)];
          if (line !== undefined) continue;
          recorder = startRecorder();
          break;
        }
        left = left.slice(answered);
      }
    }
  } finally {
    recorder.end();
  }
}

function startRecorder() {
  const python = spawn(PYTHON ?? 'python3', [PROGRAM], { stdio: ['pipe', 'pipe', 'ignore'] });
  // What is sent to a process that has crashed is sent to the next one again.
  python.stdin.on('error', () => {});
  const lines = createInterface({ input: python.stdout })[Symbol.asyncIterator]();
  return {
    send(files: readonly Uint8Array[]) {
      for (const bytes of files) {
        const head = new Uint8Array(4);
        new DataView(head.buffer).setUint32(0, bytes.length, true);
        python.stdin.write(head);
        python.stdin.write(bytes);
      }
    },
    /** The next line, or undefined where the process has ended. */
    async line(): Promise<string | undefined> {
      const { value, done } = await lines.next();
      return done ? undefined : value;
    },
    end() {
      python.stdin.end();
      python.kill();
    },
  };
}

const BATCH = 64;

function* batches<T>(items: Iterable<T>): Generator<T[]> {
  let batch: T[] = [];
  for (const item of items) {
    batch.push(item);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
