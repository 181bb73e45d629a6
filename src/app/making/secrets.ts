import { useCallback } from 'react';
import { leftOutKind } from '../../model/left-out.ts';
import { type SecretSearch, searchSecrets } from '../../model/secret/secret-search.ts';
import { MAX_SECRET_BYTES } from '../../model/secret/secrets.ts';
import { useWork } from '../../state/hooks.ts';
import type { SecretAnswer, SecretFile } from '../files/changes/secret-rows.tsx';
import type { Layout, Material } from './material.ts';
import { useMaterialBytes } from './material-bytes.ts';
import type { ReadmeState } from './readme.ts';

/**
 * Searches what a new package is made of for secrets. Undefined until that is done. Each file on another host costs a
 * request, so there it is only their paths.
 */
export function useMaterialSecrets({ files, isFar = false }: Material): SecretSearch | undefined {
  const readBytes = useMaterialBytes();
  const work = useCallback(
    ({ signal: whole }: { signal: AbortSignal }) => {
      const searched = files.map(({ path, size, from }) => ({
        path,
        size,
        isLast: leftOutKind(path) !== undefined,
        read: isFar ? undefined : (signal: AbortSignal) => readBytes(from, MAX_SECRET_BYTES, signal),
      }));
      return searchSecrets(searched, whole);
    },
    [files, isFar, readBytes],
  );
  const search = useWork(work);
  // It only fails where it is aborted.
  return search.status === 'ready' ? search.value : undefined;
}

/** What somebody said of files, by their paths. */
export type SecretAnswers = ReadonlyMap<string, SecretAnswer>;

/**
 * The files of a layout that may contain secrets, with what becomes of each. One that is not chosen is left out; one that
 * is chosen is kept only once somebody said so. What is out for another reason comes up once it is chosen.
 */
export function secretFiles(
  { files }: Layout,
  { found }: SecretSearch,
  chosen: ReadonlySet<string>,
  answers: SecretAnswers,
): SecretFile[] {
  // A browser gives the files of a folder in no order. Those that are left out at first need no answer.
  const sorted = files
    .filter(({ path }) => found.has(path))
    .sort((a, b) => Number(a.leftOut !== undefined) - Number(b.leftOut !== undefined) || (a.path < b.path ? -1 : 1));
  return sorted.flatMap(({ path, leftOut }) => {
    const secrets = found.get(path);
    const isOut = leftOut !== undefined && leftOut !== 'secret';
    if (!secrets || (isOut && !chosen.has(path) && !answers.has(path))) return [];
    const kept = answers.get(path) === 'keep' ? 'keep' : undefined;
    return { path, secrets, answer: chosen.has(path) ? kept : 'leave-out' };
  });
}

/** A README that may contain a secret becomes the description only once somebody keeps it. */
export function withoutSecret(
  state: ReadmeState,
  search: SecretSearch | undefined,
  answers: SecretAnswers,
): ReadmeState {
  if (state.at !== 'read') return state;
  const { path } = state.readme;
  if (!search?.found.has(path) || answers.get(path) === 'keep') return state;
  return { at: 'unusable', path, why: 'may contain a secret' };
}
