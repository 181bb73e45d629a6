import { TensorFacts } from './tensor-facts.tsx';

/** What PyTorch files add to the page. */
export const view = { TensorFacts };
