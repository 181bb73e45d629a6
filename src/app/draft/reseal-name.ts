/** Computing all hashes anew, in the words of the button, of its dialog and of Undo. */
export const RESEAL = 'Recompute all hashes';
