/** A scale, or a minimum, as the value is computed with it. */
export interface StoredScale {
  /** As the format calls it. */
  name: string;
  /** The number that is stored for it, where it is not stored as a float. */
  stored?: number;
  value: number;
  /** The one of the whole block, in units of which it is stored. */
  of?: StoredScale;
}

/** What a block says of one of its elements: `value` is `scale × (quant + shift) + minimum`, each step in float32. */
export interface ElementFacts {
  /** The place of the element in the block, from 0. */
  element: number;
  scale: StoredScale;
  minimum?: StoredScale;
  /** What is stored for the element: its bits, or the number of a point that stands for several elements. */
  code: number;
  /** Which coordinate of the point the element is, from 0. */
  coordinate?: number;
  /** What the code stands for before it is scaled. */
  quant: number;
  shift?: number;
  value: number;
}

/** The block that has an element. */
export interface ElementBlock extends ElementFacts {
  /** The number of the block, from 0. */
  number: number;
  /** How many elements it has. */
  elements: number;
  /** Its bytes, counted from the first one that is stored of the tensor. */
  start: number;
  end: number;
}

/** A number that a block holds, or that follows from those before it, in words. */
export interface BlockNumber {
  name: string;
  value: number;
  /** The integer that is stored for it. */
  stored?: number | undefined;
  /** How it follows from the others. */
  formula?: string;
}

/** The numbers by which a value is computed, in their order. The last one is the value. */
export function blockNumbers({ scale, minimum, code, coordinate, quant, shift, value }: ElementFacts): BlockNumber[] {
  const scales = [scale.of, scale, minimum?.of, minimum].filter((one) => one !== undefined);
  const shifted = shift === undefined ? 'quant' : '(quant + shift)';
  return [
    ...scales.map(({ name, value: of, stored }) => ({ name, value: of, stored })),
    { name: 'code', value: code },
    ...(coordinate === undefined ? [] : [{ name: 'coordinate', value: coordinate }]),
    { name: 'quant', value: quant },
    ...(shift === undefined ? [] : [{ name: 'shift', value: shift }]),
    { name: 'value', value, formula: `${scale.name} × ${shifted}${minimum ? ` + ${minimum.name}` : ''}` },
  ];
}
