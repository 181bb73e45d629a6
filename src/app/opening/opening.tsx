import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { toErrorData } from '../../base/errors.ts';
import { useActions, useAppReader, useOpened } from '../../state/hooks.ts';
import { openedOf, type SourceDescriptor } from '../../state/load.ts';
import { useEditDialogs } from '../draft/draft-dialogs.tsx';
import { absoluteUrl } from '../page-address.ts';
import { droppedDescriptor, filesDescriptor, folderDescriptor, readFailed } from './drop.ts';
import { isSame, presentVisit, pushVisit, rememberVisit, returnToVisit } from './visit.ts';

const LeavingDialog = lazy(() => import('../draft/leaving.tsx'));

/** The ways to open a package, for all controls that offer them. */
export interface Opening {
  /** Whether the history names a local file that the page no longer has. */
  readonly lost: boolean;
  chooseFile(): void;
  chooseFolder(): void;
  /** Asks for the open file, or folder, anew: it has changed, or was moved. */
  chooseAgain(): void;
  /** Opens the open file as it stands on the disk now, where `handle` of its descriptor says where that is. */
  reopen(): void;
  openSample(): void;
  openUrl(url: string): void;
  openDrop(transfer: DataTransfer): void;
}

const OpeningContext = createContext<Opening | undefined>(undefined);

export function useOpening(): Opening {
  const opening = useContext(OpeningContext);
  if (!opening) throw new Error('A control that opens stands outside OpeningProvider.');
  return opening;
}

/** A step that waits until the user agrees to leave unsaved changes. */
interface Leaving {
  /** Whether the step opens another package. */
  opens: boolean;
  saving: boolean;
  go(): void;
}

/** The sample's address, beside the page. */
const SAMPLE = 'sample.carton';

/**
 * Holds the file inputs, follows the history and `?url=`, and opens files that the system gives to the installed page.
 */
export function OpeningProvider({ children }: { children: ReactNode }) {
  const { open, close, fail } = useActions();
  const opened = useOpened();
  const fileInput = useRef<HTMLInputElement>(null);
  const folderInput = useRef<HTMLInputElement>(null);
  const [lost, setLost] = useState(false);
  const [leaving, setLeaving] = useState<Leaving>();
  const read = useAppReader();
  const { isSaving, leave } = useEditDialogs();

  /** Whether leaving the open package would leave unsaved changes or a running save. */
  const mustAsk = useCallback(() => read().draft?.changed === true || isSaving(), [read, isSaving]);

  const openNew = useCallback(
    (descriptor: SourceDescriptor, url?: string) => {
      const go = () => {
        leave();
        setLost(false);
        void open(descriptor, () => pushVisit(descriptor, url));
      };
      if (mustAsk()) setLeaving({ opens: true, saving: isSaving(), go });
      else go();
    },
    [open, mustAsk, isSaving, leave],
  );

  const opening = useMemo<Opening>(() => {
    const openUrl = (url: string) => openNew({ kind: 'url', url: absoluteUrl(url) }, url);
    return {
      lost,
      chooseFile: () => fileInput.current?.click(),
      chooseFolder: () => folderInput.current?.click(),
      chooseAgain() {
        const isFolder = openedOf(read().load)?.descriptor.kind === 'folder';
        (isFolder ? folderInput : fileInput).current?.click();
      },
      reopen() {
        const descriptor = openedOf(read().load)?.descriptor;
        if (descriptor?.kind !== 'file' || !descriptor.handle) return;
        const { handle } = descriptor;
        handle.getFile().then(
          (file) => openNew({ kind: 'file', file, handle }),
          (error: unknown) => fail(toErrorData(readFailed(error))),
        );
      },
      openSample: () => openUrl(SAMPLE),
      openUrl,
      openDrop(transfer) {
        droppedDescriptor(transfer).then(openNew, (error: unknown) => fail(toErrorData(error)));
      },
    };
  }, [openNew, fail, lost, read]);

  // Shows what the history names: once at the start, and after each step back or forward.
  const shown = useRef<SourceDescriptor>(undefined);
  shown.current = opened?.descriptor;
  useEffect(() => {
    let isAgreed = false;
    const follow = () => {
      const visit = presentVisit();
      const isShown = visit.kind === 'package' && shown.current && isSame(shown.current, visit.descriptor);
      if (!isShown && !isAgreed && mustAsk()) {
        // The browser has moved already. The address goes back to what is shown until the user agrees.
        returnToVisit();
        const go = () => {
          isAgreed = true;
          window.history.back();
        };
        setLeaving({ opens: visit.kind === 'package', saving: isSaving(), go });
        return;
      }
      isAgreed = false;
      rememberVisit();
      setLost(visit.kind === 'lost');
      if (isShown) return;
      leave();
      if (visit.kind !== 'package') close();
      else void open(visit.descriptor);
    };
    follow();
    // Captures the event, to run before the views that follow the address: they must not flash before the user agrees.
    window.addEventListener('popstate', follow, true);
    return () => window.removeEventListener('popstate', follow, true);
  }, [open, close, mustAsk, isSaving, leave]);

  useEffect(() => {
    window.launchQueue?.setConsumer(({ files }) => {
      const [handle] = files;
      handle?.getFile().then(
        (file) => openNew({ kind: 'file', file, handle }),
        (error: unknown) => fail(toErrorData(readFailed(error))),
      );
    });
  }, [openNew, fail]);

  function choose(input: HTMLInputElement, toDescriptor: (files: File[]) => SourceDescriptor): void {
    const files = [...(input.files ?? [])];
    // Emptied, so that choosing the same file again fires another change event.
    input.value = '';
    if (files.length === 0) return;
    try {
      openNew(toDescriptor(files));
    } catch (error) {
      fail(toErrorData(error));
    }
  }

  return (
    <OpeningContext value={opening}>
      <input
        ref={fileInput}
        type="file"
        data-testid="open-file"
        hidden
        aria-hidden
        tabIndex={-1}
        onChange={(event) => choose(event.currentTarget, filesDescriptor)}
      />
      <input
        ref={folderInput}
        type="file"
        data-testid="open-folder"
        webkitdirectory=""
        hidden
        aria-hidden
        tabIndex={-1}
        onChange={(event) => choose(event.currentTarget, folderDescriptor)}
      />
      {children}
      {leaving && (
        <Suspense fallback={null}>
          <LeavingDialog
            opens={leaving.opens}
            saving={leaving.saving}
            onStay={() => setLeaving(undefined)}
            onLeave={() => {
              setLeaving(undefined);
              leaving.go();
            }}
          />
        </Suspense>
      )}
    </OpeningContext>
  );
}
