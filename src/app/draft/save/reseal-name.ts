/** What the button, its dialog and Undo call it to recompute all hashes. */
export const RESEAL = 'Recompute all hashes';
