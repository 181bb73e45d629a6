import { Anchor } from '@mantine/core';
import { useMemo } from 'react';
import { formatBytes, formatNumberOf } from '../../base/amounts.ts';
import { MAX_LEVELS } from '../../base/limits.ts';
import { mayHoldTensors } from '../../formats/views.ts';
import type { Package, PackageFile } from '../../model/package.ts';
import { insideHref, placeHref, type Tab } from '../../model/place.ts';
import { useOpenPackage } from '../../state/hooks.ts';
import { Card } from '../../widgets/card.tsx';
import { FileIcon } from '../../widgets/file-tree/file-icon.tsx';
import { NameText } from '../../widgets/name-text.tsx';
import { useShownInside } from '../../widgets/place-href.ts';
import { MoreLink } from '../../widgets/place-link.tsx';
import { Section } from '../../widgets/section.tsx';
import classes from './inner-files.module.css';

/** A package may have thousands of such files. Files lists them all. */
const MAX_SHOWN = 5;

/**
 * Links to the files of the package that may be packages with tensors of their own, by their names or by its format.
 * Each opens its file.
 */
export function InnerFiles({ title, tab }: { title: string; tab?: Tab }) {
  const inside = useShownInside();
  const pkg = useOpenPackage();
  const found = useMemo(() => innerFiles(pkg), [pkg]);
  if (found.length === 0 || inside.length + 1 >= MAX_LEVELS) return null;
  const left = found.length - MAX_SHOWN;
  return (
    <Section title={title}>
      <Card as="ul" rows>
        {found.slice(0, MAX_SHOWN).map((file) => (
          <li key={file.path} className={classes.row}>
            <FileIcon file={file} className={classes.icon} />
            <Anchor
              inherit
              underline="always"
              className={classes.name ?? ''}
              href={tab ? placeHref({ tab }, [...inside, file.path]) : insideHref([...inside, file.path])}
            >
              <NameText mono>{file.path}</NameText>
            </Anchor>
            <span className={classes.size}>{formatBytes(file.size ?? 0)}</span>
          </li>
        ))}
      </Card>
      {left > 0 && (
        <MoreLink className={classes.more ?? ''} to={{ tab: 'files' }}>
          and {formatNumberOf(left, 'more file')}
        </MoreLink>
      )}
    </Section>
  );
}

/** Not the files that the package's own tensors are read from, which its list of tensors shows. */
function innerFiles({ name, files, tensors }: Package): readonly PackageFile[] {
  // It is the file itself.
  if (files.length === 1 && files[0]?.path === name) return [];
  const own = new Set(tensors.map(({ data }) => data?.path));
  return files.filter(
    ({ path, unsafe, shadowed, size, role, isPackage }) =>
      !unsafe &&
      !shadowed &&
      size !== undefined &&
      role !== 'metadata' &&
      (isPackage || mayHoldTensors(path)) &&
      !own.has(path),
  );
}
