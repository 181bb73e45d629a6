import { type ChangeEvent, useRef } from 'react';

/**
 * Lets people choose files of this computer.
 *
 * @param folder used if no folder was asked for
 * @param onFiles adds the files to a folder
 * @param onReplacement replaces the file at `path`
 */
export function useFileInputs(
  folder: string,
  onFiles: (files: readonly File[], folder: string) => void,
  onReplacement: (file: File, path: string) => void,
) {
  const several = useRef<HTMLInputElement>(null);
  const one = useRef<HTMLInputElement>(null);
  /** What the next chosen files are for. */
  const wanted = useRef<{ folder: string } | { path: string }>(undefined);

  function onChange(event: ChangeEvent<HTMLInputElement>): void {
    const files = [...(event.currentTarget.files ?? [])];
    // Emptied, so that choosing the same file again fires another change event.
    event.currentTarget.value = '';
    const of = wanted.current ?? { folder };
    const [first] = files;
    if ('folder' in of) onFiles(files, of.folder);
    else if (first) onReplacement(first, of.path);
  }

  const hidden = { type: 'file', hidden: true, 'aria-hidden': true, tabIndex: -1, onChange } as const;
  return {
    /** Has to be on the page, where nobody sees it. */
    inputs: (
      <>
        <input ref={several} multiple data-testid="add-files" {...hidden} />
        <input ref={one} data-testid="replace-file" {...hidden} />
      </>
    ),
    chooseFiles(into: string) {
      wanted.current = { folder: into };
      several.current?.click();
    },
    chooseReplacement(path: string) {
      wanted.current = { path };
      one.current?.click();
    },
  };
}
