import type { Report } from '../../../../base/report.ts';
import { DEFAULT_ALIGNMENT } from '../limits.ts';
import type { Header } from './header.ts';
import { ALIGNMENT_KEY } from './key-value-reader.ts';

/**
 * The number at whose multiples data and tensors begin (format document, "general.alignment"). Reports where ggml's
 * reader rejects it, and gives the one that the file was most likely written with.
 */
export function alignmentOf({ keyValues }: Header, report: Report): number {
  const found = keyValues.find(({ key }) => key === ALIGNMENT_KEY);
  if (!found) return DEFAULT_ALIGNMENT;
  const { type, value } = found;
  if (type !== 'uint32') report.add('gguf/alignment-type', `The alignment is stored as ${type}.`);
  if (typeof value !== 'number' && typeof value !== 'bigint') return DEFAULT_ALIGNMENT;
  const stated = Number(value);
  if (!Number.isInteger(stated) || stated <= 0 || stated > 2 ** 32) {
    if (type === 'uint32') report.add('gguf/alignment', `The alignment is ${value}.`);
    return DEFAULT_ALIGNMENT;
  }
  if (!Number.isInteger(Math.log2(stated))) report.add('gguf/alignment', `The alignment is ${value}.`);
  else if (stated % 8 !== 0) report.add('gguf/small-alignment', `The alignment is ${value}.`);
  return stated;
}
