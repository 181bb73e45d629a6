import { Details } from './details.tsx';
import { Snippets } from './snippets.tsx';
import { TensorFacts } from './tensor-facts.tsx';

/** What GGUF files add to the page. */
export const view = { Details, TensorFacts, Snippets };
