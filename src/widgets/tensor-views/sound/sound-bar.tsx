import { Autocomplete, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { formatCount } from '../../../base/amounts.ts';
import type { PlaneAxis } from '../../../tensor/mapping.ts';
import { NameText, visibleText } from '../../name-text.tsx';
import { timeText } from '../../sound/sound-facts.ts';
import type { ViewSettings } from '../view-props.ts';
import classes from './sound-bar.module.css';
import { isPlayable, MAX_PLAYED_RATE, MIN_PLAYED_RATE, type SoundChoice, USUAL_RATES } from './sound-settings.ts';
import type { RateFound } from './use-rate.ts';

interface Props {
  channels: number;
  frames: number;
  /** The axis that samples run along, and what both are called. Undefined where there is one. */
  samples: PlaneAxis;
  axes: Readonly<Record<PlaneAxis, string>> | undefined;
  choice: SoundChoice;
  channel: number | 'all';
  rate: RateFound;
  onSettings(change: ViewSettings): void;
}

/** How numbers become a sound: at which rate, along which dimension, which channels, and how loud. */
export function SoundBar({ channels, frames, samples, axes, choice, channel, rate, onSettings }: Props) {
  return (
    <div className={classes.root}>
      <RateField rate={rate} onRate={(to) => onSettings({ rate: to })} />
      {axes && (
        <NativeSelect
          size="xs"
          aria-label="Samples along"
          value={samples}
          data={(['rows', 'columns'] as const).map((axis) => ({
            value: axis,
            label: `samples along ${visibleText(axes[axis])}`,
          }))}
          onChange={({ currentTarget: { value } }) => onSettings({ samples: value, channel: undefined })}
        />
      )}
      {channels > 1 && (
        <NativeSelect
          size="xs"
          aria-label="Channel"
          value={String(channel)}
          data={[
            { value: 'all', label: channels === 2 ? 'both channels' : `all ${channels} channels` },
            ...Array.from({ length: Math.min(channels, MAX_LISTED) }, (_, at) => ({
              value: String(at),
              label: `channel ${at}`,
            })),
          ]}
          onChange={({ currentTarget: { value } }) => onSettings({ channel: value === 'all' ? 'all' : Number(value) })}
        />
      )}
      <NativeSelect
        size="xs"
        aria-label="Level"
        value={choice.scale ?? ''}
        data={[
          { value: '', label: 'level: automatic' },
          { value: 'type', label: 'level: as its type' },
          { value: 'peak', label: 'level: peak is full' },
        ]}
        onChange={({ currentTarget: { value } }) => onSettings({ scale: value || undefined })}
      />
      <p className={classes.says}>
        {timeText(frames / rate.rate)} ·{' '}
        {rate.isGuess ? (
          'nothing states its rate'
        ) : rate.from === undefined ? (
          'rate as chosen'
        ) : (
          <>
            rate from <NameText>{rate.from}</NameText>
          </>
        )}
      </p>
    </div>
  );
}

/** Channels in the list. A wrong guess of the direction makes thousands. */
const MAX_LISTED = 256;

function RateField({ rate, onRate }: { rate: RateFound; onRate(rate: number): void }) {
  const [typed, setTyped] = useState<string>();
  const value = typed ?? String(rate.rate);
  const number = Number(value.replaceAll(/[\s,]/g, ''));
  return (
    <Autocomplete
      size="xs"
      className={classes.rate ?? ''}
      aria-label="Sample rate in Hz"
      rightSection={<span className={classes.unit}>Hz</span>}
      data={USUAL_RATES.map(String)}
      // All of them, whatever is typed: they are what else it can be.
      filter={({ options }) => options}
      maxLength={12}
      value={value}
      error={isPlayable(number) ? undefined : `From ${formatCount(MIN_PLAYED_RATE)} to ${formatCount(MAX_PLAYED_RATE)}`}
      onChange={(to) => {
        setTyped(to);
        const next = Number(to.replaceAll(/[\s,]/g, ''));
        if (isPlayable(next) && next !== rate.rate) onRate(next);
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}
