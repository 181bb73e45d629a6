import { lazy, Suspense } from 'react';
import classes from './text-editor.module.css';

/** Something wrong at a place of the text. Lines and columns count from 1; without a column it is the whole line. */
export interface TextProblem {
  line: number;
  column?: number | undefined;
  message: string;
  severity: 'error' | 'warning' | 'info';
}

export interface TextEditorProps {
  /** The whole text, byte-order mark and line ends as they stand. */
  value: string;
  /** Called with the whole text at each change. What was not edited stays as it is, line ends too. */
  onChange(text: string): void;
  /** Names the editor, as "carton.toml". */
  label: string;
  problems?: readonly TextProblem[] | undefined;
  /** A place to bring into view, with the caret. Another object goes there again. */
  reveal?: { readonly line: number; readonly column?: number | undefined } | undefined;
  readOnly?: boolean | undefined;
}

const Editor = lazy(() => import('./editor.tsx'));

/**
 * A text editor for TOML, loaded when it is first shown. It has no history of its own: Undo and Redo of the page change `value`, and the
 * editor follows with the smallest change, so that the caret stays near.
 */
export function TextEditor(props: TextEditorProps) {
  return (
    <Suspense fallback={<div className={classes.waiting} />}>
      <Editor {...props} />
    </Suspense>
  );
}
