import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { throwIfAborted } from '../base/abort.ts';
import { memorySource } from '../source/memory.ts';
import { type ByteSource, checkRange } from '../source/source.ts';
import { readAhead, streamOf } from '../source/stream.ts';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../../../shared/fixtures');

/**
 * Whether the fixtures are there. They lie in a folder beside the repository. Tests that need them are skipped without
 * them.
 */
export const hasFixtures = existsSync(ROOT);

/** The path of a fixture on this disk, for example of `carton/media.carton`. */
export function fixturePath(path: string): string {
  return join(ROOT, path);
}

/** Not in the list of valid cartons: one of its names holds a line break, which no line of MANIFEST can express. */
const UNLISTABLE = 'homograph.carton';

/** The cartons below `carton/` that every reader accepts, as `carton/media.carton`. Empty without fixtures. */
export const validCartons: readonly string[] = hasFixtures
  ? readdirSync(join(ROOT, 'carton'))
      .filter((name) => name.endsWith('.carton') && name !== UNLISTABLE)
      .map((name) => `carton/${name}`)
  : [];

/** The bytes of a fixture. */
export function fixture(path: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(fixturePath(path)));
}

/** A fixture as a source in memory. */
export function fixtureSource(path: string): ByteSource {
  return memorySource(basename(path), fixture(path));
}

/**
 * Any file of this disk as a source that reads on demand. Does not use `openAsBlob`: Node 20 takes the size of a file
 * above 4 GiB modulo 2^32.
 */
export async function diskSource(path: string): Promise<ByteSource> {
  const { size } = await stat(path);
  const source: ByteSource = {
    name: basename(path),
    size,
    async read(start, end, signal) {
      throwIfAborted(signal);
      checkRange(source, start, end);
      const file = await open(path);
      try {
        const bytes = new Uint8Array(end - start);
        const { bytesRead } = await file.read(bytes, 0, bytes.length, start);
        if (bytesRead !== bytes.length) throw new Error(`${path} is shorter than it was`);
        return bytes;
      } finally {
        await file.close();
      }
    },
    stream: (start, end, signal) => streamOf((inner) => readAhead(source, start, end, inner), signal),
  };
  return source;
}
