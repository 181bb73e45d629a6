import { grouped } from '../../src/base/amounts.ts';
import type { TensorInfo } from '../../src/model/package.ts';
import { blockNumbers, type ElementBlock } from '../../src/tensor/element-block.ts';
import { elementText } from '../../src/tensor/elements.ts';
import type { TensorReader } from '../../src/tensor/values.ts';
import { forTerminal } from './json.ts';

/** The block of the first element that is printed. Its bytes are counted from the beginning of the file. */
export interface ReportedBlock extends ElementBlock {
  path: string;
}

/**
 * The block of an element, of a tensor that is stored in blocks. Rejects as reading does.
 *
 * @param index in row-major order
 */
export async function reportedBlock(
  reader: TensorReader,
  { data }: TensorInfo,
  index: number,
): Promise<ReportedBlock | undefined> {
  const block = await reader.block?.(index);
  return block && data && { ...block, path: data.path, start: data.start + block.start, end: data.start + block.end };
}

/** A block for people at a terminal. */
export function blockLines(block: ReportedBlock): string[] {
  const { number, element, elements, path, start, end } = block;
  return [
    grouped`Block ${number} of ${elements} elements, element ${element} in it: bytes ${start} to ${end} of ${forTerminal(path)}`,
    ...blockNumbers(block).map(({ name, value, stored, formula }) => {
      const how = stored === undefined ? '' : `, stored as ${stored}`;
      return `  ${name.padEnd(10)} ${elementText(value)}${how}${formula ? ` = ${formula}` : ''}`;
    }),
  ];
}
