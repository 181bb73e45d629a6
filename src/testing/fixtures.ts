import { existsSync, openAsBlob, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fileSource } from '../source/file.ts';
import { memorySource } from '../source/memory.ts';
import type { ByteSource } from '../source/source.ts';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../../../shared/fixtures');

/** Whether the fixtures lie beside the repository. Tests that need them are skipped where they do not. */
export const hasFixtures = existsSync(ROOT);

/** The path on this disk of a fixture, as `carton/media.carton`. */
export function fixturePath(path: string): string {
  return join(ROOT, path);
}

/** The bytes of a fixture. */
export function fixture(path: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(fixturePath(path)));
}

/** A fixture as a source in memory. */
export function fixtureSource(path: string): ByteSource {
  return memorySource(basename(path), fixture(path));
}

/** Any file of this disk as a source, read as it is asked for. */
export async function diskSource(path: string): Promise<ByteSource> {
  return fileSource(await openAsBlob(path), basename(path));
}
