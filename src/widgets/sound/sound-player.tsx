import { ActionIcon, Menu, Slider } from '@mantine/core';
import { IconPlayerPauseFilled, IconPlayerPlayFilled, IconVolume, IconVolumeOff } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { formatCount } from '../../base/amounts.ts';
import { SOUND_HEAD_BYTES, type SoundFacts, soundFacts } from '../../model/file/sound.ts';
import classes from './sound-player.module.css';

/** How fast it can be played. */
const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 2];

/** How far an arrow key goes, in seconds. */
const STEP = 5;

/** The player that plays. Another one that starts stops it. */
let playing: HTMLAudioElement | undefined;

interface Props {
  blob: Blob;
  /** Where the blob is, for the browser. */
  url: string;
  /** Of the sound, for those who do not see the page. */
  label: string;
}

/**
 * Plays a sound, and says what its header says of it before anything is decoded: rate, channels, bits and length. Space
 * plays and pauses, arrows go back and forth.
 */
export function SoundPlayer({ blob, url, label }: Props) {
  const audio = useRef<HTMLAudioElement>(null);
  const facts = useSoundFacts(blob);
  const [isPlaying, setPlaying] = useState(false);
  const [at, setAt] = useState(0);
  const [decoded, setDecoded] = useState<number>();
  const [speed, setSpeed] = useState(1);
  const [isMuted, setMuted] = useState(false);
  const [cannot, setCannot] = useState(false);
  const length = decoded ?? facts?.seconds ?? 0;

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
    const within = Math.min(length, Math.max(0, to));
    if (audio.current) audio.current.currentTime = within;
    setAt(within);
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (event.target !== event.currentTarget) return;
    if (event.key === ' ') toggle();
    else if (event.key === 'ArrowLeft') seek(at - STEP);
    else if (event.key === 'ArrowRight') seek(at + STEP);
    else return;
    event.preventDefault();
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is drawn as one.
    <div
      className={classes.root}
      role="group"
      aria-label={`Sound ${label}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: as above.
      tabIndex={0}
      data-sound
      onKeyDown={onKeyDown}
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
        onLoadedMetadata={({ currentTarget: { duration } }) =>
          setDecoded(Number.isFinite(duration) ? duration : undefined)
        }
        onError={() => setCannot(true)}
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
        size="sm"
        label={null}
        min={0}
        max={length || 1}
        step={0.01}
        disabled={cannot}
        value={Math.min(at, length)}
        onChange={seek}
      />
      <span className={classes.time}>{length > 0 ? timeText(length) : '–:––'}</span>
      <ActionIcon aria-label={isMuted ? 'Unmute' : 'Mute'} disabled={cannot} onClick={() => setMuted(!isMuted)}>
        {isMuted ? (
          <IconVolumeOff size={16} stroke={1.75} aria-hidden />
        ) : (
          <IconVolume size={16} stroke={1.75} aria-hidden />
        )}
      </ActionIcon>
      <Menu position="bottom-end" width={120}>
        <Menu.Target>
          <button type="button" className={classes.speed} aria-label={`Speed: ${speed}×`} disabled={cannot}>
            {speed}×
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          {SPEEDS.map((to) => (
            <Menu.CheckboxItem
              key={to}
              checked={to === speed}
              onChange={() => {
                setSpeed(to);
                if (audio.current) audio.current.playbackRate = to;
              }}
            >
              {to}×
            </Menu.CheckboxItem>
          ))}
        </Menu.Dropdown>
      </Menu>
      <p className={classes.facts}>
        {cannot && 'This browser cannot play it: it may be damaged, or of a type that the browser does not know. '}
        {facts ? factsText(facts) : '\u00a0'}
      </p>
    </div>
  );
}

/** What the header says. Undefined until it is read. */
function useSoundFacts(blob: Blob): SoundFacts | undefined {
  const [found, setFound] = useState<{ of: Blob; facts: SoundFacts }>();
  useEffect(() => {
    let isGone = false;
    const part = async (start: number, end: number) => new Uint8Array(await blob.slice(start, end).arrayBuffer());
    const { size } = blob;
    Promise.all([part(0, SOUND_HEAD_BYTES), part(Math.max(0, size - SOUND_HEAD_BYTES), size)])
      .then(([head, tail]) => {
        if (!isGone) setFound({ of: blob, facts: soundFacts(head, size, tail) });
      })
      // Where its bytes cannot be read, it cannot be played either, which is said.
      .catch(() => {});
    return () => {
      isGone = true;
    };
  }, [blob]);
  return found?.of === blob ? found.facts : undefined;
}

/** "16,000 Hz · mono · 16 bits · 0:03". */
function factsText({ rate, channels, bits, seconds }: SoundFacts): string {
  const parts = [
    rate && `${formatCount(rate)} Hz`,
    channels && (channels === 1 ? 'mono' : channels === 2 ? 'stereo' : `${channels} channels`),
    bits && `${bits} bits`,
    seconds && timeText(seconds),
  ];
  return parts.filter(Boolean).join(' · ');
}

/** "1:02:03", "0:03". */
function timeText(seconds: number): string {
  const whole = Math.round(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const tail = String(rest).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`;
}
