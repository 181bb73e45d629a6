import { Button, SegmentedControl, Slider } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { isDrawing, type PictureSource, sidesText } from '../lightbox/shown-pictures.ts';
import { PictureDifference } from './picture-difference.tsx';
import { Layer, type LayersProps, SeenWord, Stage, Swipe, Words } from './picture-layers.tsx';
import classes from './picture-pair.module.css';
import { type PairedPicture, PictureSides, sourceSize } from './picture-sides.tsx';

const MODES = ['Side by side', 'Swipe', 'Overlay', 'Difference', 'Blink'] as const;

type Mode = (typeof MODES)[number];

/**
 * How long each picture is seen, in milliseconds. People can have seizures of what changes more than three times a
 * second; this is less than two.
 */
const BLINK_MS = 700;

interface Props {
  /** Both can be drawn. Keep them stable. */
  first: PairedPicture;
  second: PairedPicture;
}

/**
 * Two pictures side by side, over each other with a divider or an opacity, as their difference, or in turn. Where they
 * lie over each other, the second is drawn over the whole area of the first.
 */
export function PicturePair({ first, second }: Props) {
  const [mode, setMode] = useState<Mode>('Side by side');
  const [drawn, setDrawn] = useState<{ of: PictureSource; size: LayersProps['size'] }>();
  const [failed, setFailed] = useState<{ first: PictureSource; second: PictureSource }>();
  const size = drawn?.of === first.source ? drawn.size : undefined;
  const hasFailed = failed?.first === first.source && failed.second === second.source;
  const layers: LayersProps = {
    first,
    second,
    size,
    onSize: (found) => setDrawn({ of: first.source, size: found }),
    onFail: () => setFailed({ first: first.source, second: second.source }),
  };
  const isShown = mode !== 'Side by side';
  return (
    <div className={classes.root}>
      <SegmentedControl
        className={classes.modes ?? ''}
        aria-label="Compare pictures"
        size="xs"
        value={mode}
        onChange={(to) => setMode(to as Mode)}
        data={[...MODES]}
      />
      {isShown && hasFailed ? (
        <p className={classes.note}>Your browser cannot draw one of these pictures. See them side by side.</p>
      ) : (
        <>
          {mode === 'Side by side' && <PictureSides sides={[first, second]} />}
          {mode === 'Swipe' && <Swipe {...layers} />}
          {mode === 'Overlay' && <Overlay {...layers} />}
          {mode === 'Difference' && <PictureDifference {...layers} />}
          {mode === 'Blink' && <Blink {...layers} />}
          {isShown && <Scaled first={first} second={second} size={size} />}
        </>
      )}
    </div>
  );
}

/** Says where the second picture has another size, and is drawn in that of the first. */
function Scaled({ first, second, size }: Props & { size: LayersProps['size'] }) {
  const own = size ?? sourceSize(first.source);
  const other = sourceSize(second.source);
  if (!own || !other || isDrawing(second.source)) return null;
  if (own.width === other.width && own.height === other.height) return null;
  // A photo can be turned by its metadata, which its header’s size does not know.
  if (own.width === other.height && own.height === other.width) return null;
  return (
    <p className={classes.note}>
      <bdi>{second.word}</bdi> has {sidesText(other)} pixels. It is stretched to {sidesText(own)}.
    </p>
  );
}

function Overlay({ first, second, size, ...props }: LayersProps) {
  const [opacity, setOpacity] = useState(50);
  return (
    <>
      <Stage first={first} size={size}>
        <Layer of={first} {...props} />
        <Layer of={second} style={{ opacity: opacity / 100 }} onFail={props.onFail} />
        <Words first={first} second={second} />
      </Stage>
      <div className={classes.line}>
        <bdi className={classes.end}>{first.word}</bdi>
        <Slider
          className={classes.slider ?? ''}
          size="sm"
          thumbLabel={`Opacity of ${second.word}`}
          thumbValueText={`${opacity} %`}
          label={null}
          min={0}
          max={100}
          value={opacity}
          onChange={setOpacity}
        />
        <bdi className={classes.end}>{second.word}</bdi>
        <span className={classes.share}>{opacity} %</span>
      </div>
    </>
  );
}

/** The pictures in turn. For people who want little motion, a button turns them. */
function Blink({ first, second, size, ...props }: LayersProps) {
  const isStill = useReducedMotion(false, { getInitialValueInEffect: false });
  const [isPaused, setPaused] = useState(false);
  const [isSecond, setSecond] = useState(false);
  const runs = !isStill && !isPaused;
  useEffect(() => {
    if (!runs) return;
    const timer = setInterval(() => setSecond((before) => !before), BLINK_MS);
    return () => clearInterval(timer);
  }, [runs]);
  return (
    <>
      <Stage first={first} size={size}>
        <Layer of={first} isHidden={isSecond} {...props} />
        <Layer of={second} isHidden={!isSecond} onFail={props.onFail} />
        <SeenWord of={isSecond ? second : first} />
      </Stage>
      <div className={classes.line}>
        {!isStill && (
          <Button size="compact-sm" onClick={() => setPaused(!isPaused)}>
            {isPaused ? 'Blink' : 'Pause'}
          </Button>
        )}
        <Button
          size="compact-sm"
          onClick={() => {
            setPaused(true);
            setSecond(!isSecond);
          }}
        >
          Flip
        </Button>
      </div>
    </>
  );
}
