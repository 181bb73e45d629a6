import type { FloatField, SectionValues } from './fields.ts';

type NodeValues = SectionValues<'nodeRange'>;

/** Decimal digits that a computed value is shown with: float64 has 15 that are always right. */
const DIGITS = 15;

/**
 * The normalized value of a value, as the document has it (Node range sections): (x + pre-offset) × scale +
 * post-offset. What is missing changes nothing.
 */
export function normalized(x: number, { preOffset, scale, postOffset }: NodeValues): number {
  return (x + (preOffset?.value ?? 0)) * (scale?.value ?? 1) + (postOffset?.value ?? 0);
}

/** How values are normalized, with the numbers of the manifest: "(x − 273.15) × 0.1 + 1". Undefined where they are not. */
export function normalizationText({ preOffset, scale, postOffset }: NodeValues): string | undefined {
  if (!preOffset && !scale && !postOffset) return undefined;
  const shifted = preOffset ? `x ${signed(preOffset)}` : 'x';
  const scaled = scale ? `${preOffset ? `(${shifted})` : shifted} × ${scale.text}` : shifted;
  return postOffset ? `${scaled} ${signed(postOffset)}` : scaled;
}

function signed({ text, value }: FloatField): string {
  return value < 0 ? `− ${text.replace(/^-/, '')}` : `+ ${text.replace(/^\+/, '')}`;
}

/** The range of the values, and what it is once they are normalized: "250 to 320, normalized 25 to 32". */
export function rangeText(values: NodeValues): string | undefined {
  const { minimum, maximum } = values;
  const ends = (of: (field: FloatField) => string) => {
    if (minimum && maximum) return `${of(minimum)} to ${of(maximum)}`;
    if (minimum) return `at least ${of(minimum)}`;
    return maximum ? `at most ${of(maximum)}` : undefined;
  };
  const own = ends(({ text }) => text);
  if (own === undefined || normalizationText(values) === undefined) return own;
  // A negative scale turns the range around; each end is still that of its own value.
  return `${own}, normalized ${ends(({ value }) => numberText(normalized(value, values)))}`;
}

function numberText(value: number): string {
  return Number.isFinite(value) ? String(Number(value.toPrecision(DIGITS))) : String(value);
}

/** The values that are sent instead of data: "missing −1, above range 99". */
export function errorValuesText({ missing, aboveRange, belowRange }: NodeValues): string | undefined {
  const all = { missing, 'above range': aboveRange, 'below range': belowRange };
  const texts = Object.entries(all).flatMap(([what, field]) => (field ? [`${what} ${field.text}`] : []));
  return texts.length === 0 ? undefined : texts.join(', ');
}
