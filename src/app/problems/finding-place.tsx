import type { ReactNode } from 'react';
import type { Finding } from '../../base/findings.ts';
import { fileIndex } from '../../model/file/file-index.ts';
import { EDIT_TEXT } from '../../model/place.ts';
import { useEditedPaths, usePackage } from '../../state/hooks.ts';
import { NameText } from '../../widgets/name-text.tsx';
import { PlaceLink } from '../../widgets/place-link.tsx';

interface Props {
  finding: Pick<Finding, 'path' | 'line' | 'column'>;
  /** Called when the user follows the link. */
  onGo?: (() => void) | undefined;
  /** Shown instead of the path with line and column. */
  children?: ReactNode;
}

/**
 * The place of a finding, such as `model.json:84:5`, as a link to the line if the package lists the file. For an edited
 * text the link leads to the editor, because the finding is about the draft and not about the file.
 */
export function FindingPlace({ finding: { path, line, column }, onGo, children }: Props) {
  const { files } = usePackage();
  const edited = useEditedPaths();
  if (path === undefined) return null;
  const text = children || (
    <NameText mono>{[path, line, column].filter((part) => part !== undefined).join(':')}</NameText>
  );
  const isEdited = edited.has(path);
  if (!isEdited && !fileIndex(files).has(path)) return text;
  return (
    <PlaceLink
      to={isEdited ? { tab: 'edit', item: EDIT_TEXT, line } : { tab: 'files', item: path, line }}
      onClick={onGo}
    >
      {text}
    </PlaceLink>
  );
}
