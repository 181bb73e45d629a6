import type { ScannedTensor } from '../../tensor/scan/scanned.ts';
import { textCell } from '../../tensor/text-cell.ts';
import type { TensorInfo } from '../package.ts';
import { flagTexts } from './scan-text.ts';
import { tensorSize } from './tensor-size.ts';

const COLUMNS = [
  ...['name', 'dtype', 'shape', 'bytes', 'count', 'min', 'p1', 'median', 'p99', 'max', 'mean', 'std'],
  ...['nan', 'infinite', 'zeros', 'flags', 'found'],
];

/**
 * Scanned tensors as comma-separated values with a line of names, numbers in all their digits. What was not looked at
 * is empty.
 */
export function scanCsv(rows: readonly { info: TensorInfo; scanned: ScannedTensor | undefined }[]): string {
  const lines = rows.map(({ info, scanned }) => {
    const { statistics: of, flags = [], error } = scanned ?? {};
    const found = error?.message ?? (scanned ? flagTexts(scanned, info.shape).map(({ text }) => text) : []);
    const cells = [info.name, info.dtype, info.shape.join('x'), tensorSize(info), of?.count, of?.min, of?.p1?.value];
    const more = [of?.median?.value, of?.p99?.value, of?.max, of?.mean, of?.std, of?.nan, of?.infinite, of?.zeros];
    return [...cells, ...more, flags.join(' '), [found].flat().join('; ')];
  });
  const line = (cells: readonly unknown[]) =>
    cells.map((cell) => (cell === undefined || cell === '' ? '' : textCell(String(cell)))).join(',');
  return `${[COLUMNS, ...lines].map(line).join('\r\n')}\r\n`;
}
