import { Menu } from '@mantine/core';
import { IconDownload, IconFilePlus, IconPackageImport, IconUpload } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { languageOf } from '../../../model/file/language.ts';
import type { PackageFile } from '../../../model/package.ts';
import { useOpenPackage } from '../../../state/hooks.ts';
import type { TreeFile, TreeFolder, TreeRow } from '../../../widgets/file-tree/rows.ts';
import { visibleText } from '../../../widgets/name-text.tsx';
import { useInnerHref } from '../../inside/open-inner.tsx';
import { goTo } from '../../page-address.ts';
import type { FileActs } from '../changes/file-editing.tsx';
import { type FileOffer, pathOffers, useFileOffers, useIsText } from '../changes/file-offers.ts';
import { hasFixed, whyFixed } from '../changes/file-paths.ts';
import { DOWNLOAD } from '../content/download.tsx';
import { OfferItems } from '../content/offer-items.tsx';
import { isHeld } from './file-list.ts';
import classes from './row-menu.module.css';
import { isMadeBySaving } from './shown-files.ts';

/**
 * How long a menu waits until it is known whether a file is a text, in milliseconds. A file far away is read slowly.
 */
const PATIENCE_MS = 300;

export interface RowMenuAt {
  readonly row: TreeRow;
  readonly x: number;
  readonly y: number;
}

interface Props {
  at: RowMenuAt | undefined;
  acts: FileActs;
  /** Begins to type the name in its row. */
  onRename(row: TreeRow): void;
  /** Chooses the file of a row, as a press on the row does. */
  onChoose(path: string): void;
  onClose(): void;
}

/**
 * What can be done with a row of the tree: with a file what its buttons offer, under the same names. Nothing of it is
 * here alone: buttons and keys do it too.
 */
export function RowMenu({ at, ...props }: Props) {
  if (!at) return null;
  const { row } = at;
  if (row.kind === 'folder') return <FolderMenu {...props} at={at} row={row} />;
  return <FileMenu key={row.key} {...props} at={at} row={row} />;
}

type MenuProps<Row> = Omit<Props, 'at'> & { at: RowMenuAt; row: Row };

function FileMenu({ row: { file }, at, acts, onRename, onChoose, onClose }: MenuProps<TreeFile>): ReactNode {
  const { path } = file;
  const { files } = useOpenPackage();
  const open = acts.shown.openOf(file);
  const isThere = open === undefined ? !isMadeBySaving(acts.shown, path) : isHeld(files, open);
  const held = isThere && !file.shadowed && !file.unsafe;
  const isText = useSettledText(file, held);
  const row = { onRename: () => onRename(at.row), onChoose: () => onChoose(path) };
  const items = useFileOffers(acts, file, isText ?? false, row);
  const inner = useInnerHref(held ? path : undefined);
  if (isText === undefined) return null;
  if (held && inner !== undefined) items.unshift({ name: 'Open', Icon: IconPackageImport, run: () => goTo(inner) });
  if (held) items.push({ name: DOWNLOAD, Icon: IconDownload, run: () => acts.download(path) });
  const why = file.shadowed || file.unsafe ? 'This entry cannot be changed.' : whyFixed(acts.can, path);
  return <MenuAt at={at} items={items} why={why} onClose={onClose} />;
}

/** Whether a file is a text, once it is known or likely. It does not change while the menu is open. */
function useSettledText(file: PackageFile, held: boolean): boolean | undefined {
  const isText = useIsText(file, held);
  const [settled, setSettled] = useState(isText);
  useEffect(() => {
    if (settled !== undefined) return;
    if (isText !== undefined) setSettled(isText);
    const timer = setTimeout(() => setSettled(languageOf(file.path) !== undefined), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [settled, isText, file.path]);
  return settled;
}

function FolderMenu({ row, at, acts, onRename, onClose }: MenuProps<TreeFolder>): ReactNode {
  const { path } = row;
  const isFixed = hasFixed(acts.can, path);
  const items: FileOffer[] = [
    { name: 'Add files here…', Icon: IconUpload, run: () => acts.chooseFiles(path) },
    { name: 'New file here…', Icon: IconFilePlus, run: () => acts.askPath({ act: 'new', folder: path }) },
    ...(isFixed ? [] : pathOffers(acts, { path, isFolder: true }, () => onRename(row))),
  ];
  const why = isFixed ? 'It contains files that the format keeps here, so it cannot be moved or removed.' : undefined;
  return <MenuAt at={at} items={items} why={why} onClose={onClose} />;
}

interface MenuAtProps {
  at: RowMenuAt;
  items: readonly FileOffer[];
  why: string | undefined;
  onClose(): void;
}

function MenuAt({ at: { row, x, y }, items, why, onClose }: MenuAtProps) {
  return (
    <Menu opened onClose={onClose} position="bottom-start" width={220} withinPortal returnFocus trapFocus>
      <Menu.Target>
        {/* Only its place counts. */}
        <button type="button" tabIndex={-1} aria-hidden className={classes.point} style={{ left: x, top: y }} />
      </Menu.Target>
      <Menu.Dropdown aria-label={`Actions for ${visibleText(row.name)}`}>
        <OfferItems items={items} why={why} />
      </Menu.Dropdown>
    </Menu>
  );
}
