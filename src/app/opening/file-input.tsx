import { type ReactNode, useCallback, useRef } from 'react';

type Take = (files: readonly File[]) => void;

interface FileInput {
  input: ReactNode;
  /** Asks for files, or for one, in the browser's dialog. Call it in a click's handler. Nothing is taken if none is chosen. */
  choose(take: Take, isMany?: boolean): void;
}

/** Whether the browser lets people choose a folder. Those of some phones do not. */
export const canChooseFolders = () => 'webkitdirectory' in HTMLInputElement.prototype;

/**
 * An input that lets people choose files of this computer. It has to be on the page, where nobody sees it: a browser may
 * forget an input that is nowhere, and scripts find it there.
 *
 * @param onFiles takes files that come without a question
 */
export function useFileInput(id: string, onFiles: Take, ofFolder = false): FileInput {
  const element = useRef<HTMLInputElement>(null);
  const take = useRef<Take>(undefined);
  const input = (
    <input
      ref={element}
      type="file"
      multiple
      webkitdirectory={ofFolder ? '' : undefined}
      hidden
      aria-hidden
      tabIndex={-1}
      data-testid={id}
      onChange={({ currentTarget }) => {
        const files = [...(currentTarget.files ?? [])];
        // Emptied, so that choosing the same file again fires another change event.
        currentTarget.value = '';
        const to = take.current ?? onFiles;
        take.current = undefined;
        if (files.length > 0) to(files);
      }}
    />
  );
  const choose = useCallback((next: Take, isMany = true) => {
    if (!element.current) return;
    take.current = next;
    element.current.multiple = isMany;
    element.current.click();
  }, []);
  return { input, choose };
}
