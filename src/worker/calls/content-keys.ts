import type { Draft } from '../../model/draft.ts';
import type { Package, PackageFile } from '../../model/package.ts';

/**
 * Names the bytes of the files of a package with a draft, so that what was found in them stays true for the next draft.
 * Undefined for files that saving writes again: their bytes have no name.
 */
export function contentKeys(pkg: Package, draft: Draft | undefined): (file: PackageFile) => string | undefined {
  if (!draft) return ({ path }) => openKey(path);
  const written = new Set([...draft.texts.keys(), ...(pkg.can.files?.own.map(({ path }) => path) ?? [])]);
  const changed = new Map(
    draft.files.flatMap((change) => {
      if (change.kind === 'put') return [[change.path, change.id && `put ${change.id} ${change.path}`] as const];
      return change.kind === 'rename' ? [[change.to, `${openKey(change.from)} ${change.to}`] as const] : [];
    }),
  );
  return ({ path }) => {
    if (written.has(path)) return undefined;
    return changed.has(path) ? changed.get(path) : openKey(path);
  };
}

/** Of a file as it was opened. Its bytes never change as long as the package is open. */
function openKey(path: string): string {
  return `open ${path}`;
}
