import { NativeSelect } from '@mantine/core';
import { COLOR_MAPS, type ColorMapName, mapColors, mapGradient } from '../../../tensor/color-map.ts';
import { type ChosenRange, type Scale, scalingOf, symlogEnd, type ValueRange } from '../../../tensor/value-range.ts';
import { shortNumber } from '../../tensor-grid/text.ts';
import { RangeHandles } from '../range-handles.tsx';
import classes from './color-bar.module.css';

const MAP_LABELS: Record<ColorMapName, string> = {
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
  /** The values along the whole bar. */
  extent: ValueRange;
  isVertical: boolean;
  onRange(change: Partial<ValueRange>): void;
  onMap(map: ColorMapName): void;
}

/** What the colors stand for, with a handle at each end of the range. */
export function ColorBar({ map, isInverted, scale, range, extent, isVertical, onRange, onMap }: Props) {
  const scaling = scalingOf(extent, scale, symlogEnd(range));
  const [low, high] = [range.low, range.high].map((value) => `${Math.max(0, Math.min(1, scaling.at(value))) * 100}%`);
  const colors = mapColors(map, isInverted);
  const [first, last] = [colors[0], colors.at(-1)].map((rgb) => `rgb(${(rgb ?? []).join(' ')})`);
  const towards = isVertical ? 'top' : 'right';
  return (
    <div className={classes.root} data-vertical={isVertical || undefined}>
      <span className={classes.end} data-end="high">
        {shortNumber(extent.high)}
      </span>
      <div className={classes.bar}>
        <div
          className={classes.colors}
          style={{
            background: `linear-gradient(to ${towards}, ${first} ${low}, transparent ${low}, transparent ${high}, ${last} ${high})`,
          }}
        >
          <div
            className={classes.gradient}
            style={{
              [isVertical ? 'bottom' : 'left']: low,
              [isVertical ? 'top' : 'right']: `calc(100% - ${high})`,
              background: mapGradient(map, isInverted, towards),
            }}
          />
        </div>
        <RangeHandles
          scaling={scaling}
          range={range}
          onRange={onRange}
          names={{ low: 'Lowest color', high: 'Highest color' }}
          isVertical={isVertical}
        />
      </div>
      <span className={classes.end} data-end="low">
        {shortNumber(extent.low)}
      </span>
      <NativeSelect
        className={classes.map ?? ''}
        size="xs"
        aria-label="Color map"
        value={map}
        onChange={({ currentTarget: { value } }) => onMap(value as ColorMapName)}
        data={COLOR_MAPS.map((name) => ({ value: name, label: MAP_LABELS[name] }))}
      />
    </div>
  );
}
