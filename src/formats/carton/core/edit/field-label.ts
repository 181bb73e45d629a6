import { capitalized, quote } from '../../../../base/text.ts';
import type { FieldChange } from '../../../../model/edit/changes.ts';
import { CARTON_TOML_ORDER } from '../read/key-order.ts';

/**
 * Fields in words that do not follow from their keys, by dotted path, with `*` for an index. The same words as the
 * form's labels.
 */
const LABELS: Readonly<Record<string, string>> = {
  spec_version: 'Format version',
  model_description: 'Description',
  runner: 'runner',
  'runner.opts': 'Runner option',
  self_test: 'Self-test',
  'self_test.*.inputs': 'input',
  'self_test.*.expected_out': 'expected output',
  'example.*.inputs': 'input',
  'example.*.sample_out': 'sample output',
};

const LISTS: Readonly<Record<string, string>> = {
  Input: 'Inputs',
  Output: 'Outputs',
  'Self-test': 'Self-tests',
  Example: 'Examples',
};

/** Labels of tables whose keys are names that the author chose. */
const NAMED = new Set(['Runner option', 'input', 'expected output', 'sample output']);

/** The field of a change in words: "Short description", "Input “image” shape". Names are as in the file. */
export function fieldLabel({ to: path, names }: Pick<FieldChange, 'to' | 'names'>): string {
  let label: readonly string[] = [];
  for (const [depth, part] of path.entries()) {
    if (typeof part === 'number') {
      const name = names[depth];
      label = [...label, name === undefined ? String(part + 1) : quote(name)];
      continue;
    }
    const after = path.slice(0, depth + 1);
    const isInItem = after.some((step) => typeof step === 'number');
    const isKnown = CARTON_TOML_ORDER.keys(path.slice(0, depth)).includes(part);
    const words = part.replaceAll('_', ' ');
    const dotted = after.map((step) => (typeof step === 'number' ? '*' : step)).join('.');
    const known = LABELS[dotted] ?? (isInItem ? words : capitalized(words));
    const own = NAMED.has(label.at(-1) ?? '') ? quote(part) : part;
    // The words of a known field already say where it is.
    label = [...(isKnown && !isInItem ? [] : label), isKnown ? known : own];
  }
  const text = label.join(' ');
  return typeof path.at(-1) === 'string' && Object.hasOwn(LISTS, text) ? (LISTS[text] as string) : text;
}
