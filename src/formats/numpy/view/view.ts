import type { FormatView } from '../../view.ts';
import { Snippets } from './snippets.tsx';

/** What NumPy files add to the page. */
export const view: FormatView = { Snippets };
