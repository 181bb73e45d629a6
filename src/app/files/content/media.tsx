import { Button } from '@mantine/core';
import { useState } from 'react';
import { MAX_MEDIA_BYTES } from '../../../base/limits.ts';
import type { MediaKind } from '../../../model/file/media.ts';
import type { PictureReading } from '../../../picture/reading.ts';
import { useFileBlob, usePicture } from '../../../state/hooks.ts';
import { MediaView } from '../../../widgets/files/media-view.tsx';
import { LoadingView } from '../../../widgets/loading/loading-view.tsx';
import { doubtText } from '../../../widgets/picture/doubt.ts';
import classes from './file-content.module.css';

type ShownKind = Extract<MediaKind, { kind: 'picture' | 'sound' | 'film' }>;

interface Props {
  path: string;
  name: string;
  kind: ShownKind;
  compact: boolean;
}

/** A file as picture, sound or film. A picture that could overwhelm the browser asks first. */
export function FileMedia(props: Props) {
  const { path, kind } = props;
  const [isAsked, setAsked] = useState(false);
  const reading = usePicture(kind.kind === 'picture' ? path : undefined);
  if (kind.kind !== 'picture') return <Media {...props} isAsked={false} />;
  return (
    <LoadingView of={reading} what="the picture">
      {({ picture }) => {
        const doubt = picture && doubtText(picture);
        if (doubt === undefined || isAsked) return <Media {...props} picture={picture} isAsked={isAsked} />;
        return (
          <div className={classes.ask}>
            <p>{doubt}</p>
            <Button variant="default" onClick={() => setAsked(true)}>
              Draw it anyway
            </Button>
          </div>
        );
      }}
    </LoadingView>
  );
}

function Media({
  path,
  name,
  kind,
  compact,
  picture,
  isAsked,
}: Props & { picture?: PictureReading | undefined; isAsked: boolean }) {
  const blob = useFileBlob(path, kind.type, MAX_MEDIA_BYTES);
  return (
    <LoadingView of={blob} what={`the ${kind.kind}`}>
      {(value) => (
        <MediaView
          blob={value}
          type={kind.type}
          name={name}
          compact={compact}
          size={picture?.size}
          cost={picture?.cost}
          isAsked={isAsked}
        />
      )}
    </LoadingView>
  );
}
