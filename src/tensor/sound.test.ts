import fc from 'fast-check';
import { expect, test } from 'vitest';
import { samplesAxis, tensorSound, waveOf } from './sound.ts';

test('integers are at full level at the ends of their type, floats at 1', () => {
  const only = (dtype: string, values: number[]) => [
    ...(tensorSound(Float64Array.from(values), 1, dtype).channels[0] ?? []),
  ];
  expect(only('int8', [-128, 0, 64])).toEqual([-1, 0, 0.5]);
  expect(only('uint8', [0, 128, 192])).toEqual([-1, 0, 0.5]);
  expect(only('int16', [-32768, 16384])).toEqual([-1, 0.5]);
  expect(only('uint16', [0, 32768])).toEqual([-1, 0]);
  expect(only('int32', [-(2 ** 31), 2 ** 30])).toEqual([-1, 0.5]);
  expect(only('float32', [-1, 0.25])).toEqual([-1, 0.25]);
  // Nobody fills 64 bits, and floats beyond 1 are of some other range.
  expect(only('int64', [-200, 100])).toEqual([-1, 0.5]);
  expect(only('float16', [32768, -16384])).toEqual([1, -0.5]);
});

test('a choice of scale cuts off what is beyond, which is counted; NaN is silence', () => {
  const values = Float32Array.of(2, -0.5, Number.NaN, Number.POSITIVE_INFINITY);
  const byType = tensorSound(values, 2, 'float32', 'type');
  expect(byType).toMatchObject({ scale: 'type', peak: 2, notFinite: 2, clipped: 1 });
  expect(byType.channels.map((channel) => [...channel])).toEqual([
    [1, -0.5],
    [0, 0],
  ]);
  expect(tensorSound(values, 2, 'float32')).toMatchObject({ scale: 'peak', clipped: 0 });
  expect(tensorSound(new Float32Array(4), 1, 'int64').channels[0]).toEqual(new Float32Array(4));
});

test('samples are never beyond full level, whatever the numbers', () => {
  const dtype = fc.constantFrom('int8', 'uint16', 'int64', 'float32', 'float64');
  fc.assert(
    fc.property(fc.array(fc.double()), dtype, fc.constantFrom('type', 'peak', undefined), (values, type, scale) => {
      const { channels } = tensorSound(Float64Array.from(values), 1, type, scale);
      for (const sample of channels[0] ?? []) expect(Math.abs(sample)).toBeLessThanOrEqual(1);
    }),
  );
});

test('a waveform has few stretches and every peak', () => {
  const samples = new Float32Array(100_000);
  samples[77_777] = 0.5;
  const { max, size, min } = waveOf(samples);
  expect(max.length).toBeLessThanOrEqual(4096);
  expect(max[Math.floor(77_777 / size)]).toBe(0.5);
  expect(Math.min(...min)).toBe(0);
});

test('names say which axis has the samples, then the longer one does', () => {
  const none = { rows: 'dimension 0', columns: 'dimension 1' };
  expect(samplesAxis({ rows: 2, columns: 900 }, none)).toBe('columns');
  expect(samplesAxis({ rows: 900, columns: 2 }, none)).toBe('rows');
  expect(samplesAxis({ rows: 900, columns: 2 }, { rows: 'channel', columns: 'x' })).toBe('columns');
  expect(samplesAxis({ rows: 2, columns: 900 }, { rows: 'time', columns: 'x' })).toBe('rows');
  expect(samplesAxis({ rows: 900, columns: 1 }, none)).toBe('rows');
  expect(samplesAxis({ rows: 1, columns: 900 }, { rows: 'samples', columns: 'c' })).toBe('columns');
});
