import { IconPackageExport } from '@tabler/icons-react';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { isOtherThan, MADE_FORMATS, type MadeFormat } from '../../formats/views.ts';
import { useActions, useAppReader, useOpened } from '../../state/hooks.ts';
import type { Opened } from '../../state/load.ts';
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
  const read = useAppReader();
  const { draftToSave } = useActions();

  const ways = useMemo<NewPackageWays>(() => {
    const show = (next: Making) => {
      opener.current ??= document.activeElement;
      setMaking(next);
      setOpened(true);
    };
    async function packFolder(made: MadeFormat, folder: Opened): Promise<void> {
      const { draft } = read();
      // Where the last edit was not made, the draft has the texts before it, and says why.
      const { texts } = draft?.changed ? await draftToSave().catch(() => draft) : { texts: undefined };
      show({ at: 'form', made, of: { opened: folder, unpacked: texts ?? new Map() }, id: count.current++ });
    }
    const isFolder = shown && !shown.inside && shown.descriptor.kind === 'folder';
    const own = isFolder && MADE_FORMATS.find((made) => !isOtherThan(made, shown.package));
    const pack = own ? () => void packFolder(own, shown) : undefined;
    return {
      choose: () => show({ at: 'choose' }),
      fromFolder: (made) =>
        askFolder((files) => {
          const of = filesDescriptor(files);
          if (of.kind === 'folder') show({ at: 'form', made, of, id: count.current++ });
        }),
      fromNothing: (made) => show({ at: 'form', made, of: undefined, id: count.current++ }),
      fromShown: (made) =>
        shown && isOtherThan(made, shown.package)
          ? () => show({ at: 'form', made, of: { opened: shown }, id: count.current++ })
          : own === made
            ? pack
            : undefined,
      pack,
    };
  }, [askFolder, read, draftToSave, shown]);

  const offers = [
    {
      name: 'New package',
      also: `create make pack ${MADE_FORMATS.map(({ one }) => one).join(' ')}`,
      run: ways.choose,
      always: true,
    },
    ...MADE_FORMATS.flatMap((made) => {
      const { one } = made;
      const withShown = ways.fromShown(made);
      return [
        {
          name: `New ${one} from a folder`,
          also: 'create make pack package',
          run: () => ways.fromFolder(made),
          always: true,
        },
        {
          name: `New ${one} from nothing`,
          also: 'create make template package',
          run: () => ways.fromNothing(made),
          always: true,
        },
        ...(withShown ? [{ name: `New ${one} with this`, also: 'create convert pack', run: withShown }] : []),
      ];
    }),
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
      <LateDialog opened={opened} onClose={close}>
        <NewPackageDialog opened={opened} making={making} onClose={close} />
      </LateDialog>
    </WaysContext>
  );
}
