/** What the page needs to make a new carton. Loaded separately: looking at a carton does not need it. */
export { CARTON_MAKER as maker } from '../core/make/maker.ts';
