import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { toErrorData } from '../../base/errors.ts';
import { useActions, useOpened } from '../../state/hooks.ts';
import type { SourceDescriptor } from '../../state/load.ts';
import { absoluteUrl } from '../address.ts';
import { droppedDescriptor, filesDescriptor, folderDescriptor, readFailed } from './drop.ts';
import { isSame, presentVisit, pushVisit } from './visit.ts';

/** The ways to open something, whichever control asks. */
export interface Opening {
  /** Whether the history leads to a local file that the page does not have any more. */
  readonly lost: boolean;
  chooseFile(): void;
  chooseFolder(): void;
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

/** The sample carton, beside the page. */
const SAMPLE = 'sample.carton';

/** Holds the file inputs, follows the history and `?url=`, and takes files that the system hands to the installed page. */
export function OpeningProvider({ children }: { children: ReactNode }) {
  const { open, close, fail } = useActions();
  const opened = useOpened();
  const fileInput = useRef<HTMLInputElement>(null);
  const folderInput = useRef<HTMLInputElement>(null);
  const [lost, setLost] = useState(false);

  const openNew = useCallback(
    (descriptor: SourceDescriptor, url?: string) => {
      setLost(false);
      void open(descriptor, () => pushVisit(descriptor, url));
    },
    [open],
  );

  const opening = useMemo<Opening>(() => {
    const openUrl = (url: string) => openNew({ kind: 'url', url: absoluteUrl(url) }, url);
    return {
      lost,
      chooseFile: () => fileInput.current?.click(),
      chooseFolder: () => folderInput.current?.click(),
      openSample: () => openUrl(SAMPLE),
      openUrl,
      openDrop(transfer) {
        droppedDescriptor(transfer).then(openNew, (error: unknown) => fail(toErrorData(error)));
      },
    };
  }, [openNew, fail, lost]);

  // What is shown follows the history: at the start, and at each step back or forward.
  const shown = useRef<SourceDescriptor>(undefined);
  shown.current = opened?.descriptor;
  useEffect(() => {
    const follow = () => {
      const visit = presentVisit();
      setLost(visit.kind === 'lost');
      if (visit.kind !== 'package') close();
      else if (!shown.current || !isSame(shown.current, visit.descriptor)) void open(visit.descriptor);
    };
    follow();
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, [open, close]);

  useEffect(() => {
    window.launchQueue?.setConsumer(({ files }) => {
      const [handle] = files;
      handle?.getFile().then(
        (file) => openNew({ kind: 'file', file }),
        (error: unknown) => fail(toErrorData(readFailed(error))),
      );
    });
  }, [openNew, fail]);

  function choose(input: HTMLInputElement, toDescriptor: (files: File[]) => SourceDescriptor): void {
    const files = [...(input.files ?? [])];
    // Emptied, so that choosing the same file again is a change again.
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
    </OpeningContext>
  );
}
