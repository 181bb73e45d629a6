import type { FormatView } from '../../view.ts';
import { Imports } from './imports.tsx';
import { TensorFacts } from './tensor-facts.tsx';
import { UsePickle } from './use-pickle.tsx';

/** What pickles and PyTorch files add to the page. */
export const view: FormatView = { Details: Imports, TensorFacts, Snippets: UsePickle };
