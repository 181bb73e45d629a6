import { InternalError } from '../../../src/base/errors.ts';
import { writeOut } from '../out-file.ts';

/** Writes a text as a new file, whole or not at all. Rejects as `writeOut` does, also where the file exists. */
export async function writeText(path: string, text: string, signal: AbortSignal): Promise<void> {
  const bytes = new TextEncoder().encode(text);
  await writeOut(path, signal, {
    async write(writeAt) {
      await writeAt(bytes, 0);
      return { size: bytes.length };
    },
    async check({ size }) {
      if (size !== bytes.length) throw new InternalError('internal/bug', `${path} was not written whole.`);
    },
  });
}
