import { Details } from './details.tsx';

/** What mldef models add to the page. */
export const view = { Details };
