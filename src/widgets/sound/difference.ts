/** How two sounds of one rate, length and number of channels differ. Samples are from -1 to 1. */
export interface SoundDifference {
  /** The first less the second, of each channel. */
  channels: Float32Array<ArrayBuffer>[];
  samples: number;
  differing: number;
  /** The largest magnitude of a difference, and the first frame that has it. */
  largest: number;
  at: number;
}

/** Compares the samples of two sounds. Undefined where they have not the same channels and length. */
export function soundDifference(a: readonly Float32Array[], b: readonly Float32Array[]): SoundDifference | undefined {
  if (a.length !== b.length || a.some((channel, index) => channel.length !== b[index]?.length)) return undefined;
  const found = { samples: 0, differing: 0, largest: 0, at: 0 };
  const channels = a.map((channel, index) => {
    const other = b[index] as Float32Array;
    const difference = new Float32Array(channel.length);
    for (let frame = 0; frame < channel.length; frame++) {
      const value = (channel[frame] as number) - (other[frame] as number);
      difference[frame] = value;
      if (value !== 0) found.differing++;
      if (Math.abs(value) > found.largest) [found.largest, found.at] = [Math.abs(value), frame];
    }
    found.samples += channel.length;
    return difference;
  });
  return { channels, ...found };
}
