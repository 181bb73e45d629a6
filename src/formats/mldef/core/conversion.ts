import type { Conversion, LeftBehind, TensorSpec } from '../../../model/package.ts';
import type { DataFile } from './data-file.ts';
import { errorValuesText, normalizationText, rangeText } from './normalization.ts';
import type { Sections } from './sections.ts';

/**
 * What a manifest says of its model, for a package of another format: node ranges with all that they say as inputs and
 * outputs, and tags. The document gives nodes no type, so they get that of the data files.
 *
 * @param specs the inputs and outputs as the page shows them, by their type
 */
export function conversionOf(
  { model, nodeRanges, layers }: Sections,
  dataFiles: readonly DataFile[],
  specs: (type: 'input' | 'output') => TensorSpec[],
): Conversion {
  const dtype = isAllFloat32(dataFiles) ? 'float32' : 'float64';
  const of = (type: 'input' | 'output') => {
    const ranges = nodeRanges.filter(({ values }) => values.type === type);
    return specs(type).map((spec, at) => ({ ...spec, dtype, description: inSentences(ranges[at]?.values) }));
  };
  const inputs = of('input');
  const outputs = of('output');
  const { tags, authorName, authorEmail, licenseFile } = model.values;
  const left: LeftBehind[] = [];
  const add = (what: string, names: readonly (string | undefined)[], why: string) => {
    const known = names.filter((name) => name !== undefined);
    if (known.length > 0) left.push({ what, names: known, why });
  };
  add('Author', [authorName, authorEmail], 'A new package has no place for it. It stays in manifest.json.');
  add('License file', [licenseFile], 'It is a file of the package, and does not say which license it is.');
  const names = layers.map(({ values }) => values.name ?? 'unnamed');
  add('Layers', names, 'How they use the data files stays in manifest.json.');
  const notes = [`The types of inputs and outputs are ${dtype}, as the data files have: an mldef model declares none.`];
  return { tags, inputs, outputs, left, ...(inputs.length + outputs.length > 0 && { notes }) };
}

/** Whether all data is stored as 32-bit floats: CSV files have numbers of any precision. */
function isAllFloat32(files: readonly DataFile[]): boolean {
  const isSingle = ({ format, storageBytes }: DataFile) =>
    format === 'float32' || (format === 'csv' && storageBytes === 4);
  return files.length > 0 && files.every(isSingle);
}

/** A node range in sentences: its description, unit, range, normalization and error values. */
function inSentences(values: Sections['nodeRanges'][number]['values'] | undefined): string | undefined {
  if (!values) return undefined;
  const { description, unit } = values;
  const [range, normalization, errors] = [rangeText(values), normalizationText(values), errorValuesText(values)];
  const facts = [
    unit && `in ${unit}`,
    range && `range ${range}`,
    normalization && `normalized as ${normalization}`,
    errors && `error values: ${errors}`,
  ].filter((fact) => fact !== undefined && fact !== '');
  const text = facts.join(', ');
  const sentence = text === '' ? '' : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
  const own = description?.trim() ?? '';
  const joined = own === '' || sentence === '' || /[.!?]$/.test(own) ? `${own} ${sentence}` : `${own}. ${sentence}`;
  return joined.trim() || undefined;
}
