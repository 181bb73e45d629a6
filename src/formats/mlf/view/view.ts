import { Details } from './details.tsx';
import { UseLibrary } from './use-library.tsx';

/** What TVM's model libraries add to the page. */
export const view = { Details, Snippets: UseLibrary };
