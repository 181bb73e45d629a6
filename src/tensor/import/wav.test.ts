import { describe, expect, it } from 'vitest';
import { memorySource } from '../../source/memory.ts';
import type { NumericContents } from '../contents/contents.ts';
import { keepInMemory } from '../contents/flow.ts';
import { wavChoices } from './wav.ts';

const keep = keepInMemory();

function chunk(name: string, data: Uint8Array, length = data.length): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, 'latin1');
  head.writeUInt32LE(length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

/** A format of one channel, 16 bits and 8000 samples a second. */
function format(): Buffer {
  const bytes = Buffer.alloc(16);
  for (const [at, value] of [1, 1, 8000, 0, 16000, 0, 2, 16].entries()) bytes.writeUInt16LE(value, 2 * at);
  return chunk('fmt ', bytes);
}

function wav(chunks: readonly Uint8Array[], stated?: number): Uint8Array {
  const body = Buffer.concat([Buffer.from('WAVE'), ...chunks]);
  return new Uint8Array(chunk('RIFF', body, stated ?? body.length));
}

const SAMPLES = Int16Array.of(1, -2, 3);
const BYTES = new Uint8Array(SAMPLES.buffer);

async function samplesOf(file: Uint8Array): Promise<number[]> {
  const [choice] = await wavChoices(memorySource('a.wav', file));
  const contents = (await choice?.read({ keep })) as NumericContents;
  expect(contents.dtype).toBe('int16');
  return [...new Int16Array(await contents.data.arrayBuffer())];
}

describe('samples of a WAV', () => {
  it('are found behind chunks of any length', async () => {
    const list = chunk('LIST', new Uint8Array(70_001));
    expect(await samplesOf(wav([list, format(), list, chunk('data', BYTES), list]))).toEqual([...SAMPLES]);
  });

  it.each([0, 0xffffffff])('go to the end of the file where their length is a placeholder, %d', async (length) => {
    for (const stated of [0, 36, 0xffffffff])
      expect(await samplesOf(wav([format(), chunk('data', BYTES, length)], stated))).toEqual([...SAMPLES]);
  });

  it('may be none', async () => {
    expect(await samplesOf(wav([format(), chunk('data', new Uint8Array())]))).toEqual([]);
    expect(await samplesOf(wav([format(), chunk('data', new Uint8Array()), chunk('LIST', BYTES)]))).toEqual([]);
  });

  it.each([
    ['no format', wav([chunk('data', BYTES)])],
    ['a short format', wav([chunk('fmt ', new Uint8Array(8)), chunk('data', BYTES)])],
    ['no samples', wav([format()])],
    ['more chunks than a program writes', wav([...new Array<Buffer>(1000).fill(format()), chunk('data', BYTES)])],
    ['nothing', new Uint8Array()],
  ])('with %s are refused', async (_, file) => {
    await expect(wavChoices(memorySource('a.wav', file))).rejects.toMatchObject({ code: 'values/bad-sound' });
  });
});
