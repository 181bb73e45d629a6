import { Button } from '@mantine/core';
import {
  IconArrowBackUp,
  IconCheck,
  IconCursorText,
  IconEdit,
  IconReplace,
  IconTrash,
  type TablerIcon,
} from '@tabler/icons-react';
import { SNIFF_BYTES } from '../../base/limits.ts';
import type { FileChange } from '../../model/draft.ts';
import { baseName } from '../../model/file-name.ts';
import { sniffMedia } from '../../model/media.ts';
import type { PackageFile } from '../../model/package.ts';
import { EDIT_TEXT } from '../../model/place.ts';
import { useApp, useFileBytes, useWords } from '../../state/hooks.ts';
import { usePlaceHref } from '../../widgets/place-href.ts';
import { useFindActions } from '../find/action.ts';
import { LINK_ACTS, linkAsks, whyNoLink } from '../links/link-acts.ts';
import classes from './file-actions.module.css';
import { type FileActs, useFileActs } from './file-acts.ts';
import { whyFixed, whyKept } from './file-paths.ts';
import { MAX_EDITED_TEXT } from './text-edit.tsx';

const PUT_BACK = 'Put back';
const EDIT_LABEL = 'Edit text';
/** In the place of the button that began to edit, which keeps the focus. */
const DONE = 'Done';

const NO_CHANGES: readonly FileChange[] = [];

/** What can be done with the chosen file, in a row of buttons, and why the others are missing. */
export function FileActions({ file, isText }: { file: PackageFile; isText: boolean | undefined }) {
  const acts = useFileActs();
  const offered = useOffered(acts, file, isText ?? false);
  useFindActions(
    offered.flatMap(({ name, Icon, run }) =>
      name === DONE ? [] : { name: `${name} ${baseName(file.path)}`, Icon, run },
    ),
  );
  const { hashList } = useWords();
  if (!acts) return null;
  const why = whyFixed(acts.can, file.path) ?? whyNoLink(acts.can, acts.shown, file, hashList);
  return (
    // Its room is kept until it is known what the file is, so that no button moves.
    <div className={classes.root} data-awaiting={isText === undefined || undefined}>
      {offered.map((offer) => (
        <ActionButton key={offer.name === DONE ? EDIT_LABEL : offer.name} {...offer} />
      ))}
      {why !== undefined && <p className={classes.why}>{why}</p>}
    </div>
  );
}

function ActionButton({ name, Icon, href, run }: Offered) {
  const shared = {
    variant: 'default',
    size: 'compact-sm',
    leftSection: <Icon size={16} stroke={1.75} aria-hidden />,
  } as const;
  if (href === undefined)
    return (
      <Button {...shared} data-put-back={name === PUT_BACK || undefined} onClick={run}>
        {name}
      </Button>
    );
  return (
    <Button {...shared} component="a" href={href}>
      {name}
    </Button>
  );
}

interface Offered {
  name: string;
  Icon: TablerIcon;
  /** Where it leads to, in the place of an act. */
  href?: string;
  run(): void;
}

function useOffered(acts: FileActs | undefined, file: PackageFile, isText: boolean): Offered[] {
  const placeHref = usePlaceHref();
  const { metadataFile } = useWords();
  const changes = useApp(({ draft }) => draft?.current.files ?? NO_CHANGES);
  if (!acts || file.shadowed || file.unsafe) return [];
  const { path } = file;
  const mark = acts.shown.marks.get(path);
  const back: Offered = { name: PUT_BACK, Icon: IconArrowBackUp, run: () => acts.putBack(path) };
  if (mark?.kind === 'removed') return [back];
  const isFixed = whyFixed(acts.can, path) !== undefined;
  const isKept = whyKept(acts.can, path) !== undefined;
  const offered: (Offered | false)[] = [
    path === metadataFile
      ? editLink(placeHref({ tab: 'edit', item: EDIT_TEXT }))
      : isText && !isKept && textOffer(acts, path),
    !isKept && { name: 'Replace', Icon: IconReplace, run: () => acts.chooseReplacement(path) },
    !isFixed && {
      name: 'Rename',
      Icon: IconCursorText,
      run: () => acts.askPath({ act: 'rename', path, isFolder: false }),
    },
    !isFixed && { name: 'Remove', Icon: IconTrash, run: () => acts.remove([path]) },
    ...linkAsks(acts.can, acts.shown, changes, file).map((ask) => ({
      ...LINK_ACTS[ask.act],
      run: () => acts.askLink(ask),
    })),
    mark !== undefined && back,
  ];
  return offered.filter((each) => each !== false);
}

/** Begins to edit the text, and in the same place ends it. */
function textOffer(acts: FileActs, path: string): Offered {
  return acts.text === path
    ? { name: DONE, Icon: IconCheck, run: () => acts.openText(undefined) }
    : { name: EDIT_LABEL, Icon: IconEdit, run: () => acts.openText(path) };
}

function editLink(href: string): Offered {
  return {
    name: 'Edit text',
    Icon: IconEdit,
    href,
    run() {
      window.location.hash = href;
    },
  };
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
