const numbers = new WeakMap<object, number>();
let last = 0;

/** A number that stands for an object as long as it lives, and for no other: for keys made of text. */
export function objectNumber(object: object): number {
  const number = numbers.get(object) ?? ++last;
  numbers.set(object, number);
  return number;
}
