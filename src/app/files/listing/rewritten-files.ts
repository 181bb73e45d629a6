import { useMemo } from 'react';
import { pairMemo } from '../../../base/memo.ts';
import { sameData } from '../../../base/same-data.ts';
import type { Texts } from '../../../model/draft.ts';
import { fileIndex } from '../../../model/file/file-index.ts';
import { plainFile } from '../../../model/file/file-view.ts';
import type { Package, PackageFile } from '../../../model/package.ts';
import { useApp, useEditedPaths, useOpenPackage, usePackagePart } from '../../../state/hooks.ts';

/**
 * The files that saving the draft writes, writes again or leaves out without a change of the file itself, by path, as
 * the saved package would have them: the metadata file, the hash list, the link list. Undefined where saving leaves
 * one out.
 */
export type RewrittenFiles = ReadonlyMap<string, PackageFile | undefined>;

const NO_FILES: RewrittenFiles = new Map();
const NO_TEXTS: Texts = new Map();

/** What is known of the package that saving the draft would give. */
interface Drafted {
  /** Its files. The very list of the open package where the worker has said nothing of it. */
  readonly files: readonly PackageFile[];
  /** The texts that differ from those of the open package. */
  readonly texts: Texts;
  /** The worker said why it cannot be opened. */
  readonly isUnknown: boolean;
}

/** Takes time linear in the number of files if the draft changes any. */
export function rewrittenFiles(open: Package, { files, texts, isUnknown }: Drafted): RewrittenFiles {
  if (files === open.files && !isUnknown) return NO_FILES;
  const { metadataFile, hashList, linkList } = open.words;
  const named = [metadataFile, hashList, linkList, ...(open.can.files?.own ?? []).map(({ path }) => path)];
  const index = fileIndex(open.files);
  const isOwn = (path: string) => !index.has(path) || index.get(path)?.kind === 'file';
  const paths = new Set(named.flatMap((path) => (path !== undefined && isOwn(path) ? path : [])));
  const saved = new Map<string, PackageFile>();
  if (files !== open.files) for (const file of files) if (paths.has(file.path)) saved.set(file.path, file);
  const rewritten = new Map<string, PackageFile | undefined>();
  for (const path of paths) {
    const own = index.get(path);
    const next = isUnknown ? own && unknownFile(own, texts.get(path), hashList) : saved.get(path);
    if (!sameData(own, next)) rewritten.set(path, next);
  }
  return asBefore(open, rewritten);
}

const last = new WeakMap<Package, RewrittenFiles>();

/** The map as it was given last for the open package, where it says the same: each step makes other lists of files. */
function asBefore(open: Package, now: RewrittenFiles): RewrittenFiles {
  const before = last.get(open);
  if (before && sameData([...before], [...now])) return before;
  last.set(open, now);
  return now;
}

/** A file of a package that cannot be opened: of an edited text, its bytes are known. */
function unknownFile(own: PackageFile, text: string | undefined, hashList: string | undefined): PackageFile {
  if (text === undefined && own.path !== hashList) return own;
  const { size: _size, storedSize: _storedSize, sha256: _sha256, ...rest } = plainFile(own);
  return text === undefined ? rest : { ...rest, size: new TextEncoder().encode(text).length };
}

/** Looked up once for all components that ask. */
const knownFiles = pairMemo((open: Package, files: readonly PackageFile[]) =>
  rewrittenFiles(open, { files, texts: NO_TEXTS, isUnknown: false }),
);

/** Those of the draft, as far as the worker has said. The same map as long as it says the same. */
export function useRewrittenFiles(): RewrittenFiles {
  const open = useOpenPackage();
  const files = usePackagePart((pkg) => pkg.files);
  const isUnknown = useApp(
    ({ draft }) => draft?.changed === true && !draft.pending && draft.shown === open && draft.problem !== undefined,
  );
  const texts = useApp(({ draft }) => (isUnknown ? draft?.texts : undefined)) ?? NO_TEXTS;
  const edited = useEditedPaths();
  return useMemo(() => {
    if (!isUnknown) return knownFiles(open, files);
    return rewrittenFiles(open, { files, texts: new Map([...texts].filter(([path]) => edited.has(path))), isUnknown });
  }, [open, files, texts, edited, isUnknown]);
}
