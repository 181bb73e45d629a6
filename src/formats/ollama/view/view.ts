import { Models } from './models.tsx';

/** What Ollama's models add to the page. */
export const view = { Details: Models, listsInner: true as const, shownFacts: ['Models', 'Layers'] };
