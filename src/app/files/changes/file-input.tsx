import { type ReactNode, useRef } from 'react';

type Take = (files: readonly File[]) => void;

/**
 * An input that lets people choose files of this computer. It has to be on the page, where nobody sees it.
 *
 * @param onFiles takes files that come without a question
 */
export function useFileInput(onFiles: Take): { input: ReactNode; choose(take: Take, isMany: boolean): void } {
  const element = useRef<HTMLInputElement>(null);
  const take = useRef<Take>(undefined);
  const input = (
    <input
      ref={element}
      type="file"
      multiple
      hidden
      aria-hidden
      tabIndex={-1}
      data-testid="add-files"
      onChange={({ currentTarget }) => {
        const files = [...(currentTarget.files ?? [])];
        // Emptied, so that choosing the same file again fires another change event.
        currentTarget.value = '';
        (take.current ?? onFiles)(files);
      }}
    />
  );
  function choose(next: Take, isMany: boolean): void {
    if (!element.current) return;
    take.current = next;
    element.current.multiple = isMany;
    element.current.click();
  }
  return { input, choose };
}
