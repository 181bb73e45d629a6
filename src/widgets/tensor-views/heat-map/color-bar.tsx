import { NativeSelect } from '@mantine/core';
import { COLOR_MAPS, type ColorMapName, mapColors, mapGradient } from '../../../tensor/color-map.ts';
import { type ChosenRange, type Scale, scalingOf, symlogEnd, type ValueRange } from '../../../tensor/value-range.ts';
import { shortNumber } from '../../tensor-grid/text.ts';
import { RangeHandles } from '../range-handles.tsx';
import classes from './color-bar.module.css';

export const MAP_LABELS: Record<ColorMapName, string> = {
  viridis: 'Viridis',
  magma: 'Magma',
  cividis: 'Cividis',
  gray: 'Gray',
  diverging: 'Diverging',
};

interface Props {
  map: ColorMapName;
  isInverted: boolean;
  scale: Scale;
  range: ChosenRange;
  /** The values along the whole bar. Undefined where no value is finite: then nothing is on it. */
  extent: ValueRange | undefined;
  isVertical: boolean;
  onRange(change: Partial<ValueRange>): void;
  onMap(map: ColorMapName): void;
}

/** A part of the bar in which the numbers of both handles would lie on each other. */
const CLOSE = 0.05;

/** What the colors stand for, with a handle at each end of the range, and its number. */
export function ColorBar({ map, isInverted, scale, range, extent = NOTHING, isVertical, onRange, onMap }: Props) {
  const scaling = scalingOf(extent, scale, symlogEnd(range));
  const placeOf = (value: number) => Math.max(0, Math.min(1, scaling.at(value)));
  const isOne = !(extent.low < extent.high);
  const [low, high] = isOne ? [0, 1] : [placeOf(range.low), placeOf(range.high)];
  // Where it is at the end of the bar, the number there is its own.
  const moved = isOne ? [] : BOUNDS.filter((bound) => shortNumber(range[bound]) !== shortNumber(extent[bound]));
  const only = isOne && extent !== NOTHING ? shortNumber(extent.low) : undefined;
  const end = (bound: keyof ValueRange) => (
    <span className={classes.end} data-end={bound}>
      {isOne ? '' : shortNumber(extent[bound])}
    </span>
  );
  return (
    <div className={classes.root} data-vertical={isVertical || undefined}>
      {end('high')}
      <div className={classes.bar}>
        <Colors {...{ map, isInverted, low, high, isVertical }} />
        {!isOne && (
          <RangeHandles
            scaling={scaling}
            range={range}
            onRange={onRange}
            names={{ low: 'Lowest color', high: 'Highest color' }}
            isVertical={isVertical}
          />
        )}
        {isVertical &&
          moved.map((bound) => (
            <span
              key={bound}
              className={classes.at}
              data-apart={high - low < CLOSE ? bound : undefined}
              style={{ bottom: `${placeOf(range[bound]) * 100}%` }}
              aria-hidden
            >
              {shortNumber(range[bound])}
            </span>
          ))}
        {isVertical && only !== undefined && (
          <span className={classes.at} style={{ bottom: '50%' }}>
            {only}
          </span>
        )}
      </div>
      {end('low')}
      {!isVertical && (
        <span className={classes.range} aria-hidden={!isOne}>
          {only ?? (moved.length > 0 && `${shortNumber(range.low)} to ${shortNumber(range.high)}`)}
        </span>
      )}
      {isVertical && (
        <NativeSelect
          className={classes.map ?? ''}
          size="xs"
          aria-label="Color map"
          value={map}
          onChange={({ currentTarget: { value } }) => onMap(value as ColorMapName)}
          data={COLOR_MAPS.map((name) => ({ value: name, label: MAP_LABELS[name] }))}
        />
      )}
    </div>
  );
}

const NOTHING: ValueRange = { low: 0, high: 0 };
const BOUNDS = ['low', 'high'] as const;

/** The colors, from one part of the bar to another one: those at the ends go on beyond them. */
function Colors({
  map,
  isInverted,
  low,
  high,
  isVertical,
}: Pick<Props, 'map' | 'isInverted' | 'isVertical'> & ValueRange) {
  const colors = mapColors(map, isInverted);
  const [first, last] = [colors[0], colors.at(-1)].map((rgb) => `rgb(${(rgb ?? []).join(' ')})`);
  const towards = isVertical ? 'top' : 'right';
  const [from, to] = [`${low * 100}%`, `${high * 100}%`];
  return (
    <div
      className={classes.colors}
      style={{
        background: `linear-gradient(to ${towards}, ${first} ${from}, transparent ${from}, transparent ${to}, ${last} ${to})`,
      }}
    >
      <div
        className={classes.gradient}
        style={{
          [isVertical ? 'bottom' : 'left']: from,
          [isVertical ? 'top' : 'right']: `calc(100% - ${to})`,
          background: mapGradient(map, isInverted, towards),
        }}
      />
    </div>
  );
}
