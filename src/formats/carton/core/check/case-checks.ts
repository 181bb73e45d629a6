import { formatNumberOf } from '../../../../base/amounts.ts';
import type { CheckItem } from '../../../../model/checklist.ts';
import { contentFile, fileIndex } from '../../../../model/file/file-index.ts';
import type { Binding, Example, Package, PackageFile } from '../../../../model/package.ts';
import { type FactText, factName } from '../../../../model/run-facts.ts';
import { doneItem, openItem, toPlace } from '../../../checklist/check-item.ts';

/** `example`: what goes in, and what comes out of that. */
export function exampleCheck(pkg: Package): CheckItem {
  const { examples, selfTests } = pkg;
  const lacks = whatLacks(pkg, examples);
  if (lacks)
    return openItem('example', 'An example does not work', {
      why: lacks,
      act: toPlace({ tab: 'edit', item: 'examples' }),
    });
  if (examples.some(({ inputs, outputs }) => inputs.length > 0 && outputs.length > 0))
    return doneItem('example', formatNumberOf(examples.length, 'example'));
  const canMake = examples.length === 0 && selfTests[0]?.expected?.some(isTensor);
  return openItem('example', examples.length > 0 ? 'No example with inputs and outputs' : 'No example', {
    why: [canMake ? 'The first self-test can be one' : 'So that others see what it does'],
    act: canMake
      ? { kind: 'fix', label: 'Add', fix: { fix: 'example', field: 'example.0' } }
      : toPlace({ tab: 'edit', item: 'examples' }, 'Add'),
  });
}

/** `self-test`: values to run it with, and what it must give. */
export function selfTestCheck(pkg: Package): CheckItem {
  const { examples, selfTests } = pkg;
  const lacks = whatLacks(
    pkg,
    selfTests.map(({ inputs, expected = [] }) => ({ inputs, outputs: expected })),
  );
  if (lacks)
    return openItem('self-test', 'A self-test does not work', {
      why: lacks,
      act: toPlace({ tab: 'edit', item: 'self-tests' }),
    });
  if (selfTests.some(({ inputs, expected = [] }) => inputs.length > 0 && expected.length > 0))
    return doneItem('self-test', formatNumberOf(selfTests.length, 'self-test'));
  const place = toPlace({ tab: 'edit', item: 'self-tests' }, 'Add');
  if (selfTests.length > 0)
    return openItem('self-test', 'No self-test says what to expect', {
      why: ['It only shows that the model runs'],
      act: place,
    });
  const [example] = examples;
  const canMake = example?.inputs.length !== 0 && example?.inputs.every(isTensor) && example.outputs.some(isTensor);
  return openItem('self-test', 'No self-test', {
    why: [canMake ? 'The first example can be one' : 'So that others can tell whether it works'],
    act: canMake ? { kind: 'fix', label: 'Add', fix: { fix: 'self-test', field: 'self_test.0' } } : place,
  });
}

/** The first thing that cases refer to and that is not there: a file, a tensor, or an input or output of the schema. */
function whatLacks(
  { files, tensors, inputs, outputs }: Package,
  cases: readonly Pick<Example, 'inputs' | 'outputs'>[],
): FactText | undefined {
  const byName = new Map(tensors.map((tensor) => [tensor.name, tensor]));
  const sides = [
    { of: 'inputs', side: 'input', names: new Set(inputs.map(({ name }) => name)) },
    { of: 'outputs', side: 'output', names: new Set(outputs.map(({ name }) => name)) },
  ] as const;
  for (const one of cases)
    for (const { of, side, names } of sides)
      for (const { name, value } of one[of]) {
        // A side without a schema is said by its own check, and one that has lost its name may be the one meant.
        if (names.size > 0 && !names.has(name) && !names.has(undefined))
          return [factName(name), ` is not an ${side} of the schema`];
        if (value.kind === 'file') {
          if (!isThere(files, value.path)) return [factName(value.path), ' is missing'];
          continue;
        }
        const tensor = byName.get(value.tensor);
        if (!tensor) return ['The tensor ', factName(value.tensor), ' is missing'];
        if (tensor.data && !isThere(files, tensor.data.path)) return [factName(tensor.data.path), ' is missing'];
      }
  return undefined;
}

/** Whether a package has the content of a file, or knows where to fetch it. */
export function isThere(files: readonly PackageFile[], path: string): boolean {
  const file = fileIndex(files).get(path);
  const content = file && contentFile(files, file);
  return content !== undefined && content.hash !== 'missing';
}

function isTensor({ value }: Binding): boolean {
  return value.kind === 'tensor';
}
