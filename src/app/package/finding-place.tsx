import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Finding } from '../../base/findings.ts';
import { fileIndex } from '../../model/file-index.ts';
import { placeHref } from '../../model/place.ts';
import { usePackage } from '../../state/hooks.ts';
import { NameText } from '../../widgets/name-text.tsx';

interface Props {
  finding: Pick<Finding, 'path' | 'line' | 'column'>;
  /** In place of the path with line and column. */
  children?: ReactNode;
}

/** Where a finding is, as `carton.toml:84:5`: a link that leads to the line, where the package lists the file. */
export function FindingPlace({ finding: { path, line, column }, children }: Props) {
  const { files } = usePackage();
  if (path === undefined) return null;
  const text = children ?? (
    <NameText mono>{[path, line, column].filter((part) => part !== undefined).join(':')}</NameText>
  );
  if (!fileIndex(files).has(path)) return text;
  return (
    <Anchor inherit underline="always" href={placeHref({ tab: 'files', item: path, line })}>
      {text}
    </Anchor>
  );
}
