/** What the worker of the sandbox says by its port, once it listens. */
export const STARTED = 'started';

/** What the frame of the sandbox tells the page where its worker failed. */
export const ENDED = 'ended';
