import {
  IconArrowBackUp,
  IconCheck,
  IconCursorText,
  IconEdit,
  IconFolderSymlink,
  IconReplace,
  IconTrash,
  type TablerIcon,
} from '@tabler/icons-react';
import { SNIFF_BYTES } from '../../../base/limits.ts';
import { sniffMedia } from '../../../model/file/media.ts';
import type { PackageFile } from '../../../model/package.ts';
import { METADATA_TEXT } from '../../../model/place.ts';
import { useFileBytes, useFileChanges, useWords } from '../../../state/hooks.ts';
import { usePlaceHref } from '../../../widgets/place-href.ts';
import { LINK_ACTS, linkAsks } from '../../links/link-acts.ts';
import { goTo } from '../../page-address.ts';
import type { FileActs } from './file-editing.tsx';
import { type MovedPath, whyFixed, whyKept } from './file-paths.ts';
import { MAX_EDITED_TEXT } from './text-edit.tsx';

const PUT_BACK = 'Put back';
export const EDIT_LABEL = 'Edit text';
/** Replaces “Edit text” while the text is edited. It is the same button, so it keeps the focus. */
export const DONE = 'Done';

/** An act on a file, as a button or as an item of a menu. */
export interface FileOffer {
  name: string;
  Icon: TablerIcon;
  /** For a link instead of an act. */
  href?: string;
  /** The key that does the same in the tree. */
  keys?: string;
  run(): void;
}

/** What the row of a file does itself. */
interface InRow {
  /** Begins to type the name. */
  onRename(): void;
  /** Chooses the file, as a press on the row does. */
  onChoose(): void;
}

/**
 * What can be done with a file, in the order of its buttons and of its menu.
 *
 * @param isText whether its bytes are a text
 * @param row for the menu of its row, whose items can also move the file
 */
export function useFileOffers(
  acts: FileActs | undefined,
  file: PackageFile,
  isText: boolean,
  row?: InRow,
): FileOffer[] {
  const placeHref = usePlaceHref();
  const { metadataFile } = useWords();
  const changes = useFileChanges();
  if (!acts || file.shadowed || file.unsafe) return [];
  const { path } = file;
  const mark = acts.shown.marks.get(path);
  const back: FileOffer = { name: PUT_BACK, Icon: IconArrowBackUp, run: () => acts.putBack(path) };
  const savedText: FileOffer = {
    name: EDIT_LABEL,
    Icon: IconEdit,
    run: () => {
      row?.onChoose();
      acts.editSaved(path);
    },
  };
  const isSavedList = path === acts.can.links && acts.shown.isRewritten(path);
  if (mark?.bySaving) return isSavedList && mark.kind === 'added' ? [savedText] : [];
  if (mark?.kind === 'removed') return [back];
  const isFixed = whyFixed(acts.can, path) !== undefined;
  const isKept = whyKept(acts.can, path) !== undefined;
  const offered: (FileOffer | false)[] = [
    path === metadataFile
      ? editLink(placeHref(METADATA_TEXT))
      : isSavedList
        ? savedText
        : isText && !isKept && textOffer(acts, path, row),
    !isKept && { name: 'Replace', Icon: IconReplace, run: () => acts.chooseReplacement(path) },
    ...(isFixed ? [] : pathOffers(acts, { path, isFolder: false }, row?.onRename)),
    ...linkAsks(acts.can, acts.shown, changes, file).map((ask) => ({
      ...LINK_ACTS[ask.act],
      run: () => acts.askLink(ask),
    })),
    // Of an added file, Remove does the same.
    mark !== undefined && (mark.kind !== 'added' || isFixed) && back,
  ];
  return offered.filter((each) => each !== false);
}

/** Begins to edit the text in the pane, and in the same place ends it. */
function textOffer(acts: FileActs, path: string, row: InRow | undefined): FileOffer {
  if (acts.text === path) return { name: DONE, Icon: IconCheck, run: () => acts.openText(undefined) };
  const edit = () => {
    row?.onChoose();
    acts.openText(path);
  };
  return { name: EDIT_LABEL, Icon: IconEdit, run: edit };
}

/**
 * What can be done with the path of a file or folder.
 *
 * @param onRename begins to type the name in its row, whose menu can also move it
 */
export function pathOffers(acts: FileActs, of: MovedPath, onRename?: () => void): FileOffer[] {
  const rename = onRename ?? (() => acts.askPath({ act: 'rename', ...of }));
  const move = { name: 'Move to…', Icon: IconFolderSymlink, run: () => acts.askPath({ act: 'move', ...of }) };
  return [
    { name: 'Rename', Icon: IconCursorText, keys: 'F2', run: rename },
    ...(onRename ? [move] : []),
    { name: 'Remove', Icon: IconTrash, keys: 'Del', run: () => acts.remove([of]) },
  ];
}

function editLink(href: string): FileOffer {
  return { name: EDIT_LABEL, Icon: IconEdit, href, run: () => goTo(href) };
}

/** Whether a file can be edited as text, by its head and its size. Undefined until its head is read. */
export function useIsText({ path, size, kind, link, fetched }: PackageFile, held: boolean): boolean | undefined {
  const canRead = held && kind === 'file' && (link === undefined || fetched === true);
  const head = useFileBytes(canRead ? path : undefined, 0, SNIFF_BYTES);
  if (!canRead || size === undefined || size > MAX_EDITED_TEXT) return false;
  if (size === 0) return true;
  if (head.status !== 'ready') return head.status === 'loading' ? undefined : false;
  const found = sniffMedia(head.value, path);
  return found.kind === 'text' || (found.kind === 'picture' && found.type === 'image/svg+xml');
}
