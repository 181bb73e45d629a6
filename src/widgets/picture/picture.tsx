import { useIntersection, useMergedRef } from '@mantine/hooks';
import { type CSSProperties, useMemo, useState } from 'react';
import type { PictureCost } from '../../picture/cost.ts';
import { useEnlarge } from '../lightbox/enlarge.tsx';
import { DrawButton } from './draw-button.tsx';
import classes from './picture.module.css';
import { useObjectUrl, usePictureShare } from './picture-share.ts';

interface Props {
  blob: Blob;
  /** CSS pixels, where there is room for them. Undefined where they are not known before the picture is loaded. */
  size: { width: number; height: number } | undefined;
  /** Undefined where it cannot be told. The reader was asked then. */
  cost: PictureCost | undefined;
  /** Whether the reader wants this picture, whatever it costs. */
  isAsked: boolean;
  /** Text for those who do not see the picture. */
  label: string;
  className?: string | undefined;
  /** Called with the pixels of the loaded picture. */
  onSize?(width: number, height: number): void;
  onFail(): void;
}

/** How far from the screen a picture is loaded. It is not decoded there, but then it shows without delay. */
const AHEAD = '600px 0px';

/** Cost in milliseconds up to which a drawing is loaded ahead: browsers lay out a drawing when they load it. */
const MAX_TIME_AHEAD = 100;

/** Sides up to this are of a picture whose single pixels are to be seen when it is enlarged. CSS pixels. */
const MAX_SMALL = 64;

/** Size of the place of a picture whose size is not known. */
const UNKNOWN_SIZE = { width: 64, height: 64 };

/**
 * A picture from bytes that are loaded. It is decoded only while it is on the screen, and only while the pictures there
 * do not cost too much together. Its place is kept when it is not shown.
 *
 * The page never navigates to its address. An SVG stands in an image element: there, browsers run no script of it and
 * load nothing that it refers to.
 */
export function Picture({ blob, size, cost, isAsked, label, className, onSize, onFail }: Props) {
  const seen = useIntersection<HTMLSpanElement>();
  const near = useIntersection<HTMLSpanElement>({ rootMargin: AHEAD });
  // A size that is made again each time is still the same.
  const { width: ownWidth, height: ownHeight } = size ?? {};
  const source = useMemo(() => {
    const own = ownWidth === undefined || ownHeight === undefined ? undefined : { width: ownWidth, height: ownHeight };
    return { kind: 'file' as const, blob, size: own, cost, isAsked };
  }, [blob, ownWidth, ownHeight, cost, isAsked]);
  const enlarge = useEnlarge(label, source);
  const ref = useMergedRef(seen.ref, near.ref, enlarge.ref);
  const isSeen = seen.entry?.isIntersecting ?? false;
  const { share, force } = usePictureShare(cost, isSeen, isAsked);
  const isAhead = !isSeen && near.entry?.isIntersecting === true && canLoadAhead(blob, cost);
  const url = useObjectUrl(share === 'granted' || isAhead ? blob : undefined);
  const [natural, setNatural] = useState<{ of: Blob; width: number; height: number }>();
  const { width, height } = natural?.of === blob ? natural : (size ?? UNKNOWN_SIZE);
  const style = {
    '--bc-picture-width': `${width}px`,
    aspectRatio: `${width} / ${height}`,
    '--bc-picture-ratio': width / height,
  } as CSSProperties;
  return (
    <span
      ref={ref}
      className={`${classes.box} ${className ?? ''}`}
      data-natural={!canEnlarge(blob, cost) || undefined}
      data-small={Math.max(width, height) <= MAX_SMALL || undefined}
      style={style}
    >
      {url === undefined && share !== 'waiting' && label !== '' && (
        <span className={classes.absent} role="img" aria-label={label} />
      )}
      {url !== undefined && (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the button beside it does the same.
        <img
          src={url}
          data-enlarges={enlarge.onClick && true}
          onClick={enlarge.onClick}
          alt={label}
          decoding="async"
          data-ahead={isAhead || undefined}
          onError={onFail}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
            onSize?.(naturalWidth, naturalHeight);
            if (naturalWidth === 0 || naturalHeight === 0) return;
            // The place of a drawing has its size already. Of other pictures, metadata may change the size.
            if (!size || (blob.type !== 'image/svg+xml' && naturalWidth !== size.width))
              setNatural({ of: blob, width: naturalWidth, height: naturalHeight });
          }}
        />
      )}
      {share === 'waiting' && (
        <span className={classes.note}>
          <DrawButton onDraw={force} />
          <span>Not drawn: together, the pictures on the screen may be too much for your browser.</span>
        </span>
      )}
      {share !== 'waiting' && enlarge.button}
    </span>
  );
}

/**
 * Whether a picture can be loaded without being decoded. Browsers decode what they paint; a drawing they lay out at
 * once.
 */
function canLoadAhead(blob: Blob, cost: PictureCost | undefined): boolean {
  return cost !== undefined && (blob.type !== 'image/svg+xml' || cost.time <= MAX_TIME_AHEAD);
}

/** What `--bc-picture-enlarge` may be at most: the widths of a picture beside its own. */
const MAX_ENLARGE = 3;

/** Whether a picture may be shown larger than it is. The cost of a drawing grows with its pixels. */
function canEnlarge(blob: Blob, cost: PictureCost | undefined): boolean {
  if (blob.type !== 'image/svg+xml') return true;
  return cost !== undefined && cost.time * MAX_ENLARGE ** 2 <= MAX_TIME_AHEAD;
}
