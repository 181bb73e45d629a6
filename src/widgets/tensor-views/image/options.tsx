import { NativeSelect, Slider } from '@mantine/core';
import { useId } from 'react';
import { DTYPES } from '../../../tensor/dtype.ts';
import { LAYER_COLORS } from '../../../tensor/picture-layer.ts';
import { channelCount, channelDimensions, type PictureAxes } from '../../../tensor/picture-layout.ts';
import { CHANNEL_ORDERS, PICTURE_RANGES, type PictureDrawing } from '../../../tensor/pixels.ts';
import { visibleText } from '../../name-text.tsx';
import type { TensorViewProps } from '../view-props.ts';
import { NO_CHANNELS } from './axes.ts';
import type { Overlay } from './drawn.ts';
import classes from './options.module.css';
import type { OverlayOption } from './overlay.ts';

interface Props extends Pick<TensorViewProps, 'shape' | 'dimensions' | 'onSettings'> {
  axes: PictureAxes;
  drawing: PictureDrawing;
  options: readonly OverlayOption[];
  overlay: Overlay | undefined;
}

/** How a tensor is read as pictures, and how they are drawn. */
export function Options({ shape, dimensions, onSettings, axes, drawing, options, overlay }: Props) {
  const channels = channelDimensions(axes, shape);
  return (
    <div className={classes.root}>
      {channels.length > 0 && (
        <Choice
          label="Channels"
          value={String(axes.channels ?? NO_CHANNELS)}
          onChange={(to) => onSettings({ channels: Number(to) })}
          data={[
            ...channels.map((at) => ({ value: String(at), label: visibleText(dimensions[at] as string) })),
            { value: String(NO_CHANNELS), label: 'none' },
          ]}
        />
      )}
      {channelCount(axes, shape) > 1 && (
        <Choice
          label="Order"
          value={drawing.order}
          onChange={(order) => onSettings({ order })}
          data={CHANNEL_ORDERS.map((order) => ({ value: order, label: order }))}
        />
      )}
      <Choice
        label="Range"
        value={drawing.range}
        onChange={(range) => onSettings({ range })}
        data={PICTURE_RANGES.filter((range) => range !== DEEP || range === drawing.range || isDeep(drawing)).map(
          (range) => ({ value: range, label: range }),
        )}
      />
      {options.length > 0 && (
        <Choice
          label="Overlay"
          value={overlay?.option.value ?? ''}
          onChange={(value) => onSettings({ overlay: value === '' ? undefined : value })}
          data={[
            { value: '', label: 'none' },
            ...options.map(({ value, label }) => ({ value, label: visibleText(label) })),
          ]}
        />
      )}
      {overlay && <LayerOptions overlay={overlay} onSettings={onSettings} />}
    </div>
  );
}

const DEEP = '0 to 65535';

function isDeep({ dtype }: PictureDrawing): boolean {
  return DTYPES[dtype].bits > 8;
}

function LayerOptions({ overlay, onSettings }: { overlay: Overlay } & Pick<Props, 'onSettings'>) {
  return (
    <>
      <Choice
        label="Color"
        value={overlay.colors ?? ''}
        onChange={(colors) => onSettings({ colors: colors === '' ? undefined : colors })}
        data={[
          { value: '', label: 'automatic' },
          ...LAYER_COLORS.map((colors) => ({ value: colors, label: colors.toLowerCase() })),
        ]}
      />
      <div className={classes.field}>
        <span className={classes.label} aria-hidden>
          Opacity
        </span>
        <Slider
          className={classes.slider ?? ''}
          size="xs"
          thumbLabel="Opacity"
          label={null}
          min={0}
          max={100}
          step={5}
          value={Math.round(100 * overlay.opacity)}
          onChange={(to) => onSettings({ opacity: to / 100 })}
        />
        <span className={classes.share}>{Math.round(100 * overlay.opacity)} %</span>
      </div>
    </>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  data: { value: string; label: string }[];
  onChange(value: string): void;
}

/** A choice with its name in one box, as those of the mapper. */
function Choice({ label, value, data, onChange }: ChoiceProps) {
  const id = useId();
  return (
    <div className={classes.field}>
      <label className={classes.label} htmlFor={id}>
        {label}
      </label>
      <NativeSelect
        id={id}
        variant="unstyled"
        size="xs"
        className={classes.select ?? ''}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        data={data}
      />
    </div>
  );
}
