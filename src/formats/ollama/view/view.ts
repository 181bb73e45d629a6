import type { FormatView } from '../../view.ts';
import { Models } from './models.tsx';

/** What Ollama's models add to the page. */
export const view: FormatView = { Details: Models, listsInner: true, shownFacts: ['Models', 'Layers'] };
