/** What the format's own view knows of a file. */
export interface NumpyOwn {
  kind: 'npy' | 'npz';
  /** Some elements are Python objects. */
  needsPickle: boolean;
}
