import { SegmentedControl } from '@mantine/core';
import { useMemo, useState } from 'react';
import { objectNumber } from '../../base/object-number.ts';
import { PixelCanvas } from '../lightbox/pixel-canvas.tsx';
import { sidesText } from '../lightbox/shown-pictures.ts';
import { useLatest } from '../tensor-views/use-latest.ts';
import { type DecodedPair, decodePair } from './decoded-pair.ts';
import { differencePixels, differenceText, GAINS } from './difference.ts';
import classes from './picture-difference.module.css';
import { type LayersProps, Stage } from './picture-layers.tsx';

/** Where two pictures differ, by how much, and the share of pixels that do. */
export function PictureDifference({ first, second }: Pick<LayersProps, 'first' | 'second'>) {
  const asked = `${objectNumber(first.source)} ${objectNumber(second.source)}`;
  const { value, key, error } = useLatest(asked, () => decodePair(first.source, second.source));
  const pair = key === asked ? value : undefined;
  const [gain, setGain] = useState(1);
  if (error) return <p className={classes.note}>Your browser cannot draw one of these pictures.</p>;
  return (
    <>
      <Stage first={first} size={pair?.size}>
        {pair && <Drawn pair={pair} gain={gain} />}
      </Stage>
      <div className={classes.line}>
        <SegmentedControl
          aria-label="Differences drawn larger"
          size="xs"
          value={String(gain)}
          onChange={(to) => setGain(Number(to))}
          data={GAINS.map((times) => ({ value: String(times), label: `×${times}` }))}
        />
        <p className={classes.found} role="status">
          {pair ? differenceText(pair.found) : 'Comparing…'}
          {pair?.isShrunk && ` Both were drawn as ${sidesText(pair.a)} pixels to compare them.`}
        </p>
      </div>
    </>
  );
}

function Drawn({ pair: { a, b, found }, gain }: { pair: DecodedPair; gain: number }) {
  const image = useMemo(() => new ImageData(differencePixels(a.data, b.data, gain), a.width, a.height), [a, b, gain]);
  const left = `${(100 * (found.at.x + 0.5)) / a.width}%`;
  const top = `${(100 * (found.at.y + 0.5)) / a.height}%`;
  return (
    <>
      <PixelCanvas className={classes.canvas} image={image} label="Difference of the pictures" />
      {found.differing > 0 && <span className={classes.mark} style={{ left, top }} />}
    </>
  );
}
