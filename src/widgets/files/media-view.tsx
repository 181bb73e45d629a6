import { IconPhotoOff } from '@tabler/icons-react';
import { useState } from 'react';
import type { MediaType } from '../../model/file/media.ts';
import type { PictureReading } from '../../picture/reading.ts';
import { visibleText } from '../name-text.tsx';
import { Picture } from '../picture/picture.tsx';
import { useObjectUrl } from '../picture/picture-share.ts';
import { ToneLine } from '../severity.tsx';
import { SoundPlayer } from '../sound/sound-player.tsx';
import classes from './media-view.module.css';

interface Props {
  blob: Blob;
  type: MediaType;
  /** Text instead of the picture, for those who do not see it. */
  name: string;
  compact?: boolean;
  /** Of a picture: as `readPicture` told of it, and whether the reader asked for it whatever it costs. */
  size?: PictureReading['size'];
  cost?: PictureReading['cost'];
  isAsked?: boolean;
}

/** A picture, a sound or a film, from bytes that are here already. */
export function MediaView({ blob, type, name, compact = false, size, cost, isAsked = false }: Props) {
  const isPicture = type.startsWith('image/');
  const url = useObjectUrl(isPicture ? undefined : blob);
  const [failed, setFailed] = useState<Blob>();
  const [pixels, setPixels] = useState<{ of: Blob; text: string }>();
  if (failed === blob)
    return (
      <ToneLine tone="quiet" Icon={IconPhotoOff} className={classes.failed}>
        Your browser cannot show this file. It may be damaged or of an unsupported type.
      </ToneLine>
    );
  if (url === undefined && !isPicture) return null;
  const label = visibleText(name);
  const onError = () => setFailed(blob);
  const player = { src: url ?? '', controls: true, preload: 'metadata', 'aria-label': label, onError } as const;
  // biome-ignore-start lint/a11y/useMediaCaption: a package holds no captions.
  if (type.startsWith('audio/')) return <SoundPlayer key={url} blob={blob} url={player.src} label={label} />;
  if (type.startsWith('video/'))
    return <video className={classes.film} data-compact={compact || undefined} playsInline {...player} />;
  // biome-ignore-end lint/a11y/useMediaCaption: a package holds no captions.
  return (
    <figure className={classes.figure} data-compact={compact || undefined}>
      <Picture
        className={classes.picture}
        blob={blob}
        size={size}
        cost={cost}
        isAsked={isAsked}
        label={label}
        onFail={onError}
        onSize={(width, height) => setPixels({ of: blob, text: `${width} × ${height} pixels` })}
      />
      {!compact && type !== 'image/svg+xml' && (
        <figcaption className={classes.caption}>{pixels?.of === blob ? pixels.text : '\u00a0'}</figcaption>
      )}
    </figure>
  );
}
