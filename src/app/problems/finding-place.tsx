import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Finding } from '../../base/findings.ts';
import { fileIndex } from '../../model/file-index.ts';
import { EDIT_TEXT, placeHref } from '../../model/place.ts';
import { useEditedPaths, usePackage } from '../../state/hooks.ts';
import { NameText } from '../../widgets/name-text.tsx';

interface Props {
  finding: Pick<Finding, 'path' | 'line' | 'column'>;
  /** Called when somebody goes there, as the page already does. */
  onGo?: (() => void) | undefined;
  /** In place of the path with line and column. */
  children?: ReactNode;
}

/**
 * Where a finding is, as `model.toml:84:5`: a link that leads to the line, where the package lists the file. What is wrong with a text that
 * was edited is in the draft, and not in the file: the link leads to the editor.
 */
export function FindingPlace({ finding: { path, line, column }, onGo, children }: Props) {
  const { files } = usePackage();
  const edited = useEditedPaths();
  if (path === undefined) return null;
  const text = children ?? (
    <NameText mono>{[path, line, column].filter((part) => part !== undefined).join(':')}</NameText>
  );
  const isEdited = edited.has(path);
  if (!isEdited && !fileIndex(files).has(path)) return text;
  const href = placeHref(isEdited ? { tab: 'edit', item: EDIT_TEXT, line } : { tab: 'files', item: path, line });
  return (
    <Anchor inherit underline="always" href={href} onClick={onGo}>
      {text}
    </Anchor>
  );
}
