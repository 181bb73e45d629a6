import { IconPackageExport } from '@tabler/icons-react';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { MADE_FORMAT } from '../../formats/views.ts';
import { useOpened } from '../../state/hooks.ts';
import { lateView } from '../../widgets/loading/late-view.tsx';
import { LateDialog } from '../boundary.tsx';
import { useFindActions } from '../find/action.ts';
import { giveFocusBack } from '../focus.ts';
import { filesDescriptor, useOpening } from '../opening/opening-ways.tsx';
import { type Making, type NewPackageWays, WaysContext } from './new-package-ways.ts';

const NewPackageDialog = lateView(() => import('./new-package-dialog.tsx'));

/** Chooses the folder for a new package, and holds the dialog that makes it. */
export function NewPackageProvider({ children }: { children: ReactNode }) {
  const [making, setMaking] = useState<Making>({ at: 'choose' });
  const [opened, setOpened] = useState(false);
  const opener = useRef<Element>(null);
  const { askFolder } = useOpening();
  // Each time, the form is a new one.
  const count = useRef(0);
  const shown = useOpened();
  const isOther = shown !== undefined && shown.package.words.one !== MADE_FORMAT.one;

  const ways = useMemo<NewPackageWays>(() => {
    const show = (next: Making) => {
      opener.current ??= document.activeElement;
      setMaking(next);
      setOpened(true);
    };
    return {
      choose: () => show({ at: 'choose' }),
      fromFolder: () =>
        askFolder((files) => {
          const of = filesDescriptor(files);
          if (of.kind === 'folder') show({ at: 'form', of, id: count.current++ });
        }),
      fromNothing: () => show({ at: 'form', of: undefined, id: count.current++ }),
      fromShown: isOther ? () => show({ at: 'form', of: { opened: shown }, id: count.current++ }) : undefined,
    };
  }, [askFolder, isOther, shown]);

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
