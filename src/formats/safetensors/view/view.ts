import { Snippets } from './snippets.tsx';

/** What safetensors files add to the page. */
export const view = { Snippets };
