import type { FileChoice } from '../../state/content-slice.ts';

/** One of two files. By default of the package that is shown, with the changes of its draft. */
export interface FileSide extends FileChoice {
  path: string;
  /** Bytes of its content. Undefined where the content cannot be read: nothing of it is. */
  size: number | undefined;
  /** Of the content, where it is known: 64 hexadecimal digits. */
  sha256?: string | undefined;
}

/** What names the content of a side in calls to the worker. */
export function choiceOf(side: FileSide | undefined): FileChoice {
  return { asOpened: side?.asOpened, of: side?.of };
}
