import { realpath, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { folderContainer } from '../../src/archive/container.ts';
import { BoxcutterError } from '../../src/base/errors.ts';
import { openPackage } from '../../src/formats/registry.ts';
import {
  aboutPackage,
  isNamed,
  leftText,
  nameOfConverted,
  takenFiles,
  untakenFiles,
} from '../../src/model/conversion.ts';
import type { MakerAbout } from '../../src/model/maker.ts';
import { memorySource } from '../../src/source/memory.ts';
import { chunksOf } from '../../src/source/stream.ts';
import { RangedFile } from './ranged-file.ts';
import { leftOut } from './secret-answers.ts';
import { type FileBelow, filesBelow, openLocation } from './source.ts';
import { UsageError } from './usage.ts';

/** What a new package is made of. */
export interface NewMaterial {
  files: readonly FileBelow[];
  /** Whether it is a folder, whose metadata file says what is made of it. */
  isFolder: boolean;
  name: string;
  /** A package says itself what its model is called. */
  isNamed: boolean;
  /** What a package says of itself. Undefined of a folder that is none. */
  about: MakerAbout | undefined;
  notes: readonly string[];
  close(): Promise<void>;
}

/**
 * The files of a folder, or of the package that a file is, and what that says of itself. Nothing of a file is read until
 * it is packed. Throws a `UsageError` where nothing is at the path, and rejects as opening the package does.
 */
export async function materialOf(path: string, signal?: AbortSignal): Promise<NewMaterial> {
  const root = await realpath(path).catch(() => undefined);
  if (root === undefined) throw new UsageError(`${path} is not a folder or a file.`);
  return (await stat(root)).isDirectory() ? folderMaterial(path, root, signal) : packageMaterial(root, signal);
}

async function folderMaterial(path: string, root: string, signal: AbortSignal | undefined): Promise<NewMaterial> {
  const others: string[] = [];
  const files = await filesBelow(root, (other) => others.push(other), signal);
  const name = basename(resolve(path));
  const why = 'Links to folders or to nothing, and what is not a file, are not followed.';
  const notes = others.length === 0 ? [] : [leftOut(others, why)];
  const pkg = await openPackage(folderContainer(name, files), { signal }).then(
    (opened) => opened.package,
    (error: unknown) => {
      // Its files can be packed all the same.
      if (error instanceof BoxcutterError && error.tag !== 'internal' && error.tag !== 'cancelled') return undefined;
      throw error;
    },
  );
  const about = pkg && aboutPackage(pkg);
  const hasName = pkg !== undefined && isNamed(pkg);
  return {
    files,
    isFolder: true,
    name: hasName ? nameOfConverted(pkg) : name,
    isNamed: hasName,
    about,
    notes,
    close: async () => {},
  };
}

async function packageMaterial(path: string, signal: AbortSignal | undefined): Promise<NewMaterial> {
  const { container, close } = await openLocation(path, signal);
  try {
    const { package: pkg, source } = await openPackage(container, { signal });
    const files = takenFiles(pkg.files).flatMap(({ path: at, size }): FileBelow[] => {
      const bytes = size === 0 ? memorySource(at, new Uint8Array(0)) : source(at);
      return bytes
        ? [
            {
              path: at,
              file: new RangedFile((start, end) => chunksOf(bytes.stream(start, end)), bytes.size, bytes.name),
            },
          ]
        : [];
    });
    const notes = untakenFiles(pkg.files).map((left) => `Left out: ${leftText(left)}`);
    return {
      files,
      isFolder: false,
      name: nameOfConverted(pkg),
      isNamed: isNamed(pkg),
      about: aboutPackage(pkg),
      notes,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
