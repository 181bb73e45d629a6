import { useMemo } from 'react';
import { MAX_README_BYTES } from '../../base/limits.ts';
import { parseReadme, type Readme, readmePath } from '../../model/readme.ts';
import { useWork } from '../../state/hooks.ts';
import type { Material, MaterialFile } from './material.ts';
import { type ReadBytes, useMaterialBytes } from './material-bytes.ts';

/** The README of what a new package is made of. */
export type ReadmeState =
  | { at: 'none' | 'reading' }
  | { at: 'read'; readme: Readme }
  /** `why` is the end of a sentence. */
  | { at: 'unusable'; path: string; why: string };

/** Reads the README at the top, unless the package that is taken over says itself what it is. */
export function useReadme({ files, about }: Material): ReadmeState {
  const readBytes = useMaterialBytes();
  const path = about?.description?.trim() ? undefined : readmePath(files.map((file) => file.path));
  const file = files.find((each) => each.path === path);
  const work = useMemo(
    () => file && (({ signal }: { signal: AbortSignal }) => readmeIn(file, readBytes, signal)),
    [file, readBytes],
  );
  const found = useWork(work);
  if (!file) return { at: 'none' };
  if (found.status === 'loading') return { at: 'reading' };
  if (found.status === 'ready') return found.value;
  return { at: 'unusable', path: file.path, why: `cannot be read. ${found.error.message}` };
}

async function readmeIn(
  { path, size, from }: MaterialFile,
  read: ReadBytes,
  signal: AbortSignal,
): Promise<ReadmeState> {
  const unusable = (why: string) => ({ at: 'unusable', path, why }) as const;
  if (size > MAX_README_BYTES) return unusable(`has more than ${MAX_README_BYTES / 1024} KiB`);
  const readme = await parseReadme(path, await read(from, MAX_README_BYTES, signal));
  return readme ? { at: 'read', readme } : unusable('is not UTF-8 text');
}
