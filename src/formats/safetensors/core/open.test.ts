import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sourceContainer } from '../../../archive/container.ts';
import { concatBytes, encodeUtf8 } from '../../../base/bytes.ts';
import { memorySource } from '../../../source/memory.ts';
import { remoteSource } from '../../../source/remote.ts';
import type { ByteSource } from '../../../source/source.ts';
import { buildSafetensors, entryText } from '../../../testing/builders/safetensors-builder.ts';
import { buildZip } from '../../../testing/builders/zip-builder.ts';
import { countingSource } from '../../../testing/counting-source.ts';
import { cpuClock } from '../../../testing/cpu-clock.ts';
import { byteChanges, exercise, mutate } from '../../../testing/mutation.ts';
import { openPackage } from '../../registry.ts';
import { format } from './format.ts';
import { HEAD_BYTES, MAX_BOOL_BYTES } from './limits.ts';

/** A file with several parts, types and texts. */
const MODEL = buildSafetensors(
  `{"__metadata__":{"format":"pt","note":"déjà"},${[
    entryText('model.embed.weight', 'F32', [2, 2], 0, 16),
    entryText('model.norm.weight', 'BF16', [4], 16, 24),
    entryText('head.bias', 'F4', [2], 24, 25),
    entryText('count', 'I64', [], 25, 33),
    entryText('wave', 'C64', [1], 33, 41),
  ]}}   `,
  Uint8Array.from({ length: 41 }, (_, at) => (at * 37) % 251),
);

const open = (name: string, bytes: Uint8Array) => openPackage(memorySource(name, bytes));

describe('truth values', () => {
  const size = MAX_BOOL_BYTES + 10;
  const data = new Uint8Array(size);
  const header = `{${entryText('small', 'BOOL', [10], 0, 10)},${entryText('large', 'BOOL', [size - 10], 10, size)}}`;
  const messages = async (source: ByteSource) =>
    (await openPackage(source)).package.findings.map(({ message }) => message);

  it('are looked at from the first on, as far as the limit allows, and not on a host', async () => {
    data[3] = 2;
    data[10 + 1_500_000] = 7;
    const source = memorySource('a.safetensors', buildSafetensors(header, data));
    expect(await messages(source)).toEqual([
      'Element 3 of the tensor “small” is stored as 2.',
      'Element 1500000 of the tensor “large” is stored as 7.',
    ]);
    const counted = countingSource(source);
    expect(await messages({ ...counted, servedFrom: 'h.example' })).toEqual([]);
    expect(counted.touched(HEAD_BYTES, size / 2)).toBe(false);
    data[10 + 1_500_000] = 0;
    data[size - 1] = 7;
    expect(await messages(memorySource('a.safetensors', buildSafetensors(header, data)))).toHaveLength(1);
  });
});

describe('a safetensors file', () => {
  it('is known by its content, and a broken one by its name', async () => {
    const is = (name: string, bytes: Uint8Array) => format.match(sourceContainer(memorySource(name, bytes)), {});
    expect(await is('weights', MODEL)).toBe(true);
    expect(await is('weights', buildSafetensors('{}'))).toBe(true);
    expect(await is('a.safetensors', new Uint8Array(3))).toBe(true);
    expect(await is('weights', new Uint8Array(3))).toBe(false);
    expect(await is('weights', buildSafetensors('{}', 0, 99n))).toBe(false);
    expect(await is('weights', buildSafetensors('{{'))).toBe(false);
    const zip = buildZip([{ name: 'a', data: 'b' }]);
    expect(await is('a.safetensors', zip)).toBe(false);
    expect((await open('a.safetensors', zip)).package.format).toBe('zip');
  });

  it('with a zip behind it is shown with an error, and the zip is not', async () => {
    const both = concatBytes([
      buildSafetensors(`{${entryText('a', 'U8', [1], 0, 1)}}`, 1),
      buildZip([{ name: 'a', data: 'b' }]),
    ]);
    const { format: id, findings } = (await open('a.safetensors', both)).package;
    expect([id, findings.map(({ code }) => code)]).toEqual(['safetensors', ['safetensors/trailing-bytes']]);
  });

  it('has facts, metadata, and its parameters by type and part', async () => {
    const { package: pkg } = await open('m.safetensors', MODEL);
    expect(pkg.facts).toEqual([
      { label: 'Parameters', value: '12' },
      { label: 'Tensors', value: '5' },
      { label: 'Header', value: expect.stringMatching(/^[\d,]+ bytes$/) },
      { label: 'format', stored: true, value: 'pt' },
      { label: 'note', stored: true, value: 'déjà' },
    ]);
    expect(pkg.panels?.map(({ title, rows }) => [title, rows.map(({ label, value }) => `${label} ${value}`)])).toEqual([
      ['Parameters by type', ['float32 4', 'bfloat16 4', 'F4 2', 'int64 1', 'complex64 1']],
      ['Parameters by part', ['model 8', 'head 2', 'count 1', 'wave 1']],
    ]);
    expect(pkg.panels?.[0]?.rows[0]).toMatchObject({ bytes: 16n, share: 0.333333 });
    expect(pkg.can).toEqual({ verify: false, edit: true, save: true, editTensors: true });
  });

  it('has the values of each type', async () => {
    const header = `{${entryText('z', 'C64', [1], 0, 8)},${entryText('h', 'F16', [2], 8, 12)},${entryText('e', 'F8_E8M0', [2], 12, 14)}}`;
    const data = concatBytes([
      new Uint8Array(Float32Array.of(1, -0.5).buffer),
      Uint8Array.of(0x00, 0x3c, 0x00, 0x80, 0x7f, 0xff),
    ]);
    const opened = await open('v', buildSafetensors(header, data));
    const read = async (name: string, count: number) => [...(await (await opened.tensor(name)).read(0, count))];
    expect(await read('z', 1)).toEqual(['1-0.5j']);
    expect(await read('h', 2)).toEqual([1, -0]);
    expect(await read('e', 2)).toEqual([1, Number.NaN]);
    await expect(opened.tensor('x')).rejects.toMatchObject({ code: 'reference/tensor-missing' });
  });

  it('shows what is whole of a file that is cut off, and refuses the rest', async () => {
    const opened = await open('m.safetensors', MODEL.slice(0, -10));
    const { tensors, findings } = opened.package;
    expect(findings[0]).toMatchObject({ code: 'safetensors/truncated', path: 'm.safetensors' });
    expect(tensors.map(({ problem }) => problem !== undefined)).toEqual([false, false, false, true, true]);
    expect(await (await opened.tensor('head.bias')).read(0, 2)).toHaveLength(2);
    await expect(opened.tensor('wave')).rejects.toMatchObject({ code: 'safetensors/truncated' });
  });

  it('is opened by its header, which two reads bring, and without its weights', async () => {
    const name = 'n'.repeat(HEAD_BYTES);
    const header = `{${entryText(name, 'U8', [100_000], 0, 100_000)}}`;
    const source = countingSource(memorySource('a.safetensors', buildSafetensors(header, 100_000)));
    await format.open(sourceContainer(source), {});
    expect(source.accesses).toHaveLength(2);
    expect(source.touched(8 + header.length, source.size)).toBe(false);
  });

  it('is opened from a host by three requests, and its first cells need at most one more', async () => {
    const entries = Array.from({ length: 2000 }, (_, i) =>
      entryText(`layer.${i}`, 'U8', [1000], 1000 * i, 1000 * i + 1000),
    );
    const file = buildSafetensors(`{${entries}}`, 2_000_000);
    const asked: string[] = [];
    const fetchPart = async (_: unknown, init?: RequestInit) => {
      const range = new Headers(init?.headers).get('range') ?? '';
      asked.push(range);
      const [first, last] = range.replace('bytes=', '').split('-').map(Number) as [number, number];
      const part = file.slice(first, last + 1);
      const headers = { 'Content-Range': `bytes ${first}-${first + part.length - 1}/${file.length}` };
      return new Response(part, { status: 206, headers });
    };
    const source = await remoteSource('https://h.example/m.safetensors', { fetch: fetchPart as typeof fetch });
    const opened = await openPackage(source);
    expect(opened.package.tensors).toHaveLength(2000);
    expect(asked.length).toBeLessThanOrEqual(3);
    await (await opened.tensor('layer.1000')).read(0, 16);
    expect(asked.length).toBeLessThanOrEqual(4);
  });

  it('lists 100,000 tensors', async () => {
    const count = 100_000;
    const entries = Array.from({ length: count }, (_, i) =>
      entryText(`model.layers.${i % 100}.mlp.experts.${i}.weight`, 'U8', [2, 2], 4 * i, 4 * i + 4),
    );
    const source = memorySource('a.safetensors', buildSafetensors(`{${entries}}`, 4 * count));
    const seconds = cpuClock();
    const { tensors, findings } = (await openPackage(source)).package;
    const took = seconds();
    expect([tensors.length, findings]).toEqual([count, []]);
    // A second on a quiet machine. The bound only tells a slow machine from work that grows with the square.
    expect(took).toBeLessThan(15);
  });

  it('opens or is refused after any damage', async () => {
    await fc.assert(
      fc.asyncProperty(byteChanges, async (changes) => {
        await exercise('m.safetensors', mutate(MODEL, changes));
      }),
      { numRuns: 2500, seed: 20_261_122 },
    );
    const end = MODEL.length - 41;
    const piece = fc.constantFrom(
      ...'{}[],:"0123456789-e.\\ ',
      'null',
      '"__metadata__"',
      '"F32"',
      '\\ud800',
      '1099511627776',
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(), fc.nat(9), piece), { minLength: 1, maxLength: 4 }),
        async (changes) => {
          let text = new TextDecoder().decode(MODEL.slice(8, end));
          for (const [place, cut, more] of changes) {
            const at = place % text.length;
            text = text.slice(0, at) + more + text.slice(at + cut);
          }
          await exercise('m.safetensors', buildSafetensors(encodeUtf8(text), MODEL.slice(end)));
        },
      ),
      { numRuns: 2500, seed: 20_261_122 },
    );
  });
});
