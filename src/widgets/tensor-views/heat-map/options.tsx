import { Button, Checkbox, NativeSelect, Popover, TextInput, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { COLOR_MAPS } from '../../../tensor/color-map.ts';
import { REDUCTIONS, type Reduction } from '../../../tensor/shrink.ts';
import {
  type ChosenRange,
  RANGE_KINDS,
  type RangeKind,
  SCALES,
  type Scale,
  type ValueRange,
} from '../../../tensor/value-range.ts';
import type { ViewSettings } from '../view-props.ts';
import { MAP_LABELS } from './color-bar.tsx';
import classes from './options.module.css';
import { ASPECTS, type HeatSettings } from './settings.ts';

export const REDUCTION_LABELS: Record<Reduction, string> = {
  magnitude: 'Largest magnitude',
  mean: 'Mean',
  min: 'Lowest value',
  max: 'Highest value',
};

const RANGE_LABELS: Record<RangeKind, string> = {
  auto: 'Automatic',
  all: 'Lowest to highest',
  percentiles: '1st to 99th percentile',
  symmetrical: 'Symmetrical around 0',
};

const SCALE_LABELS: Record<Scale, string> = { linear: 'Linear', log: 'Log', symlog: 'Symmetrical log' };

const ASPECT_LABELS = { auto: 'Automatic', equal: 'Square cells', free: 'Fill the room' };

/** What a range is, in words. */
function rangeWords(range: ChosenRange, { low, high }: Pick<HeatSettings, 'low' | 'high'>): string {
  if (low !== undefined && high !== undefined) return 'set by you';
  const words = RANGE_LABELS[range.kind];
  return low === undefined && high === undefined
    ? words
    : `${words}, ${low === undefined ? 'high' : 'low'} end set by you`;
}

interface Props {
  settings: HeatSettings;
  range: ChosenRange;
  hasPositive: boolean;
  onSettings(change: ViewSettings): void;
  /** Whether the map is chosen here, as the bar of colors has no room for it. */
  hasMap: boolean;
}

/** The range in words, and a popover with all that can be chosen of a heat map. */
export function Options({ settings, range, hasPositive, onSettings, hasMap }: Props) {
  const { map, isInverted, scale, reduction, aspect } = settings;
  const pick = <T extends string>(
    label: string,
    name: string,
    value: T,
    all: readonly T[],
    labels: Record<T, string>,
  ) => (
    <NativeSelect
      size="xs"
      label={label}
      value={value}
      onChange={({ currentTarget }) => onSettings({ [name]: currentTarget.value })}
      data={all.map((each) => ({
        value: each,
        label: labels[each],
        disabled: each === 'log' && !hasPositive && value !== 'log',
      }))}
    />
  );
  return (
    <Popover position="top-end" shadow="md" width={300} trapFocus>
      <Popover.Target>
        <UnstyledButton className={classes.open}>
          Range:{' '}
          <b>
            {rangeWords(range, settings)}
            {scale !== 'linear' && `, ${SCALE_LABELS[scale].toLowerCase()}`}
          </b>
          <IconChevronDown size={14} stroke={1.75} aria-hidden />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label="Colors and range">
        <div className={classes.root}>
          {pick('Range', 'range', settings.range, RANGE_KINDS, RANGE_LABELS)}
          <Bounds settings={settings} range={range} onSettings={onSettings} />
          {pick('Scale', 'scale', scale, SCALES, SCALE_LABELS)}
          {pick('A point of many values shows', 'reduction', reduction, REDUCTIONS, REDUCTION_LABELS)}
          {pick('Shape', 'aspect', aspect, ASPECTS, ASPECT_LABELS)}
          {hasMap && pick('Color map', 'map', map, COLOR_MAPS, MAP_LABELS)}
          <Checkbox
            size="xs"
            label="Invert colors"
            checked={isInverted}
            onChange={({ currentTarget }) => onSettings({ isInverted: currentTarget.checked || undefined })}
          />
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

/** The bounds of the range: each is typed, or automatic where its field is empty. */
function Bounds({ settings, range, onSettings }: Omit<Props, 'hasPositive' | 'hasMap'>) {
  const { low, high } = settings;
  return (
    <div>
      <div className={classes.bounds}>
        <Bound label="Low" bound="low" set={low} automatic={range.low} onSettings={onSettings} />
        <Bound label="High" bound="high" set={high} automatic={range.high} onSettings={onSettings} />
      </div>
      {range.problem === 'swapped' && (
        <p className={classes.problem}>
          Low is above high.
          <Button size="compact-xs" onClick={() => onSettings({ low: high, high: low })}>
            Swap
          </Button>
        </p>
      )}
      {range.problem === 'not positive' && <p className={classes.problem}>A log scale needs bounds above 0.</p>}
    </div>
  );
}

interface BoundProps extends Pick<Props, 'onSettings'> {
  label: string;
  bound: keyof ValueRange;
  set: number | undefined;
  automatic: number;
}

function Bound({ label, bound, set, automatic, onSettings }: BoundProps) {
  const [typed, setTyped] = useState<string>();
  const text = typed ?? (set === undefined ? '' : String(set));
  const isWrong = typed !== undefined && typed.trim() !== '' && !Number.isFinite(Number(typed));
  return (
    <TextInput
      size="xs"
      label={label}
      placeholder={`${automatic} (automatic)`}
      value={text}
      error={isWrong ? 'Not a number' : undefined}
      inputMode="decimal"
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        if (value.trim() === '') onSettings({ [bound]: undefined });
        else if (Number.isFinite(Number(value))) onSettings({ [bound]: Number(value) });
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}
