import { useMemo, useState } from 'react';
import { MAX_SHEET_PICTURES } from '../../../base/limits.ts';
import { isNumericDtype, type NumericDtype } from '../../../tensor/dtype.ts';
import { sliceText } from '../../../tensor/mapping.ts';
import { LAYER_COLORS } from '../../../tensor/picture-layer.ts';
import { atPicture, axesWords, pictureCount, pictureDimensions } from '../../../tensor/picture-layout.ts';
import type { PictureSize } from '../../../tensor/picture-reading.ts';
import { CHANNEL_ORDERS, PICTURE_RANGES } from '../../../tensor/pixels.ts';
import { pictureBytes } from '../../tensor-picture/picture-read.ts';
import { numberSetting, settingOf } from '../checked-settings.ts';
import { ReadQuestion } from '../read-question.tsx';
import type { TensorViewProps } from '../view-props.ts';
import { imageAxes } from './axes.ts';
import { type DrawnPictures, otherOf, pictureOf } from './drawn.ts';
import classes from './image.module.css';
import { OnePicture } from './one-picture.tsx';
import { Options } from './options.tsx';
import { overlayOptions, pictureNumber, type ShownPictures } from './overlay.ts';
import { SHEET_PICTURE, Sheet } from './sheet.tsx';

/** A tensor as pictures: one, or all of a batch as a sheet. */
export default function Image(props: TensorViewProps) {
  const { dtype } = props;
  return isNumericDtype(dtype) ? <Pictures {...props} dtype={dtype} /> : null;
}

/** Pictures of a sheet that are on the screen at once, about. */
const ON_SCREEN = 24;

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
  const bytes = useMemo(
    () => (isSheet ? Math.min(count, ON_SCREEN) : 1) * bytesOf(drawn, at, isSheet ? SHEET_PICTURE : undefined),
    [drawn, at, isSheet, count],
  );
  const [asked, setAsked] = useState(0);
  // The picture that was opened on the sheet. The focus goes with it, there and back.
  const [opened, setOpened] = useState<number>();
  const open = (number: number) => {
    setOpened(number);
    props.onMapping(atPicture(mapping, shape, others, number));
    onSettings({ one: true });
  };
  const toSheet = () => {
    setOpened(Math.min(at, count - 1));
    onSettings({ one: false });
  };
  const words = axesWords(axes, shape);
  return (
    <div className={classes.root} data-own-height>
      <Options
        {...props}
        axes={axes}
        drawing={drawn.drawing}
        options={options}
        overlay={drawn.overlay}
        onSheet={others.length > 0 && !isSheet ? toSheet : undefined}
      />
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

/** Bytes that drawing a picture reads, about, with the one over or under it. */
function bytesOf(of: DrawnPictures, number: number, most: PictureSize | undefined): number {
  const other = otherOf(of, number, most);
  return pictureBytes(pictureOf(of, number, most)) + (other ? pictureBytes(other) : 0);
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
