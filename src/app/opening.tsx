import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef } from 'react';
import { toErrorData } from '../base/errors.ts';
import { useActions } from '../state/hooks.ts';
import type { SourceDescriptor } from '../state/load.ts';
import { useAddressedUrl, writeAddress } from './address.ts';
import { droppedDescriptor, filesDescriptor, folderDescriptor } from './drop.ts';

/** The ways to open something, whichever control asks. */
export interface Opening {
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

/** Holds the file inputs, follows `?url=`, and takes files that the system hands to the installed page. */
export function OpeningProvider({ children }: { children: ReactNode }) {
  const { open, fail } = useActions();
  const fileInput = useRef<HTMLInputElement>(null);
  const folderInput = useRef<HTMLInputElement>(null);
  const addressed = useAddressedUrl();
  const lastUrl = useRef<string>(undefined);

  const opening = useMemo<Opening>(() => {
    function openLocal(descriptor: SourceDescriptor): void {
      writeAddress(undefined);
      void open(descriptor);
    }
    /** Writing the address is what opens it; where it stands there already, this is another try. */
    function openAddress(url: string): void {
      if (!writeAddress(url) && lastUrl.current !== undefined) void open({ kind: 'url', url: lastUrl.current });
    }
    return {
      chooseFile: () => fileInput.current?.click(),
      chooseFolder: () => folderInput.current?.click(),
      openSample: () => openAddress(SAMPLE),
      openUrl: openAddress,
      openDrop(transfer) {
        droppedDescriptor(transfer).then(openLocal, (error: unknown) => fail(toErrorData(error)));
      },
    };
  }, [open, fail]);

  useEffect(() => {
    if (addressed === lastUrl.current) return;
    lastUrl.current = addressed;
    if (addressed !== undefined) void open({ kind: 'url', url: addressed });
  }, [addressed, open]);

  useEffect(() => {
    window.launchQueue?.setConsumer(async ({ files }) => {
      const [handle] = files;
      if (handle) void open({ kind: 'file', file: await handle.getFile() });
    });
  }, [open]);

  function choose(input: HTMLInputElement, toDescriptor: (files: File[]) => SourceDescriptor): void {
    const files = [...(input.files ?? [])];
    // Emptied, so that choosing the same file again is a change again.
    input.value = '';
    if (files.length === 0) return;
    try {
      const descriptor = toDescriptor(files);
      writeAddress(undefined);
      void open(descriptor);
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
