import type { FormatView } from '../../view.ts';
import { Details } from './details.tsx';
import { UseLibrary } from './use-library.tsx';

/** What TVM's model libraries add to the page. */
export const view: FormatView = { Details, Snippets: UseLibrary };
