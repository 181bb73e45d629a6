import { IconPackageExport } from '@tabler/icons-react';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { toErrorData } from '../../base/errors.ts';
import { MADE_FORMAT } from '../../formats/views.ts';
import { useActions, useOpened } from '../../state/hooks.ts';
import { lateView } from '../../widgets/loading/late-view.tsx';
import { Boundary } from '../boundary.tsx';
import { useFindActions } from '../find/action.ts';
import { focusChosenTab } from '../focus.ts';
import { folderDescriptor } from '../opening/drop.ts';
import { type Making, type NewPackageWays, WaysContext } from './new-package-ways.ts';

const NewPackageDialog = lateView(() => import('./new-package-dialog.tsx'));

/** Chooses the folder for a new package, and holds the dialog that makes it. */
export function NewPackageProvider({ children }: { children: ReactNode }) {
  const [making, setMaking] = useState<Making>({ at: 'choose' });
  const [opened, setOpened] = useState(false);
  const [wanted, setWanted] = useState(false);
  const opener = useRef<Element>(null);
  const picker = useRef<HTMLInputElement>(undefined);
  const takeFolder = useRef(take);
  takeFolder.current = take;
  // Each time, the form is a new one.
  const count = useRef(0);
  const { fail } = useActions();
  const shown = useOpened();
  const isOther = shown !== undefined && shown.package.words.one !== MADE_FORMAT.one;

  const ways = useMemo<NewPackageWays>(() => {
    const show = (next: Making) => {
      opener.current ??= document.activeElement;
      setMaking(next);
      setWanted(true);
      setOpened(true);
    };
    return {
      choose: () => show({ at: 'choose' }),
      fromFolder: () => {
        const input = document.createElement('input');
        input.type = 'file';
        input.webkitdirectory = true;
        input.onchange = () => takeFolder.current([...(input.files ?? [])]);
        // Kept, because a browser may forget an input that nobody has while people choose.
        picker.current = input;
        input.click();
      },
      fromNothing: () => show({ at: 'form', of: undefined, id: count.current++ }),
      fromShown: isOther ? () => show({ at: 'form', of: { opened: shown }, id: count.current++ }) : undefined,
    };
  }, [isOther, shown]);

  const { one } = MADE_FORMAT;
  useFindActions([
    { name: 'New package', also: `create make ${one} pack`, Icon: IconPackageExport, always: true, run: ways.choose },
    {
      name: `New ${one} from a folder`,
      also: 'create make pack package',
      Icon: IconPackageExport,
      always: true,
      run: ways.fromFolder,
    },
    {
      name: `New ${one} from nothing`,
      also: 'create make template package',
      Icon: IconPackageExport,
      always: true,
      run: ways.fromNothing,
    },
    ...(ways.fromShown
      ? [{ name: `New ${one} with this`, also: 'create convert pack', Icon: IconPackageExport, run: ways.fromShown }]
      : []),
  ]);

  function close(): void {
    setOpened(false);
    const before = opener.current;
    opener.current = null;
    // The dialog is loaded after the click, so it cannot know where the focus was.
    if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    // The new package is open now, and its page has no such control.
    else focusChosenTab();
  }

  function take(files: readonly File[]): void {
    if (files.length === 0) return;
    try {
      const folder = folderDescriptor(files);
      if (folder.kind !== 'folder') return;
      opener.current ??= document.activeElement;
      setMaking({ at: 'form', of: folder, id: count.current++ });
      setWanted(true);
      setOpened(true);
    } catch (error) {
      fail(toErrorData(error));
    }
  }

  return (
    <WaysContext value={ways}>
      {children}
      {wanted && (
        <Boundary resetKey={String(opened)}>
          <NewPackageDialog opened={opened} making={making} onClose={close} />
        </Boundary>
      )}
    </WaysContext>
  );
}
