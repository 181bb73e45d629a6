import { COLOR_MAPS, type ColorMapName } from '../../../tensor/color-map.ts';
import type { Zoom } from '../../../tensor/plane-view.ts';
import { REDUCTIONS, type Reduction } from '../../../tensor/shrink.ts';
import { RANGE_KINDS, type RangeKind, SCALES, type Scale } from '../../../tensor/value-range.ts';
import { numberSetting, settingOf } from '../checked-settings.ts';
import type { ViewSettings } from '../view-props.ts';

/** `auto`: equal, unless the picture would leave most of the room empty. */
export const ASPECTS = ['auto', 'equal', 'free'] as const;

/** What is chosen in a heat map. */
export interface HeatSettings extends Zoom {
  map: ColorMapName;
  isInverted: boolean;
  scale: Scale;
  range: RangeKind;
  low: number | undefined;
  high: number | undefined;
  reduction: Reduction;
  aspect: (typeof ASPECTS)[number];
}

/** The choices, of which an address may say anything. What is not valid is as it is at first. */
export function heatSettings(from: ViewSettings): HeatSettings {
  const oneOf = <T extends string>(all: readonly T[], name: string): T => settingOf(all, from[name]) ?? (all[0] as T);
  const number = (name: string) => numberSetting(from[name]);
  return {
    map: oneOf(COLOR_MAPS, 'map'),
    isInverted: from.isInverted === true,
    scale: oneOf(SCALES, 'scale'),
    range: oneOf(RANGE_KINDS, 'range'),
    low: number('low'),
    high: number('high'),
    reduction: oneOf(REDUCTIONS, 'reduction'),
    aspect: oneOf(ASPECTS, 'aspect'),
    zoom: Math.max(1, number('zoom') ?? 1),
    x: Math.max(0, number('x') ?? 0),
    y: Math.max(0, number('y') ?? 0),
  };
}
