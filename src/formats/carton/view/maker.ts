/** What the page needs to make a new carton. It is loaded by itself: nobody needs it to look at one. */
export { CARTON_MAKER as maker } from '../core/make/maker.ts';
