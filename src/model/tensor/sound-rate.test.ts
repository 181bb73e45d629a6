import { expect, test } from 'vitest';
import type { Binding, Package } from '../package.ts';
import { rateInText, rateOf, statedRates } from './sound-rate.ts';

const bound = (name: string, tensor: string): Binding => ({ name, value: { kind: 'tensor', tensor } });

function packageOf(change: Partial<Package>): Package {
  const tensors = ['wave', 'rate', 'other', 'many'].map((name) => ({
    name,
    dtype: 'int32',
    shape: name === 'wave' ? [48_000n] : name === 'many' ? [2n] : [],
  }));
  return { inputs: [], outputs: [], examples: [], selfTests: [], facts: [], tensors, ...change } as unknown as Package;
}

test('a rate is a whole number that people record with', () => {
  expect(rateOf('16000')).toBe(16_000);
  for (const value of ['', 'x', '16000.5', '0', '-8000', '99', '1e9', 'NaN'])
    expect(rateOf(value), value).toBeUndefined();
});

test('texts speak of a rate in Hz or kHz', () => {
  expect(rateInText('Mono audio at 16 kHz')).toBe(16_000);
  expect(rateInText('44.1kHz stereo')).toBe(44_100);
  expect(rateInText('sampled with 22,050 Hz')).toBe(22_050);
  expect(rateInText('16000Hz, then 8000 Hz')).toBe(16_000);
  for (const text of ['16 khertz', '3 GHz', 'Hz', '16,000', '2.5 Hz']) expect(rateInText(text), text).toBeUndefined();
});

test('the schema comes first, then scalars of the same example, the metadata, and scalars of the package', () => {
  const pkg = packageOf({
    inputs: [
      { name: 'audio', description: 'Speech, 8 kHz' },
      { name: 'video', description: '50,000 Hz' },
    ],
    examples: [
      { inputs: [bound('audio', 'wave'), bound('sample_rate', 'other'), bound('sr', 'many')], outputs: [] },
      { inputs: [bound('audio', 'many'), bound('fs', 'rate')], outputs: [] },
    ],
    facts: [
      { label: 'Sample rate', value: '24,000 Hz' },
      { label: 'Bit rate', value: '16000' },
    ],
  });
  expect(statedRates(pkg, 'wave')).toEqual([
    { rate: 8000, from: 'the description of audio' },
    { tensor: 'other', from: 'sample_rate' },
    { rate: 24_000, from: 'Sample rate' },
    { tensor: 'rate', from: 'rate' },
  ]);
  expect(statedRates(packageOf({ tensors: [] }), 'wave')).toEqual([]);
});
