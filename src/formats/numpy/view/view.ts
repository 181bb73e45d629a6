import { Snippets } from './snippets.tsx';

/** What NumPy files add to the page. */
export const view = { Snippets };
