import { Models } from './models.tsx';

/** What Ollama's models add to the page. */
export const view = { Snippets: Models };
