import { watchStart } from './failed-start.ts';

// A script of its own, before that of the page: it still works if the page's script fails or cannot be loaded.
watchStart(document.getElementById('root') as HTMLElement);
