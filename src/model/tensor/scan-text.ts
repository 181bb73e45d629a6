import { formatCount, formatNumberOf } from '../../base/amounts.ts';
import type { ScanFlag, ScannedTensor } from '../../tensor/scan/scanned.ts';
import { elementCount, indexAt, type Shape } from '../../tensor/shape.ts';

/** What stands out in a tensor, in a few words, and where it leads. */
export interface FlagText {
  flag: ScanFlag;
  /** "1 NaN", "outlier 1,024 σ" */
  text: string;
  /** Another tensor, which has the same content. */
  other?: string | undefined;
  /** The index of an element, in the order of the dimensions: `0,27,3`. */
  cell?: string | undefined;
}

/** What stands out in a tensor, the worst first. */
export function flagTexts(scanned: ScannedTensor, shape: Shape): FlagText[] {
  return scanned.flags.map((flag) => {
    const { place, ...told } = TELLERS[flag](scanned, shape);
    // A scalar has no index.
    return { flag, cell: place === undefined ? undefined : indexAt(shape, place).join() || undefined, ...told };
  });
}

/** What a flag says, and the index of the element that it is about, in row-major order. */
type Teller = (
  scanned: ScannedTensor,
  shape: Shape,
) => Pick<FlagText, 'text' | 'other'> & { place?: number | undefined };

const TELLERS: Readonly<Record<ScanFlag, Teller>> = {
  nan: ({ statistics, scales }) =>
    scales
      ? { text: formatNumberOf(scales.nan, 'NaN scale'), place: scales.nanAt }
      : { text: `${formatCount(statistics?.nan ?? 0)} NaN`, place: statistics?.places.nan },
  infinite: ({ statistics, scales }) =>
    scales
      ? { text: formatNumberOf(scales.infinite, 'infinite scale'), place: scales.infiniteAt }
      : { text: `${formatCount(statistics?.infinite ?? 0)} infinite`, place: statistics?.places.infinite },
  zeros: () => ({ text: 'all zero' }),
  outlier: ({ outlier }) => ({
    text: `outlier ${formatCount(Math.round(outlier?.deviations ?? 0))} σ`,
    place: outlier?.place,
  }),
  constant: ({ statistics }) => ({ text: `all ${fourDigits(statistics?.min ?? '')}` }),
  duplicate: ({ same: { as, others } = { as: '', others: 1 } }) => ({
    text: others > 1 ? `same as ${formatCount(others)} others` : `same as ${as}`,
    other: as,
  }),
  dead: ({ dead: { rows, firstRow = 0, columns, firstColumn = 0 } = { rows: 0, columns: 0 } }, [, ...inner]) => ({
    text: [
      ...(rows > 0 ? [formatNumberOf(rows, 'dead row')] : []),
      ...(columns > 0 ? [formatNumberOf(columns, 'dead column')] : []),
    ].join(', '),
    place: rows > 0 ? firstRow * Number(elementCount(inner)) : firstColumn,
  }),
};

/** A number to compare with others: four digits of it. */
export function fourDigits(exact: string): string {
  const value = Number(exact);
  const size = Math.abs(value);
  if (exact === '' || !Number.isFinite(value) || Object.is(value, -0)) return exact;
  if (Number.isInteger(value) && size < 10_000_000) return String(value);
  if (size >= 10_000_000 || size < 0.0001) return value.toExponential(2).replace('e+', 'e');
  return String(Number(value.toPrecision(4)));
}
