import { useEffect, useState } from 'react';
import { toErrorData } from '../../base/errors.ts';
import { MAX_README_BYTES } from '../../base/limits.ts';
import { parseReadme, type Readme, readmePath } from '../../model/readme.ts';
import type { Material } from './material.ts';
import { useMaterialBytes } from './material-bytes.ts';

/** The README of what a new package is made of. */
export type ReadmeState =
  | { at: 'none' | 'reading' }
  | { at: 'read'; readme: Readme }
  /** `why` is the end of a sentence. */
  | { at: 'unusable'; path: string; why: string };

const NONE: ReadmeState = { at: 'none' };

/** Reads the README at the top, unless the package that is taken over says itself what it is. */
export function useReadme({ files, about }: Material): ReadmeState {
  const readBytes = useMaterialBytes();
  const path = about?.description?.trim() ? undefined : readmePath(files.map((file) => file.path));
  const file = files.find((each) => each.path === path);
  const [state, setState] = useState<ReadmeState>(file ? { at: 'reading' } : NONE);
  useEffect(() => {
    if (!file) return;
    const { path: at, size, from } = file;
    const unusable = (why: string) => setState({ at: 'unusable', path: at, why });
    if (size > MAX_README_BYTES) {
      unusable(`has more than ${MAX_README_BYTES / 1024} KiB`);
      return;
    }
    const ended = new AbortController();
    const { signal } = ended;
    const read = async () => {
      const readme = await parseReadme(at, await readBytes(from, MAX_README_BYTES, signal));
      if (signal.aborted) return;
      if (readme) setState({ at: 'read', readme });
      else unusable('is not UTF-8 text');
    };
    read().catch((error: unknown) => {
      if (!signal.aborted) unusable(`cannot be read. ${toErrorData(error).message}`);
    });
    return () => ended.abort();
  }, [file, readBytes]);
  return state;
}
