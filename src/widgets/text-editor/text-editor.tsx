import type { Language } from '../../model/language.ts';
import { lateView } from '../late-view.tsx';
import classes from './text-editor.module.css';

/** A problem at a place of the text. Lines and columns count from 1. Without a column it concerns the whole line. */
export interface TextProblem {
  line: number;
  column?: number | undefined;
  message: string;
  severity: 'error' | 'warning' | 'info';
}

export interface TextEditorProps {
  /** The whole text, with its byte-order mark and line ends. */
  value: string;
  /** Called with the whole text at each change. Parts that were not edited keep every byte, also their line ends. */
  onChange(text: string): void;
  /** Names the editor, as "a.toml". */
  label: string;
  /** Undefined of a text that nobody looks for problems in. */
  problems?: readonly TextProblem[] | undefined;
  /** A place to put the caret at and bring into view. A new object does so again. */
  reveal?: { readonly line: number; readonly column?: number | undefined } | undefined;
  readOnly?: boolean | undefined;
  /** Whether it takes the focus when it appears. */
  takesFocus?: boolean | undefined;
  /** What it is written in, for its colors. TOML by default. */
  language?: Language | 'none' | undefined;
}

/**
 * A text editor with the colors of some languages, loaded when it is first shown. It has no history: Undo and Redo of
 * the page change `value`, and the editor makes the smallest change that gives the new text, so that the caret stays
 * near.
 */
export const TextEditor = lateView<TextEditorProps>(() => import('./editor.tsx'), <div className={classes.waiting} />);
