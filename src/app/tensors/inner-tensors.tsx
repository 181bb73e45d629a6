import { Anchor } from '@mantine/core';
import { useMemo } from 'react';
import { MAX_LEVELS } from '../../base/limits.ts';
import { mayHoldTensors } from '../../formats/views.ts';
import type { PackageFile } from '../../model/package.ts';
import { insideHref } from '../../model/place.ts';
import { NameText } from '../../widgets/name-text.tsx';
import { useShownInside } from '../../widgets/place-href.ts';

/** A package may have thousands of such files. Files lists them all. */
const MAX_SHOWN = 5;

/** Links to the files that may be packages with tensors of their own, by their names. Nothing where there are none. */
export function InnerTensors({ files }: { files: readonly PackageFile[] }) {
  const inside = useShownInside();
  const paths = useMemo(() => innerPaths(files), [files]);
  if (paths.length === 0 || inside.length + 1 >= MAX_LEVELS) return null;
  return (
    <>
      Files with tensors of their own:{' '}
      {paths.map((path, i) => (
        <span key={path}>
          {i > 0 && ', '}
          <Anchor inherit underline="always" href={insideHref([...inside, path])}>
            <NameText mono>{path}</NameText>
          </Anchor>
        </span>
      ))}
      .{' '}
    </>
  );
}

function innerPaths(files: readonly PackageFile[]): readonly string[] {
  const paths: string[] = [];
  for (const { path, unsafe, shadowed, size } of files) {
    if (unsafe || shadowed || size === undefined || !mayHoldTensors(path)) continue;
    paths.push(path);
    if (paths.length === MAX_SHOWN) break;
  }
  return paths;
}
