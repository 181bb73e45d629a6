import { type Envelope, readEnvelopes } from '../../tensor/decimate.ts';
import { WAVE_BINS, waveOf } from '../../tensor/sound.ts';
import { wavLayout, wavReader } from '../../tensor/wav.ts';

/** What a waveform is drawn from. */
export interface SoundWave {
  /** Of each channel that is drawn, with samples from -1 to 1. */
  channels: readonly Envelope[];
  /** How many channels there are. */
  count: number;
  /** Samples of a channel. */
  frames: number;
}

/** Channels that are drawn. More would be lines of a few pixels. */
export const MAX_DRAWN_CHANNELS = 8;

/** Bytes in which the samples of a WAV begin, after whatever else its writer put before. */
const HEAD_BYTES = 64 * 1024;

/** Bytes of a WAV that are read at once. The envelope reads a million samples at most. */
const read = async (blob: Blob, start: number, end: number) =>
  new Uint8Array(await blob.slice(start, end).arrayBuffer());

/**
 * The waveform of a WAV, read in parts. Undefined for other sounds, and for codings that only the browser knows. Rejects
 * where the bytes cannot be read.
 */
export async function wavWave(blob: Blob): Promise<SoundWave | undefined> {
  const layout = layoutOf(await read(blob, 0, HEAD_BYTES), blob.size);
  const reader = layout && wavReader(layout, (start, end) => read(blob, start, end));
  if (!reader || reader.frames === 0) return undefined;
  const { frames, channels } = reader;
  const size = Math.max(1, Math.ceil(frames / WAVE_BINS));
  const plane = {
    rows: Math.min(channels, MAX_DRAWN_CHANNELS),
    columns: frames,
    start: 0,
    rowStride: 1,
    columnStride: channels,
  };
  return { channels: await readEnvelopes(reader, plane, { start: 0, end: frames, size }), count: channels, frames };
}

function layoutOf(head: Uint8Array, size: number) {
  try {
    return wavLayout(head, size);
  } catch (error) {
    // The header goes on beyond what was read.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The waveform of samples that are here. */
export function waveOfChannels(channels: readonly Float32Array[]): SoundWave {
  return {
    channels: channels.slice(0, MAX_DRAWN_CHANNELS).map(waveOf),
    count: channels.length,
    frames: channels[0]?.length ?? 0,
  };
}

/** The waveform of a sound that the browser decodes, as `decodedChannels`. */
export async function decodedWave(blob: Blob, rate: number | undefined): Promise<SoundWave | undefined> {
  const channels = await decodedChannels(blob, rate);
  return channels && waveOfChannels(channels);
}

/** Rates that browsers decode at. */
const RATES = { min: 8000, max: 96_000, usual: 48_000 };

/** Whether the browser decodes a sound at its own rate. */
export function keepsRate(rate: number | undefined): rate is number {
  return rate !== undefined && rate >= RATES.min && rate <= RATES.max;
}

/**
 * The samples of each channel of a sound, from -1 to 1, at the sound's own rate where the browser keeps that. The page
 * itself must ask for them, for workers cannot; the browser decodes in a thread of its own. Undefined where it cannot.
 */
export async function decodedChannels(
  blob: Blob,
  rate: number | undefined,
): Promise<Float32Array<ArrayBuffer>[] | undefined> {
  try {
    const context = new OfflineAudioContext(1, 1, keepsRate(rate) ? rate : RATES.usual);
    const sound = await context.decodeAudioData(await blob.arrayBuffer());
    return Array.from({ length: sound.numberOfChannels }, (_, at) => sound.getChannelData(at));
  } catch {
    return undefined;
  }
}
