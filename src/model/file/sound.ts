import { begins, viewOf } from '../../base/bytes.ts';
import { wavLayout } from '../../tensor/wav.ts';
import { MPEG1_HZ, MPEG1_KBPS, MPEG2_KBPS } from './media.ts';

/** What the header of a sound says of it. Whatever it does not say, or what cannot be true, is left out. */
export interface SoundFacts {
  /** Samples a second, of each channel. */
  rate?: number;
  channels?: number;
  /** Of a sample. Sounds that are compressed with loss have none. */
  bits?: number;
  /** Whether samples are floating-point numbers. */
  isFloat?: boolean;
  seconds?: number;
}

/**
 * Bytes that are read at once: at the start of a file, at the end of an Ogg file, whose last page has its length, and of
 * the box of an MPEG-4 file that describes it.
 */
const PART_BYTES = 64 * 1024;

/** Boxes walked through to find the one that describes an MPEG-4 file. Recorders write a few hundred pieces at most. */
const MAX_BOXES = 256;

/** Reads bytes `start` to `end` of the file. */
type ReadPart = (start: number, end: number) => Promise<Uint8Array>;

/**
 * Reads the header of a WAV (RIFF), FLAC (RFC 9639), MP3 (ISO/IEC 11172-3, with the Xing, Info and VBRI headers), Ogg
 * (RFC 3533, with Vorbis and Opus) or MPEG-4 file (ISO/IEC 14496-12). Decodes nothing, and throws only what `read` does.
 *
 * @param size of the file in bytes
 */
export async function readSoundFacts(read: ReadPart, size: number): Promise<SoundFacts> {
  const head = await read(0, Math.min(size, PART_BYTES));
  if (begins(head, 'ftyp', 4)) {
    const at = await findBox('moov', read, size);
    return at === undefined ? {} : soundFacts('mp4', await read(at, Math.min(size, at + PART_BYTES)), size);
  }
  if (begins(head, 'RIFF') && begins(head, 'WAVE', 8)) return soundFacts('wav', head, size);
  if (begins(head, 'fLaC')) return soundFacts('flac', head, size);
  if (begins(head, 'OggS')) return soundFacts('ogg', head, size, await read(Math.max(0, size - PART_BYTES), size));
  const tag = tagLength(head, size);
  // It may hold a picture, and be longer than what was read. Only what follows counts, and for the length, too.
  return soundFacts('mp3', tag > 0 ? await read(tag, Math.min(size, tag + PART_BYTES)) : head, size - tag);
}

/** Bytes of the ID3 tag that a file begins with. 0 where there is none, or where nothing follows it. */
function tagLength(head: Uint8Array, size: number): number {
  if (!begins(head, 'ID3') || head.length < 10) return 0;
  const length = 10 + head.subarray(6, 10).reduce((sum, byte) => sum * 128 + (byte & 127), 0);
  return length < size ? length : 0;
}

/** Where a top-level box of an MPEG-4 file begins. It may be the last one, behind all samples. */
async function findBox(kind: string, read: ReadPart, size: number): Promise<number | undefined> {
  let at = 0;
  for (let count = 0; count < MAX_BOXES && at + 8 <= size; count++) {
    const box = await read(at, Math.min(size, at + 16));
    if (box.length < 8) return undefined;
    if (begins(box, kind, 4)) return at;
    const view = viewOf(box);
    const short = view.getUint32(0);
    // 1: the length has 64 bits, and follows. 0: the box goes on to the end of the file.
    const length = short === 1 && box.length >= 16 ? Number(view.getBigUint64(8)) : short;
    if (length < 8) return undefined;
    at += length;
  }
  return undefined;
}

function soundFacts(
  kind: 'wav' | 'flac' | 'ogg' | 'mp4' | 'mp3',
  head: Uint8Array,
  size: number,
  tail = head,
): SoundFacts {
  const view = viewOf(head);
  try {
    if (kind === 'wav') return plausible(wavFacts(head, size));
    if (kind === 'flac') return plausible(flacFacts(view));
    if (kind === 'ogg') return plausible(oggFacts(head, view, tail));
    if (kind === 'mp4') return plausible(mp4Facts(head, view));
    return plausible(mp3Facts(head, view, size));
  } catch (error) {
    // The header goes on beyond what was given.
    if (error instanceof RangeError) return {};
    throw error;
  }
}

/** The most that people have ever needed, with room: what is beyond is not a sound but an attack or damage. */
const MAX_RATE = 10_000_000;
const MAX_CHANNELS = 255;
const MAX_BITS = 64;
/** Ten years. */
const MAX_SECONDS = 315_360_000;

function plausible({ rate, channels, bits, isFloat, seconds }: SoundFacts): SoundFacts {
  const within = (value: number | undefined, max: number) =>
    value !== undefined && value > 0 && value <= max ? value : undefined;
  return {
    rate: within(rate, MAX_RATE),
    channels: within(channels, MAX_CHANNELS),
    bits: within(bits, MAX_BITS),
    ...(isFloat && { isFloat }),
    seconds: within(seconds, MAX_SECONDS),
  };
}

/** The bytes of a second are believed only where samples do not tell them. */
function wavFacts(head: Uint8Array, size: number): SoundFacts {
  const layout = wavLayout(head, size);
  if (!layout) return {};
  const { channels, rate, bits, isFloat, isPlain, data } = layout;
  // A sample takes whole bytes.
  const bytesPerSecond = isPlain ? rate * channels * Math.ceil(bits / 8) : layout.bytesPerSecond;
  const seconds = data && bytesPerSecond > 0 ? (data.end - data.start) / bytesPerSecond : undefined;
  return { channels, rate, bits, isFloat, seconds };
}

/**
 * STREAMINFO, which is the first block.
 *
 * @param at where the header of the block begins
 */
function flacFacts(view: DataView, at = 4): SoundFacts {
  const packed = view.getBigUint64(at + 14);
  const rate = Number(packed >> 44n);
  const samples = Number(packed & 0xf_ffff_ffffn);
  return {
    rate,
    channels: Number((packed >> 41n) & 7n) + 1,
    bits: Number((packed >> 36n) & 31n) + 1,
    seconds: rate > 0 ? samples / rate : undefined,
  };
}

/** The first packet names codec, rate and channels; the granule of the last page counts the samples before its end. */
function oggFacts(head: Uint8Array, view: DataView, tail: Uint8Array): SoundFacts {
  const at = 27 + view.getUint8(26);
  const end = lastGranule(tail);
  if (begins(head, '\x01vorbis', at)) {
    const rate = view.getUint32(at + 12, true);
    return { channels: view.getUint8(at + 11), rate, seconds: end !== undefined && rate > 0 ? end / rate : undefined };
  }
  if (!begins(head, 'OpusHead', at)) return {};
  // Opus counts in 48,000 samples a second, whatever it was made from (RFC 7845).
  const skip = view.getUint16(at + 10, true);
  const made = view.getUint32(at + 12, true);
  return {
    channels: view.getUint8(at + 9),
    rate: made > 0 ? made : 48_000,
    seconds: end === undefined ? undefined : (end - skip) / 48_000,
  };
}

function lastGranule(tail: Uint8Array): number | undefined {
  const view = viewOf(tail);
  for (let at = tail.length - 27; at >= 0; at--) {
    if (tail[at] !== 0x4f || !begins(tail, 'OggS', at)) continue;
    const granule = view.getBigInt64(at + 6, true);
    if (granule >= 0n) return Number(granule);
  }
  return undefined;
}

/** Boxes that hold the ones that are looked for. */
const HOLDING = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl']);

/**
 * `mvhd` has the duration, `mdhd` the time scale of a track, and the sample entry in `stsd` the channels and the rate.
 * `head` begins with `moov`.
 */
function mp4Facts(head: Uint8Array, view: DataView): SoundFacts {
  let seconds: number | undefined;
  let scale = 0;
  for (let at = 0; at + 8 <= head.length; ) {
    const length = view.getUint32(at);
    const kind = String.fromCharCode(...head.subarray(at + 4, at + 8));
    if (kind === 'mvhd' || kind === 'mdhd') {
      const wide = view.getUint8(at + 8) === 1;
      scale = view.getUint32(at + (wide ? 28 : 20));
      if (kind === 'mvhd' && scale > 0)
        seconds = (wide ? Number(view.getBigUint64(at + 32)) : view.getUint32(at + 24)) / scale;
    }
    if (kind === 'stsd' && view.getUint32(at + 12) > 0)
      return { seconds, ...sampleEntryFacts(head, view, at + 16, scale) };
    if (HOLDING.has(kind)) at += 8;
    else if (length < 8) break;
    else at += length;
  }
  return { seconds };
}

/**
 * The sample entry at `at`. Its rate has 16 bits: of a higher one, it has the low bits or 0. Most writers then count a
 * track's time in samples, and a FLAC has the header of its own.
 *
 * @param scale units of a second in the time of the track
 */
function sampleEntryFacts(head: Uint8Array, view: DataView, at: number, scale: number): SoundFacts {
  if (begins(head, 'dfLa', at + 36 + 4)) {
    const { rate, channels, bits } = flacFacts(view, at + 36 + 12);
    return { rate, channels, bits };
  }
  const rate = view.getUint16(at + 32);
  const isCut = scale > 0xffff && (rate === 0 || rate === (scale & 0xffff));
  return { channels: view.getUint16(at + 24), rate: isCut ? scale : rate };
}

/** The first frame, and the count of frames that encoders with a variable rate put into it. */
function mp3Facts(head: Uint8Array, view: DataView, size: number): SoundFacts {
  let at = 0;
  while (at + 4 <= head.length && !(head[at] === 0xff && ((head[at + 1] as number) & 0xe6) === 0xe2)) at++;
  const [version, third, fourth] = [(view.getUint8(at + 1) >> 3) & 3, view.getUint8(at + 2), view.getUint8(at + 3)];
  const isFirst = version === 3;
  const hertz = MPEG1_HZ[(third >> 2) & 3];
  const kbps = (isFirst ? MPEG1_KBPS : MPEG2_KBPS)[third >> 4];
  if (hertz === undefined || !kbps || version === 1) return {};
  const rate = isFirst ? hertz : version === 2 ? hertz / 2 : hertz / 4;
  const channels = fourth >> 6 === 3 ? 1 : 2;
  const samples = isFirst ? 1152 : 576;
  const side = at + 4 + (isFirst ? (channels === 1 ? 17 : 32) : channels === 1 ? 9 : 17);
  let frames: number | undefined;
  if ((begins(head, 'Xing', side) || begins(head, 'Info', side)) && view.getUint32(side + 4) & 1)
    frames = view.getUint32(side + 8);
  else if (begins(head, 'VBRI', at + 36)) frames = view.getUint32(at + 36 + 14);
  const seconds = frames === undefined ? ((size - at) * 8) / (kbps * 1000) : (frames * samples) / rate;
  return { rate, channels, seconds };
}
