import { IconPackageExport } from '@tabler/icons-react';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { toErrorData } from '../../base/errors.ts';
import { MADE_FORMAT } from '../../formats/views.ts';
import { useActions, useOpened } from '../../state/hooks.ts';
import { lateView } from '../../widgets/loading/late-view.tsx';
import { LateDialog } from '../boundary.tsx';
import { useFindActions } from '../find/action.ts';
import { giveFocusBack } from '../focus.ts';
import { folderDescriptor } from '../opening/drop.ts';
import { type Making, type NewPackageWays, WaysContext } from './new-package-ways.ts';

const NewPackageDialog = lateView(() => import('./new-package-dialog.tsx'));

/** Chooses the folder for a new package, and holds the dialog that makes it. */
export function NewPackageProvider({ children }: { children: ReactNode }) {
  const [making, setMaking] = useState<Making>({ at: 'choose' });
  const [opened, setOpened] = useState(false);
  const opener = useRef<Element>(null);
  const picker = useRef<HTMLInputElement>(undefined);
  // Each time, the form is a new one.
  const count = useRef(0);
  const { fail } = useActions();
  const shown = useOpened();
  const isOther = shown !== undefined && shown.package.words.one !== MADE_FORMAT.one;

  const ways = useMemo<NewPackageWays>(() => {
    const show = (next: Making) => {
      opener.current ??= document.activeElement;
      setMaking(next);
      setOpened(true);
    };
    const take = (files: readonly File[]) => {
      if (files.length === 0) return;
      try {
        const folder = folderDescriptor(files);
        if (folder.kind === 'folder') show({ at: 'form', of: folder, id: count.current++ });
      } catch (error) {
        fail(toErrorData(error));
      }
    };
    return {
      choose: () => show({ at: 'choose' }),
      fromFolder: () => {
        const input = document.createElement('input');
        input.type = 'file';
        input.webkitdirectory = true;
        input.onchange = () => take([...(input.files ?? [])]);
        // Kept, because a browser may forget an input that nobody has while people choose.
        picker.current = input;
        input.click();
      },
      fromNothing: () => show({ at: 'form', of: undefined, id: count.current++ }),
      fromShown: isOther ? () => show({ at: 'form', of: { opened: shown }, id: count.current++ }) : undefined,
    };
  }, [isOther, shown, fail]);

  const { one } = MADE_FORMAT;
  const offers = [
    { name: 'New package', also: `create make ${one} pack`, run: ways.choose, always: true },
    { name: `New ${one} from a folder`, also: 'create make pack package', run: ways.fromFolder, always: true },
    { name: `New ${one} from nothing`, also: 'create make template package', run: ways.fromNothing, always: true },
    ...(ways.fromShown ? [{ name: `New ${one} with this`, also: 'create convert pack', run: ways.fromShown }] : []),
  ];
  useFindActions(offers.map((offer) => ({ Icon: IconPackageExport, ...offer })));

  function close(): void {
    setOpened(false);
    giveFocusBack(opener.current);
    opener.current = null;
  }

  return (
    <WaysContext value={ways}>
      {children}
      <LateDialog opened={opened}>
        <NewPackageDialog opened={opened} making={making} onClose={close} />
      </LateDialog>
    </WaysContext>
  );
}
