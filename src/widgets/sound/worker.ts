import { type SoundWave, wavWave } from './wave.ts';

/** What the worker answers: the waveform of the Blob that it was given, where it is a WAV that it reads. */
export type FromWaveWorker = { wave: SoundWave | undefined };

const say = (message: FromWaveWorker | 'ready') => postMessage(message);

addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  wavWave(data).then(
    (wave) => say({ wave }),
    () => say({ wave: undefined }),
  );
});

say('ready');
