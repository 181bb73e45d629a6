import { lateView } from '../loading/late-view.tsx';
import classes from './text-editor.module.css';
import type { TextEditorProps } from './text-problems.ts';

/**
 * A text editor with the colors of some languages, loaded when it is first shown. It has no history: Undo and Redo of
 * the page change `value`, and the editor makes the smallest change that gives the new text, so that the caret stays
 * near.
 */
export const TextEditor = lateView<TextEditorProps>(() => import('./editor.tsx'), <div className={classes.waiting} />);
