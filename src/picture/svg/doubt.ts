/** Thrown where a drawing is not to be shown without asking. The message continues "This drawing …". */
export class DrawingDoubt extends Error {
  override readonly name = 'DrawingDoubt';
}
