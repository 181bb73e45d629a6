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

/** Gives files to one Python process, and yields what it records of each, in their order. Executes none of them. */
export async function* recorded(files: Iterable<Uint8Array>): AsyncGenerator<[Uint8Array, Recorded]> {
  const python = spawn(PYTHON ?? 'python3', [PROGRAM], { stdio: ['pipe', 'pipe', 'ignore'] });
  const lines = createInterface({ input: python.stdout })[Symbol.asyncIterator]();
  try {
    for (const batch of batches(files)) {
      // The recorder writes what it has at every 64th file.
      const sent = Array.from({ length: BATCH }, (_, index) => batch[index] ?? new Uint8Array([0x2e]));
      for (const bytes of sent) {
        const head = new Uint8Array(4);
        new DataView(head.buffer).setUint32(0, bytes.length, true);
        python.stdin.write(head);
        python.stdin.write(bytes);
      }
      for (const bytes of sent) {
        const { value, done } = await lines.next();
        if (done) throw new Error('the recorder ended early');
        if (batch.includes(bytes)) yield [bytes, JSON.parse(value) as Recorded];
      }
    }
  } finally {
    python.stdin.end();
    python.kill();
  }
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
