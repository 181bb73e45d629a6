import { IconPhotoOff } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { MediaType } from '../model/media.ts';
import classes from './media-view.module.css';
import { visibleText } from './name-text.tsx';

interface Props {
  blob: Blob;
  type: MediaType;
  /** Text in place of the picture, for those who do not see it. */
  name: string;
  compact?: boolean;
}

/**
 * A picture, a sound or a film, from bytes that are already loaded. Its address is never navigated to. An SVG is shown
 * by an `img` element, where browsers run no scripts of it and load nothing that it names.
 */
export function MediaView({ blob, type, name, compact = false }: Props) {
  const url = useObjectUrl(blob);
  const [failed, setFailed] = useState<Blob>();
  const [pixels, setPixels] = useState<{ of: Blob; text: string }>();
  if (failed === blob)
    return (
      <p className={classes.failed}>
        <IconPhotoOff size={16} stroke={1.75} aria-hidden />
        <span>Your browser cannot show this file. It may be damaged, or of a kind that the browser does not know.</span>
      </p>
    );
  if (url === undefined) return null;
  const label = visibleText(name);
  const onError = () => setFailed(blob);
  if (type.startsWith('audio/'))
    return (
      // biome-ignore lint/a11y/useMediaCaption: a package holds no captions.
      <audio className={classes.sound} src={url} controls preload="metadata" aria-label={label} onError={onError} />
    );
  if (type.startsWith('video/'))
    return (
      // biome-ignore lint/a11y/useMediaCaption: a package holds no captions.
      <video
        className={classes.film}
        data-compact={compact || undefined}
        src={url}
        controls
        playsInline
        preload="metadata"
        aria-label={label}
        onError={onError}
      />
    );
  return (
    <figure className={classes.figure}>
      <img
        className={classes.picture}
        data-compact={compact || undefined}
        src={url}
        alt={label}
        decoding="async"
        onError={onError}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
          setPixels({ of: blob, text: `${naturalWidth} × ${naturalHeight} pixels` })
        }
      />
      {!compact && type !== 'image/svg+xml' && (
        <figcaption className={classes.caption}>{pixels?.of === blob ? pixels.text : '\u00a0'}</figcaption>
      )}
    </figure>
  );
}

/** An address for the blob while the component shows it. */
function useObjectUrl(blob: Blob): string | undefined {
  const [held, setHeld] = useState<{ of: Blob; url: string }>();
  useEffect(() => {
    const url = URL.createObjectURL(blob);
    setHeld({ of: blob, url });
    return () => URL.revokeObjectURL(url);
  }, [blob]);
  return held?.of === blob ? held.url : undefined;
}
