import { type ChangeEvent, type ReactNode, useRef } from 'react';

interface Options {
  /** Files were chosen, to be added in a folder. */
  onFiles(files: readonly File[], folder: string): void;
  /** A file was chosen, to be put in the place of the one at `path`. */
  onReplacement(file: File, path: string): void;
}

interface FileInputs {
  /** Has to be on the page, where nobody sees it. */
  readonly inputs: ReactNode;
  /** Lets people choose files for a folder. */
  chooseFiles(folder: string): void;
  /** Lets people choose a file for the place of another. */
  chooseReplacement(path: string): void;
}

/** @param folder where files are added that were chosen without a word of where */
export function useFileInputs(folder: string, { onFiles, onReplacement }: Options): FileInputs {
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
    inputs: (
      <>
        <input ref={several} multiple data-testid="add-files" {...hidden} />
        <input ref={one} data-testid="replace-file" {...hidden} />
      </>
    ),
    chooseFiles(into) {
      wanted.current = { folder: into };
      several.current?.click();
    },
    chooseReplacement(path) {
      wanted.current = { path };
      one.current?.click();
    },
  };
}
