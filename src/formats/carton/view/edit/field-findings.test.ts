import { expect, test } from 'vitest';
import { type Finding, finding } from '../../../../base/findings.ts';
import { findingsBeside, findingsWithin, groupFindings } from './field-findings.ts';

const PATH = 'carton.toml';

function at(field: string | undefined, more: Partial<Finding> = {}): Finding {
  return {
    ...finding('schema/wrong-type', `About ${field}.`, { path: PATH, ...(field === undefined ? {} : { field }) }),
    ...more,
  };
}

test('findings go to their field, to their item, or to the top', () => {
  const all = {
    license: at('license'),
    platform: at('required_platforms.2'),
    option: at('runner.opts.a.b'),
    name: at('input.3.name'),
    size: at('input.3.shape.1'),
    item: at('input.3'),
    unknown: at('input.3.unit'),
    future: at('future'),
    whole: at(undefined),
    seal: at(undefined, { fix: 'renew' }),
    elsewhere: { ...at(undefined), path: 'MANIFEST' },
    binding: at(undefined, { binding: { of: 'example', index: 0, side: 'output', name: 'y' } }),
  };
  const { fields, items, others, renewed } = groupFindings(Object.values(all));
  expect(Object.fromEntries(fields)).toEqual({
    license: [all.license],
    required_platforms: [all.platform],
    'runner.opts.a.b': [all.option],
  });
  expect(Object.fromEntries(items)).toEqual({
    'input.3': [all.name, all.size, all.item, all.unknown],
    'example.0': [all.binding],
  });
  expect(others).toEqual([all.future, all.whole]);
  expect(renewed).toEqual([all.seal]);
  const item = items.get('input.3') ?? [];
  expect(findingsWithin(item, 'input.3.shape')).toEqual([all.size]);
  expect(findingsBeside(item, ['input.3.name', 'input.3.shape'])).toEqual([all.item, all.unknown]);
  expect(findingsWithin(items.get('example.0') ?? [], 'example.0.sample_out.y')).toEqual([all.binding]);
});
