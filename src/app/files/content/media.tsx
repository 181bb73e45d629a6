import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { MAX_MEDIA_BYTES } from '../../../base/limits.ts';
import { baseName } from '../../../model/file/file-name.ts';
import type { MediaKind, MediaType } from '../../../model/file/media.ts';
import type { PictureReading } from '../../../picture/reading.ts';
import { useFileBlob, usePicture } from '../../../state/hooks.ts';
import { MediaView } from '../../../widgets/files/media-view.tsx';
import { PanePicture } from '../../../widgets/lightbox/picture-viewer.tsx';
import { LoadingView } from '../../../widgets/loading/loading-view.tsx';
import { visibleText } from '../../../widgets/name-text.tsx';
import { doubtText } from '../../../widgets/picture/doubt.ts';
import { lengthText, useSoundFacts } from '../../../widgets/sound/sound-facts.ts';
import classes from './file-content.module.css';
import { HeadFact } from './head-slots.tsx';

interface Props {
  path: string;
  kind: Extract<MediaKind, { kind: 'picture' | 'sound' | 'film' }>;
  compact: boolean;
  /** Whether a pane is around it. */
  fills: boolean;
}

/** A file as picture, sound or film. A picture that could overwhelm the browser asks first. */
export function FileMedia({ path, kind: { kind, type }, compact, fills }: Props) {
  const [isAsked, setAsked] = useState(false);
  const isPicture = kind === 'picture';
  const reading = usePicture(isPicture ? path : undefined);
  const picture = isPicture && reading.status === 'ready' ? reading.value.picture : undefined;
  const doubt = picture && !isAsked ? doubtText(picture) : undefined;
  const isShown = !isPicture || (reading.status === 'ready' && doubt === undefined);
  const blob = useFileBlob(isShown ? path : undefined, type, MAX_MEDIA_BYTES);
  if (doubt !== undefined)
    return (
      <div className={classes.ask}>
        <p>{doubt}</p>
        <Button onClick={() => setAsked(true)}>Draw it anyway</Button>
      </div>
    );
  if (!isShown)
    return (
      <LoadingView of={reading} what="the picture">
        {() => null}
      </LoadingView>
    );
  return (
    <LoadingView of={blob} what={`the ${kind}`}>
      {(value) =>
        fills && isPicture ? (
          <LargePicture blob={value} path={path} picture={picture} isAsked={isAsked} />
        ) : (
          <>
            {hasLength(type) && <Length blob={value} />}
            <MediaView
              blob={value}
              type={type}
              name={baseName(path)}
              compact={compact}
              size={picture?.size}
              cost={picture?.cost}
              isAsked={isAsked}
            />
          </>
        )
      }
    </LoadingView>
  );
}

/** Whether the header of such a file says how long it plays. */
function hasLength(type: MediaType): boolean {
  return type.startsWith('audio/') || type === 'video/mp4';
}

function Length({ blob }: { blob: Blob }) {
  const { seconds } = useSoundFacts(blob) ?? {};
  return seconds === undefined ? null : <HeadFact>{lengthText(seconds)}</HeadFact>;
}

interface LargeProps {
  blob: Blob;
  path: string;
  picture: Pick<PictureReading, 'size' | 'cost'> | undefined;
  isAsked: boolean;
}

/** A picture that fills the pane. */
function LargePicture({ blob, path, picture, isAsked }: LargeProps) {
  const source = useMemo(
    () => ({ kind: 'file' as const, blob, size: picture?.size, cost: picture?.cost, isAsked }),
    [blob, picture, isAsked],
  );
  return (
    <PanePicture name={visibleText(baseName(path))} source={source}>
      {(size) => <HeadFact>{size}</HeadFact>}
    </PanePicture>
  );
}
