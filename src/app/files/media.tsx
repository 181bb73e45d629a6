import { Button } from '@mantine/core';
import { useState } from 'react';
import { decodeUtf8 } from '../../base/bytes.ts';
import { MAX_MEDIA_BYTES, MAX_PICTURE_PIXELS, MAX_TEXT_BYTES } from '../../base/limits.ts';
import { isHeavyDrawing, type MediaKind, type MediaType, type PictureType } from '../../model/media.ts';
import { PICTURE_HEADER_BYTES, pictureSize } from '../../model/picture.ts';
import { useFileBlob, useFileBytes } from '../../state/hooks.ts';
import { formatBytes, formatCount } from '../../widgets/byte-size.ts';
import { LoadingView } from '../../widgets/loading-view.tsx';
import { MediaView } from '../../widgets/media-view.tsx';
import classes from './file-content.module.css';

interface Props {
  path: string;
  name: string;
  size: number;
  kind: Extract<MediaKind, { kind: 'picture' | 'sound' | 'film' }>;
  compact: boolean;
}

/** A file as picture, sound or film. A picture that could overwhelm the browser asks first. */
export function FileMedia({ path, name, size, kind, compact }: Props) {
  const [agreed, setAgreed] = useState(false);
  const head = useFileBytes(kind.kind === 'picture' && !agreed ? path : undefined, 0, headBytes(kind));
  if (kind.kind !== 'picture' || agreed)
    return <Media path={path} name={name} type={kind.type} what={`the ${kind.kind}`} compact={compact} />;
  return (
    <LoadingView of={head} what="the picture">
      {(bytes) => {
        const doubt = doubtOf(bytes, kind.type, size);
        if (doubt === undefined)
          return <Media path={path} name={name} type={kind.type} what="the picture" compact={compact} />;
        return (
          <div className={classes.ask}>
            <p>{doubt}</p>
            <Button variant="default" onClick={() => setAgreed(true)}>
              Show it
            </Button>
          </div>
        );
      }}
    </LoadingView>
  );
}

/** Bytes to read of a picture before it is drawn: its header, or a drawing as a whole. */
export function headBytes(kind: MediaKind): number {
  return kind.kind === 'picture' && kind.type === 'image/svg+xml' ? MAX_TEXT_BYTES : PICTURE_HEADER_BYTES;
}

/** Why a picture is not drawn without asking; undefined where it is. */
export function doubtOf(head: Uint8Array, type: PictureType, size: number): string | undefined {
  if (type === 'image/svg+xml') {
    // What stands behind the part that was read could be anything.
    const text = head.length < size ? undefined : decodeUtf8(head);
    return text === undefined || isHeavyDrawing(text)
      ? 'This drawing is large, or repeats its own parts: drawing it may keep your browser busy for long.'
      : undefined;
  }
  const pixels = pictureSize(head, type);
  if (!pixels)
    return 'How many pixels this picture has does not stand where it should, so it may be too large to show.';
  const count = pixels.width * pixels.height;
  if (count <= MAX_PICTURE_PIXELS) return undefined;
  return `This picture has ${formatCount(pixels.width)} × ${formatCount(pixels.height)} pixels: showing it takes about ${formatBytes(4 * count)} of memory.`;
}

interface MediaProps {
  path: string;
  name: string;
  type: MediaType;
  what: string;
  compact: boolean;
}

function Media({ path, name, type, what, compact }: MediaProps) {
  const blob = useFileBlob(path, type, MAX_MEDIA_BYTES);
  return (
    <LoadingView of={blob} what={what}>
      {(value) => <MediaView blob={value} type={type} name={name} compact={compact} />}
    </LoadingView>
  );
}
