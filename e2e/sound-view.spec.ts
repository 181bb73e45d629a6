import type { Page } from '@playwright/test';
import { writeCarton } from './built-carton.ts';
import { axe, expect, openFile, show, test } from './support.ts';

const values = (page: Page) => page.getByRole('region', { name: 'Values' });
const player = (page: Page, name: string) => page.getByRole('group', { name: `Sound ${name}` });

async function showSound(page: Page, tensor: string): Promise<void> {
  await show(page, `#/tensors/${tensor}`);
  await page.getByRole('radio', { name: 'Sound', exact: true }).press('Space');
  await expect(player(page, tensor).locator('audio')).toBeAttached();
}

interface Recording {
  recorded: Map<string, Blob>;
}

/** Keeps what addresses of Blobs lead to: the page's policy lets nobody fetch them. Before the page loads. */
async function recordBlobs(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const recorded = new Map<string, Blob | MediaSource>();
    const { createObjectURL } = URL;
    URL.createObjectURL = (blob) => {
      const url = createObjectURL.call(URL, blob);
      recorded.set(url, blob);
      return url;
    };
    Object.assign(window, { recorded });
  });
}

/** What the player plays: the WAV's rate and channels, and its samples, interleaved. */
async function played(page: Page, tensor: string) {
  return player(page, tensor)
    .locator('audio')
    .evaluate(async (audio: HTMLAudioElement) => {
      const blob = (window as unknown as Recording).recorded.get(audio.src);
      const buffer = (await blob?.arrayBuffer()) ?? new ArrayBuffer(0);
      const view = new DataView(buffer);
      return {
        channels: view.getUint16(22, true),
        rate: view.getUint32(24, true),
        samples: [...new Float32Array(buffer.slice(44))],
      };
    });
}

const FRAMES = 4000;
const left = Int16Array.from({ length: FRAMES }, (_, at) => Math.round(32_767 * Math.sin(at / 7)));
const right = left.toReversed();
const bytes = (array: Int16Array | Float32Array | Uint8Array | Int32Array) => new Uint8Array(array.buffer);
const interleaved = Int16Array.from({ length: 2 * FRAMES }, (_, at) => (at % 2 ? right : left)[at >> 1] as number);

const TENSORS = [
  { name: 'mono', dtype: 'int16', shape: `[${FRAMES}]`, data: bytes(left) },
  { name: 'stereo', dtype: 'int16', shape: `[2, ${FRAMES}]`, data: bytes(Int16Array.of(...left, ...right)) },
  { name: 'frames', dtype: 'int16', shape: `[${FRAMES}, 2]`, data: bytes(interleaved) },
  { name: 'loud', dtype: 'float32', shape: '[1, 300]', data: bytes(new Float32Array(300).fill(-4, 100, 200)) },
  { name: 'bytes', dtype: 'uint8', shape: '[300]', data: bytes(new Uint8Array(300).fill(192)) },
  { name: 'rate', dtype: 'int32', shape: '[]', data: bytes(Int32Array.of(22_050)) },
];

const EXAMPLE = `
[[input]]
name = "audio"
dtype = "int16"
shape = ["n"]

[[input]]
name = "sample_rate"
dtype = "int32"
shape = []

[[example]]
inputs.audio = "@tensor_data/mono"
inputs.sample_rate = "@tensor_data/rate"
`;

test('tensors play sample by sample, in either order of channels, at the rate that is stated or typed', async ({
  page,
}, info) => {
  const path = info.outputPath('sound.carton');
  writeCarton(path, TENSORS, EXAMPLE);
  await recordBlobs(page);
  await page.goto('/');
  await openFile(page, path);
  await test.step('integers of 16 bits, at the rate of a scalar of the same example', async () => {
    await showSound(page, 'mono');
    await expect(values(page).getByText('rate from sample_rate')).toBeVisible();
    await expect.poll(async () => (await played(page, 'mono')).rate).toBe(22_050);
    const { channels, samples } = await played(page, 'mono');
    expect(channels).toBe(1);
    expect(samples).toEqual([...left].map((value) => value / 32_768));
  });
  await test.step('a typed rate is taken, one that cannot be played is refused', async () => {
    const rate = page.getByRole('combobox', { name: 'Sample rate in Hz' });
    await rate.fill('10');
    await expect(rate).toHaveAttribute('aria-invalid', 'true');
    await rate.fill('8000');
    await expect.poll(async () => (await played(page, 'mono')).rate).toBe(8000);
    await rate.blur();
    await expect(values(page).getByText('0:01 · rate as chosen')).toBeVisible();
  });
  await test.step('keys and a press on the waveform go to a sample, whose value is exact', async () => {
    await player(page, 'mono').focus();
    await page.keyboard.press('ArrowRight');
    await expect(values(page).getByText('[400]')).toBeVisible();
    await expect(values(page).locator('[data-value]')).toHaveAttribute('data-value', String(left[400]));
    const wave = page.getByRole('img', { name: 'Waveform of mono' });
    const box = await wave.boundingBox();
    if (!box) throw new Error('no waveform');
    await page.mouse.click(box.x + box.width / 2, box.y + 10);
    const text =
      (await values(page)
        .getByText(/^sample /)
        .textContent()) ?? '';
    const frame = Number(/^sample ([\d,]+) of 4,000$/.exec(text)?.[1]?.replace(',', ''));
    expect(Math.abs(frame - 2000)).toBeLessThan(20);
    await expect(values(page).locator('[data-value]')).toHaveAttribute('data-value', String(left[frame]));
    // Ink where the sound is loud: near the top of the lane.
    const inked = await wave.evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')?.getImageData(0, 6, canvas.width, 1) ?? { data: [] };
      return [...data].filter((value, at) => at % 4 === 3 && value > 0).length / canvas.width;
    });
    expect(inked).toBeGreaterThan(0.05);
    await axe(page);
  });
  await test.step('samples × channels and channels × samples are the same sound', async () => {
    for (const tensor of ['stereo', 'frames']) {
      await showSound(page, tensor);
      const { channels, samples } = await played(page, tensor);
      expect(channels, tensor).toBe(2);
      expect(samples, tensor).toEqual([...interleaved].map((value) => value / 32_768));
    }
    await page.getByRole('combobox', { name: 'Channel' }).selectOption('1');
    await expect
      .poll(async () => (await played(page, 'frames')).samples.slice(0, 9))
      .toEqual([...right.slice(0, 9)].map((value) => value / 32_768));
    await page.getByRole('region', { name: 'Values' }).getByText('As a table').click();
    await expect(page.getByRole('table', { name: 'Lines of frames' }).locator('tbody tr')).not.toHaveCount(0);
  });
  await test.step('floats beyond 1 are scaled to their peak, unless their type is to count; unsigned bytes are silent at 128', async () => {
    await showSound(page, 'loud');
    expect((await played(page, 'loud')).samples.slice(99, 101)).toEqual([0, -1]);
    await expect(values(page).getByText(/scaled so that its peak of 4/)).toBeVisible();
    await page.getByRole('combobox', { name: 'Level' }).selectOption('type');
    await expect(values(page).getByText(/100 samples beyond full level cut off/)).toBeVisible();
    await showSound(page, 'bytes');
    expect((await played(page, 'bytes')).samples[7]).toBe(0.5);
  });
});

test('a sound file shows its waveform: a WAV by our own reader, and a press plays from there', async ({
  page,
}, info) => {
  const path = info.outputPath('wav.carton');
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8000, 24);
  head.writeUInt32LE(16_000, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(2 * FRAMES, 40);
  writeCarton(path, [], '', { 'misc/tone.wav': Buffer.concat([head, bytes(left)]) });
  await page.goto('/');
  await openFile(page, path);
  await show(page, '#/files/misc/tone.wav');
  const sound = player(page, 'misc/tone.wav').or(player(page, 'tone.wav'));
  const wave = sound.getByRole('img', { name: /^Waveform of / });
  await expect(wave).toBeVisible();
  const box = await wave.boundingBox();
  if (!box) throw new Error('no waveform');
  await page.mouse.click(box.x + box.width * 0.5, box.y + 20);
  await expect
    .poll(() => sound.locator('audio').evaluate((audio: HTMLAudioElement) => audio.currentTime))
    .toBeCloseTo(0.25, 1);
  await axe(page);
});
