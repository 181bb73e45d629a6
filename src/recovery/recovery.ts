import { watchStart } from './failed-start.ts';

// A script of its own, before that of the page: it is there where the other one cannot be loaded or fails.
watchStart(document.getElementById('root') as HTMLElement);
