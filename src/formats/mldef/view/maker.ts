/** What the page needs to make a new model. Loaded separately: looking at a model does not need it. */
export { MLDEF_MAKER as maker } from '../core/maker.ts';
