import { wholePieces } from '../element-pieces.ts';
import { decodeElements } from '../elements.ts';
import type { Shape } from '../shape.ts';
import { bytesCast, type LossCounter, type LossKind, type StoredDtype } from './cast.ts';
import { castFlow, type Flow } from './flow.ts';

/**
 * Other channels in the last dimension of a picture: `color` leaves transparency out, `gray` takes one of three that are
 * the same, or else how bright they are, `repeat` makes three of a gray picture, which has no such dimension.
 */
export type Channels = 'color' | 'gray' | 'repeat';

/** How bright the three colors are (ITU-R BT.601), in parts of 65,536: as Pillow's `convert('L')`. */
const BRIGHTNESS = [19595, 38470, 7471] as const;

type Samples = Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer>;

/** What the last dimensions of a picture become. */
function channelsOf(shape: Shape, to: Channels): { has: number; gives: number; made: Shape } {
  if (to === 'repeat') return { has: 1, gives: 3, made: [...shape, 3n] };
  const has = Number(shape.at(-1));
  const gives = to === 'gray' || has < 3 ? 1 : 3;
  const pixels = shape.slice(0, -1);
  return { has, gives, made: gives === 1 ? pixels : [...pixels, 3n] };
}

/** Pixels of uint8 or uint16 with other channels. Counts each pixel whose color or transparency is lost. */
export function channelsFlow(flow: Flow, to: Channels, losses: LossCounter): Flow {
  const dtype = flow.dtype as 'uint8' | 'uint16';
  const { has, gives, made } = channelsOf(flow.shape, to);
  const [width, opaque] = dtype === 'uint8' ? [1, 0xff] : [2, 0xffff];
  const colors = has < 3 ? 1 : 3;
  const told = (kind: LossKind, pixel: number, samples: Samples) =>
    losses.count(kind, pixel * has, () => ({ from: `(${samples.join(', ')})` }));
  const grayOf = (pixel: number, samples: Samples) => {
    const [red = 0, green = 0, blue = 0] = samples;
    if (red === green && green === blue) return red;
    told('color', pixel, samples);
    return Math.floor((red * BRIGHTNESS[0] + green * BRIGHTNESS[1] + blue * BRIGHTNESS[2] + 0x8000) / 0x10000);
  };
  return {
    dtype,
    shape: made,
    async *pieces(signal) {
      let done = 0;
      for await (const piece of wholePieces(flow.pieces(signal), has * width)) {
        const from = decodeElements(dtype, piece) as Samples;
        const count = from.length / has;
        const into = dtype === 'uint8' ? new Uint8Array(count * gives) : new Uint16Array(count * gives);
        for (let pixel = 0; pixel < count; pixel++) {
          const samples = from.subarray(pixel * has, (pixel + 1) * has) as Samples;
          if (has > colors && samples[colors] !== opaque) told('alpha', done + pixel, samples);
          if (to === 'repeat') into.fill(samples[0] as number, 3 * pixel, 3 * pixel + 3);
          else if (gives === 3) into.set(samples.subarray(0, 3), 3 * pixel);
          else into[pixel] = colors === 1 ? (samples[0] as number) : grayOf(done + pixel, samples);
        }
        done += count;
        yield new Uint8Array(into.buffer);
      }
    },
  };
}

/** Samples from 0 to `most` as floats from 0 to 1. Divides as Python does, in float64, and rounds to the type then. */
export function scaledFlow(flow: Flow, dtype: StoredDtype, most: number): Flow {
  const store = bytesCast('float64', dtype);
  // 1/255 has no exact float, but nothing that was there is lost.
  const nothing: LossCounter = { count() {} };
  const scale = (bytes: Uint8Array) => {
    const values = decodeElements(flow.dtype as 'uint8' | 'uint16', bytes) as Samples;
    return store(new Uint8Array(Float64Array.from(values, (value) => value / most).buffer), nothing, 0);
  };
  return castFlow(flow, dtype, scale, nothing);
}
