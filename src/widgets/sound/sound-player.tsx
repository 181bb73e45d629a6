import { ActionIcon, Menu, Slider } from '@mantine/core';
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useStoredSetting } from '../stored-setting.ts';
import { soundFactsText, timeText, useSoundFacts } from './sound-facts.ts';
import { onPlayerKey } from './sound-keys.ts';
import classes from './sound-player.module.css';
import { checkLoudness, louder, Volume } from './volume.tsx';
import type { SoundWave } from './wave.ts';
import { WaveRow } from './wave-row.tsx';

/** How fast it can be played. */
const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 2];

/** How far an arrow key goes, in seconds. In a short sound, it goes a tenth of it. */
const STEP = 5;

/** How much an arrow key changes the volume, which is 1 at most. */
const VOLUME_STEP = 0.05;

/** The player that plays. Another one that starts stops it. */
let playing: HTMLAudioElement | undefined;

interface Props {
  blob: Blob;
  /** Where the blob is, for the browser. */
  url: string;
  /** Of the sound, for those who do not see the page. */
  label: string;
  /** Its waveform, where it is here already. */
  wave?: SoundWave | undefined;
  /** What is said of it, where its header says something else. */
  about?: string | undefined;
  /** Told where it plays, in seconds. */
  onTime?(seconds: number): void;
}

/**
 * Plays a sound, and says what its header says of it before anything is decoded: rate, channels, bits and length. Space
 * plays and pauses, left and right go back and forth, Home and End to the ends, up and down change the volume, M mutes.
 * A press on its waveform plays from there.
 */
export function SoundPlayer({ blob, url, label, wave, about, onTime }: Props) {
  const audio = useRef<HTMLAudioElement>(null);
  const facts = useSoundFacts(blob);
  const [isPlaying, setPlaying] = useState(false);
  const [at, setTime] = useState(0);
  const [decoded, setDecoded] = useState<number>();
  const [speed, setSpeed] = useState(1);
  const [loudness, setLoudness] = useStoredSetting('volume', checkLoudness);
  const [cannot, setCannot] = useState(false);
  // 0 while it is not known: the header of a stream does not say it, and the browser learns it at the end.
  const length = decoded ?? facts?.seconds ?? 0;
  const { level, isMuted } = loudness;

  function setAt(seconds: number): void {
    setTime(seconds);
    onTime?.(seconds);
  }

  useEffect(() => {
    if (audio.current) audio.current.volume = level;
  }, [level]);

  function toggle(): void {
    const { current: element } = audio;
    if (!element || cannot) return;
    if (isPlaying) {
      element.pause();
      return;
    }
    if (playing !== element) playing?.pause();
    playing = element;
    // A browser that refuses to play says so by an event.
    element.play().catch(() => {});
  }

  function seek(to: number): void {
    const within = Math.min(length || Infinity, Math.max(0, to));
    if (audio.current) audio.current.currentTime = within;
    setAt(within);
  }

  const acts = {
    toggle,
    step: (by: number) => seek(at + by * (length > 0 ? Math.min(STEP, length / 10) : STEP)),
    toStart: () => seek(0),
    toEnd: () => length > 0 && seek(length),
    volume: (by: number) => setLoudness({ level: louder(isMuted ? 0 : level, by * VOLUME_STEP), isMuted: false }),
    mute: () => setLoudness({ level, isMuted: !isMuted }),
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is drawn as one.
    <div
      className={classes.root}
      role="group"
      aria-label={`Sound ${label}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: as above.
      tabIndex={0}
      data-sound
      onKeyDownCapture={(event) => onPlayerKey(event, acts)}
    >
      <audio
        ref={audio}
        src={url}
        preload="metadata"
        aria-label={label}
        muted={isMuted}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onTimeUpdate={({ currentTarget }) => setAt(currentTarget.currentTime)}
        onDurationChange={({ currentTarget: { duration } }) =>
          setDecoded(Number.isFinite(duration) ? duration : undefined)
        }
        onError={() => setCannot(true)}
      />
      <WaveRow
        blob={blob}
        facts={facts}
        given={wave}
        label={label}
        length={length}
        at={at}
        isPlaying={isPlaying}
        now={audio}
        onSeek={seek}
      />
      <ActionIcon
        variant="default"
        size="lg"
        radius="xl"
        aria-label={isPlaying ? 'Pause' : 'Play'}
        disabled={cannot}
        onClick={toggle}
      >
        {isPlaying ? <IconPlayerPauseFilled size={16} aria-hidden /> : <IconPlayerPlayFilled size={16} aria-hidden />}
      </ActionIcon>
      <span className={classes.time}>{timeText(at)}</span>
      <Slider
        className={classes.slider ?? ''}
        thumbLabel="Position"
        thumbValueText={length > 0 ? `${timeText(at)} of ${timeText(length)}` : timeText(at)}
        size="sm"
        label={null}
        min={0}
        max={length || 1}
        step={0.01}
        disabled={cannot || length === 0}
        value={Math.min(at, length)}
        onChange={seek}
      />
      <span className={classes.time}>{length > 0 ? timeText(length) : '–:––'}</span>
      <Volume loudness={loudness} disabled={cannot} onChange={setLoudness} />
      <Menu position="bottom-end" width={120}>
        <Menu.Target>
          <button type="button" className={classes.speed} aria-label={`Speed: ${speed}×`} disabled={cannot}>
            {speed}×
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.RadioGroup
            value={String(speed)}
            onChange={(to) => {
              setSpeed(Number(to));
              if (audio.current) audio.current.playbackRate = Number(to);
            }}
          >
            {SPEEDS.map((each) => (
              <Menu.RadioItem key={each} value={String(each)}>
                {each}×
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
        </Menu.Dropdown>
      </Menu>
      <p className={classes.facts}>
        {cannot && 'This browser cannot play it: it may be damaged, or of a type that the browser does not know. '}
        {about ?? (facts ? soundFactsText(facts) : '\u00a0')}
      </p>
    </div>
  );
}
