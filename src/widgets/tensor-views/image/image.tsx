import { type KeyboardEvent, useMemo, useState } from 'react';
import { MAX_SHEET_PICTURES } from '../../../base/limits.ts';
import { isNumericDtype, type NumericDtype } from '../../../tensor/dtype.ts';
import { sliceText } from '../../../tensor/mapping.ts';
import { LAYER_COLORS } from '../../../tensor/picture-layer.ts';
import { atPicture, axesWords, pictureCount, pictureDimensions } from '../../../tensor/picture-layout.ts';
import { CHANNEL_ORDERS, PICTURE_RANGES } from '../../../tensor/pixels.ts';
import { numberSetting, settingOf } from '../checked-settings.ts';
import { ReadQuestion } from '../read-question.tsx';
import type { TensorViewProps } from '../view-props.ts';
import { imageAxes } from './axes.ts';
import { BatchBar } from './batch-bar.tsx';
import { type DrawnPictures, drawnBytes } from './drawn.ts';
import classes from './image.module.css';
import { OnePicture } from './one-picture.tsx';
import { Options } from './options.tsx';
import { overlayOptions, pictureIndex, pictureNumber, type ShownPictures } from './overlay.ts';
import { Sheet } from './sheet.tsx';

/** A tensor as pictures: one, or all of a batch as a sheet. */
export default function Image(props: TensorViewProps) {
  const { dtype } = props;
  return isNumericDtype(dtype) ? <Pictures {...props} dtype={dtype} /> : null;
}

const NO_COMPANIONS: NonNullable<TensorViewProps['companions']> = [];

function Pictures(props: TensorViewProps & { dtype: NumericDtype }) {
  const { name, dtype, shape, stated, mapping, access, settings, onSettings, companions = NO_COMPANIONS } = props;
  const slice = sliceText(mapping, shape);
  // biome-ignore lint/correctness/useExhaustiveDependencies: all that is used of the mapping and the settings.
  const pictures = useMemo(
    (): ShownPictures => ({ dtype, shape, mapping, axes: imageAxes(shape, stated, mapping, settings) }),
    [dtype, shape, stated, mapping.rows, mapping.columns, slice, settings.axes, settings.channels],
  );
  const options = useMemo(() => overlayOptions(pictures, companions), [pictures, companions]);
  const option = options.find(({ value }) => value === settings.overlay);
  const { range, order, colors, opacity } = checked(settings);
  const drawing = useMemo(() => ({ dtype, range, order }), [dtype, range, order]);
  const drawn = useMemo(
    (): DrawnPictures => ({ access, pictures, drawing, overlay: option && { option, colors, opacity } }),
    [access, pictures, drawing, option, colors, opacity],
  );
  const { axes } = pictures;
  const others = pictureDimensions(axes, shape);
  const isSheet = others.some((dimension) => !mapping.steps[dimension]?.isIndex);
  const count = Math.min(MAX_SHEET_PICTURES, pictureCount(axes, shape));
  const at = pictureNumber(pictures);
  const size = isSheet ? 'sheet' : 'one';
  const bytes = useMemo(() => drawnBytes(drawn, at, size, count), [drawn, at, size, count]);
  const [asked, setAsked] = useState(0);
  // The picture that was opened on the sheet. The focus goes with it, there and back.
  const [opened, setOpened] = useState<number>();
  const goTo = (number: number) => props.onMapping(atPicture(mapping, shape, others, number));
  const open = (number: number) => {
    setOpened(number);
    goTo(number);
    onSettings({ one: true });
  };
  const toSheet = () => {
    setOpened(Math.min(at, count - 1));
    onSettings({ one: false });
  };
  const words = axesWords(axes, shape);
  const hasBeside = others.length > 0 && !isSheet;
  const onKeyDown = ({ key }: KeyboardEvent) => {
    const to = at + (key === 'PageUp' ? -1 : key === 'PageDown' ? 1 : 0);
    if (hasBeside && to !== at && to >= 0 && to < pictureCount(axes, shape)) goTo(to);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys lead on, wherever the focus is in the view.
    <div className={classes.root} data-own-height onKeyDown={onKeyDown}>
      <div className={classes.bars}>
        {hasBeside && (
          <BatchBar
            index={pictureIndex(pictures, at)}
            at={at}
            count={pictureCount(axes, shape)}
            onGo={goTo}
            onAll={toSheet}
          />
        )}
        <Options {...props} axes={axes} drawing={drawn.drawing} options={options} overlay={drawn.overlay} />
      </div>
      {bytes > Math.max(access.unaskedBytes, asked) ? (
        <ReadQuestion
          what={isSheet ? 'each screen of these pictures' : 'this picture'}
          bytes={bytes}
          access={access}
          onRead={() => setAsked(bytes)}
        />
      ) : isSheet ? (
        <Sheet of={drawn} name={name} words={words} count={count} opened={opened} onOpen={open} />
      ) : (
        <OnePicture
          {...props}
          of={drawn}
          number={at}
          isOpened={opened !== undefined}
          onCancel={asked > 0 ? () => setAsked(0) : undefined}
        />
      )}
    </div>
  );
}

/** The settings of the view, of which any may come from an address. */
function checked({ range, order, colors, opacity }: TensorViewProps['settings']) {
  return {
    range: settingOf(PICTURE_RANGES, range) ?? 'automatic',
    order: settingOf(CHANNEL_ORDERS, order) ?? 'RGB',
    colors: settingOf(LAYER_COLORS, colors),
    opacity: Math.max(0, Math.min(1, numberSetting(opacity) ?? 0.6)),
  };
}
