import { ActionIcon, Slider } from '@mantine/core';
import { IconVolume, IconVolume2, IconVolumeOff } from '@tabler/icons-react';
import classes from './volume.module.css';

/** How loud a sound is played: `level` from 0 to 1, unless it is muted. */
export interface Loudness {
  level: number;
  isMuted: boolean;
}

interface Props {
  loudness: Loudness;
  disabled: boolean;
  onChange(loudness: Loudness): void;
}

/** What is stored of a loudness, as it is, or full where it cannot be one. */
export function checkLoudness(stored: unknown): Loudness {
  const { level, isMuted } = (stored ?? {}) as Partial<Loudness>;
  return { level: typeof level === 'number' ? louder(level, 0) : 1, isMuted: isMuted === true };
}

/** The level that is `by` higher, within 0 to 1. */
export function louder(level: number, by: number): number {
  return Math.min(1, Math.max(0, Math.round((level + by) * 100) / 100));
}

/** A button that mutes, and a slider. */
export function Volume({ loudness: { level, isMuted }, disabled, onChange }: Props) {
  const isSilent = isMuted || level === 0;
  const Icon = isSilent ? IconVolumeOff : level < 0.5 ? IconVolume2 : IconVolume;
  const percent = isMuted ? 0 : Math.round(100 * level);
  return (
    <>
      <ActionIcon
        aria-label={isSilent ? 'Unmute' : 'Mute'}
        disabled={disabled}
        // Silent by its slider, it would stay so.
        onClick={() => onChange({ level: level === 0 ? 1 : level, isMuted: !isSilent })}
      >
        <Icon size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
      <Slider
        className={classes.slider ?? ''}
        data-volume
        thumbLabel="Volume"
        thumbValueText={isMuted ? 'muted' : `${percent}%`}
        size="sm"
        label={null}
        step={5}
        disabled={disabled}
        value={percent}
        onChange={(value) => onChange({ level: value / 100, isMuted: false })}
      />
    </>
  );
}
