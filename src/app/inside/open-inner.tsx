import { Button } from '@mantine/core';
import { IconPackageImport } from '@tabler/icons-react';
import { MAX_LEVELS, SNIFF_BYTES } from '../../base/limits.ts';
import { mayBePackage } from '../../formats/views.ts';
import { baseName } from '../../model/file-name.ts';
import { insideHref } from '../../model/place.ts';
import { useFileBytes, useOpenPackage } from '../../state/hooks.ts';
import { visibleText } from '../../widgets/name-text.tsx';
import { useShownInside } from '../../widgets/place-href.ts';
import { useFindAction } from '../find/action.ts';

/** Opens a file of the package as a package of its own. Nothing where no format may know it, by its name or its head. */
export function OpenInner({ path }: { path: string }) {
  const inside = useShownInside();
  const head = useFileBytes(path, 0, SNIFF_BYTES);
  const href = insideHref([...inside, path]);
  const { files, name, size } = useOpenPackage();
  // A package that is one file would open in itself.
  const isItself = files.length === 1 && path === name && files[0]?.size === size;
  const isOffered =
    !isItself &&
    inside.length + 1 < MAX_LEVELS &&
    mayBePackage(baseName(path), head.status === 'ready' ? head.value : new Uint8Array(0));
  useFindAction(
    isOffered
      ? {
          name: `Open ${visibleText(baseName(path))} as a package`,
          also: 'inside inner file',
          Icon: IconPackageImport,
          run() {
            window.location.hash = href;
          },
        }
      : undefined,
  );
  if (!isOffered) return null;
  return (
    <Button
      component="a"
      href={href}
      variant="default"
      leftSection={<IconPackageImport size={16} stroke={1.75} aria-hidden />}
    >
      Open
    </Button>
  );
}
