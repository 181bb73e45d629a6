import { useEffect, useState } from 'react';
import { ownScript } from '../../base/own-script.ts';
import type { SoundFacts } from '../../model/file/sound.ts';
import { TurnWorker } from '../turn-worker.ts';
import { decodedWave, type SoundWave } from './wave.ts';
import type { FromWaveWorker } from './worker.ts';
import workerUrl from './worker.ts?worker&url';

/** Bytes of a sound whose waveform is drawn without asking: a quarter of a minute of work at most. */
const MAX_UNASKED_BYTES = 64 * 1024 * 1024;

/** Bytes of samples that the browser decodes without asking: five minutes of stereo. It holds all of them at once. */
export const MAX_UNASKED_DECODED = 128 * 1024 * 1024;

/** Bytes of samples that it decodes at all. */
const MAX_DECODED = 1024 * 1024 * 1024;

/** A waveform that takes longer is given up. A gigabyte takes some ten seconds. */
const MAX_WAVE_MS = 120_000;

const IDLE_MS = 10_000;

const reader = new TurnWorker<Blob, FromWaveWorker>(
  () => new Worker(ownScript(workerUrl), { type: 'module' }),
  IDLE_MS,
);

/** A waveform as far as it is there. */
export type WaveState =
  | { status: 'loading' | 'large' | 'none' }
  /** It is large: the reader says whether to read it. */
  | { status: 'asks'; ask(): void }
  | { status: 'ready'; wave: SoundWave };

/**
 * The waveform of a sound file. WAVs are read by our own reader, in a worker: the browser would change their rate. All
 * others the browser decodes.
 *
 * @param facts what its header says. Undefined until it is read
 */
export function useSoundWave(blob: Blob, facts: SoundFacts | undefined): WaveState {
  const [found, setFound] = useState<{ of: Blob; wave: SoundWave | undefined }>();
  const [wanted, setWanted] = useState<Blob>();
  const isWav = blob.type === 'audio/wav';
  const bytes = facts && (isWav ? blob.size : decodedBytes(facts, blob.size));
  const isLarge = bytes !== undefined && bytes > (isWav ? MAX_UNASKED_BYTES : MAX_UNASKED_DECODED);
  const cannot = bytes !== undefined && !isWav && bytes > MAX_DECODED;
  const isRead = facts !== undefined && !cannot && (!isLarge || wanted === blob);
  const rate = facts?.rate;
  useEffect(() => {
    if (!isRead) return;
    const controller = new AbortController();
    const { signal } = controller;
    const wave = isWav
      ? reader.ask(blob, MAX_WAVE_MS, signal).then((answer) => (typeof answer === 'string' ? undefined : answer.wave))
      : decodedWave(blob, rate);
    wave
      // A WAV in a coding of its own is decoded by the browser too.
      .then((drawn) => drawn ?? (isWav && blob.size <= MAX_UNASKED_BYTES ? decodedWave(blob, rate) : undefined))
      .then(
        (drawn) => !signal.aborted && setFound({ of: blob, wave: drawn }),
        () => {},
      );
    return () => controller.abort();
  }, [blob, isRead, isWav, rate]);
  if (cannot) return { status: 'large' };
  if (!isRead) return isLarge ? { status: 'asks', ask: () => setWanted(blob) } : { status: 'loading' };
  if (found?.of !== blob) return { status: 'loading' };
  return found.wave ? { status: 'ready', wave: found.wave } : { status: 'none' };
}

/** Bytes of all samples as the browser holds them. Where the header does not say how many, a guess by usual codecs. */
export function decodedBytes({ seconds, rate = 48_000, channels = 2 }: SoundFacts, size: number): number {
  return seconds === undefined ? 12 * size : 4 * seconds * rate * channels;
}
