import type { PlaneAxis } from '../../../tensor/mapping.ts';
import type { SoundScale } from '../../../tensor/sound.ts';
import { settingOf } from '../checked-settings.ts';
import type { ViewSettings } from '../view-props.ts';

/** Rates that browsers play, in samples a second. */
export const MIN_PLAYED_RATE = 3000;
export const MAX_PLAYED_RATE = 384_000;

/** The rate before any is known: that of most speech models. */
export const FIRST_RATE = 16_000;

/** Rates that people choose from. */
export const USUAL_RATES = [8000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 96_000] as const;

/** Channels that are played together at first. More are seldom meant to be. */
const MAX_TOGETHER = 2;

/** What is chosen of a sound. What is undefined is found by itself. */
export interface SoundChoice {
  rate: number | undefined;
  /** The axis that samples run along. */
  samples: PlaneAxis | undefined;
  scale: SoundScale | undefined;
  /** The only channel that is played. */
  channel: number | 'all' | undefined;
}

/** Whether a rate can be played. */
export function isPlayable(rate: number): boolean {
  return Number.isInteger(rate) && rate >= MIN_PLAYED_RATE && rate <= MAX_PLAYED_RATE;
}

/** What settings choose, as far as it can be. */
export function soundChoice({ rate, samples, scale, channel }: ViewSettings): SoundChoice {
  return {
    rate: typeof rate === 'number' && isPlayable(rate) ? rate : undefined,
    samples: settingOf(['rows', 'columns'], samples),
    scale: settingOf(['type', 'peak'], scale),
    channel:
      channel === 'all' || (Number.isInteger(channel) && (channel as number) >= 0) ? (channel as number) : undefined,
  };
}

/** The channels that are played: all, or one. */
export function playedChannels(count: number, wanted: SoundChoice['channel']): { first: number; count: number } {
  if (typeof wanted === 'number' && wanted < count) return { first: wanted, count: 1 };
  return wanted === 'all' || count <= MAX_TOGETHER ? { first: 0, count } : { first: 0, count: 1 };
}
