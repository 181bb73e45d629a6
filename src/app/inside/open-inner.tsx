import { IconPackageImport } from '@tabler/icons-react';
import { MAX_LEVELS, SNIFF_BYTES } from '../../base/limits.ts';
import { contentWord, mayBePackage } from '../../formats/views.ts';
import { fileIndex } from '../../model/file/file-index.ts';
import { baseName } from '../../model/file/file-name.ts';
import { insideHref } from '../../model/place.ts';
import { useFileBytes, useFilePlace, useOpenPackage } from '../../state/hooks.ts';
import { EmptyState } from '../../widgets/empty-state.tsx';
import { visibleText } from '../../widgets/name-text.tsx';
import { useShownInside } from '../../widgets/place-href.ts';
import { ActionButton } from '../find/action-button.tsx';
import { goTo } from '../page-address.ts';

/**
 * The address that opens a file as a package of its own. Undefined if neither its name, its first bytes nor the package
 * say that it is one, and if it is the open package itself.
 */
export function useInnerHref(path: string | undefined): string | undefined {
  const inside = useShownInside();
  const { files, name, size } = useOpenPackage();
  const head = useFileBytes(path, 0, SNIFF_BYTES);
  // A draft may have renamed the file, or put another there, which is opened as saving would give it.
  const place = useFilePlace(path ?? '');
  // A package that is one file would open in itself.
  const isItself = files.length === 1 && path === name && files[0]?.size === size;
  const isOffered =
    path !== undefined &&
    !isItself &&
    inside.length + 1 < MAX_LEVELS &&
    ((place.kind === 'open' && fileIndex(files).get(place.path)?.isPackage === true) ||
      mayBePackage(baseName(path), head.status === 'ready' ? head.value : new Uint8Array(0)));
  return isOffered ? insideHref([...inside, place.path]) : undefined;
}

/** Stands for the content of a file that is opened to be seen. */
export function InnerContent({ path }: { path: string }) {
  const head = useFileBytes(path, 0, SNIFF_BYTES);
  const known = head.status === 'ready' ? head.value : new Uint8Array(0);
  return <EmptyState title={`Open it to see its ${contentWord(baseName(path), known)}`} />;
}

/** Opens a file of the package as a package of its own, where it may be one. */
export function OpenInner({ path }: { path: string }) {
  const href = useInnerHref(path);
  if (href === undefined) return null;
  return (
    <ActionButton
      name={`Open ${visibleText(baseName(path))} as a package`}
      also="inside inner file"
      Icon={IconPackageImport}
      href={href}
      size="sm"
      run={() => goTo(href)}
      label="Open"
    />
  );
}
