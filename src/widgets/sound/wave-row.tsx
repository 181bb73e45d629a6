import { Button } from '@mantine/core';
import type { ComponentProps } from 'react';
import { formatBytes } from '../../base/amounts.ts';
import type { SoundFacts } from '../../model/file/sound.ts';
import { useSoundWave } from './sound-wave.ts';
import { MAX_DRAWN_CHANNELS, type SoundWave } from './wave.ts';
import classes from './wave-row.module.css';
import { Waveform, waveHeight } from './waveform.tsx';

type DrawnProps = Omit<ComponentProps<typeof Waveform>, 'wave'>;

interface Props extends DrawnProps {
  blob: Blob;
  facts: SoundFacts | undefined;
  /** The waveform, where it is here already. */
  given: SoundWave | undefined;
}

/** The waveform of a player. Its room is kept until it is there. */
export function WaveRow({ blob, facts, given, ...drawn }: Props) {
  return given ? <Drawn wave={given} {...drawn} /> : <FileWave blob={blob} facts={facts} {...drawn} />;
}

function FileWave({ blob, facts, ...drawn }: Omit<Props, 'given'>) {
  const state = useSoundWave(blob, facts);
  if (state.status === 'ready') return <Drawn wave={state.wave} {...drawn} />;
  const height = waveHeight(Math.min(MAX_DRAWN_CHANNELS, facts?.channels ?? 1));
  return (
    <div className={classes.none} style={{ height }}>
      {state.status === 'none' && 'No waveform: this browser cannot decode the sound.'}
      {state.status === 'large' && 'Too long for a waveform.'}
      {state.status === 'asks' && (
        <Button size="compact-sm" onClick={state.ask}>
          Draw the waveform of {formatBytes(blob.size)}
        </Button>
      )}
    </div>
  );
}

function Drawn({ wave, ...drawn }: DrawnProps & { wave: SoundWave }) {
  return (
    <>
      <Waveform wave={wave} {...drawn} />
      {wave.count > wave.channels.length && (
        <p className={classes.note}>
          {wave.channels.length} of {wave.count} channels are drawn.
        </p>
      )}
    </>
  );
}
