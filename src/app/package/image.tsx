import { useIntersection } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { formatBytes } from '../../base/amounts.ts';
import { MAX_INLINE_PICTURE_BYTES, MAX_MEDIA_BYTES } from '../../base/limits.ts';
import { contentFile, fileIndex } from '../../model/file/file-index.ts';
import { baseName } from '../../model/file/file-name.ts';
import type { PictureReading } from '../../picture/reading.ts';
import { useFileBlob, usePackage, usePicture } from '../../state/hooks.ts';
import { Placeholder } from '../../widgets/markdown/placeholder.tsx';
import { visibleText } from '../../widgets/name-text.tsx';
import { doubtText } from '../../widgets/picture/doubt.ts';
import { DrawButton } from '../../widgets/picture/draw-button.tsx';
import { Picture } from '../../widgets/picture/picture.tsx';
import { PlaceLink } from '../../widgets/place-link.tsx';
import classes from './image.module.css';

/** How far from the screen a picture is read: a text may have hundreds of them. */
const AHEAD = '600px 0px';

interface Props {
  path: string;
  alt: string;
}

/**
 * A picture of the package inside a text, told by its bytes. A file of another kind becomes a link. A picture that
 * could be too much for the browser asks first.
 */
export function PackageImage({ path, alt }: Props) {
  const { files } = usePackage();
  const file = fileIndex(files).get(path);
  const content = file && !file.unsafe ? contentFile(files, file) : undefined;
  const isHeld = content?.size !== undefined && content.size > 0;
  const { ref, entry } = useIntersection({ rootMargin: AHEAD });
  const [near, setNear] = useState(false);
  if (entry?.isIntersecting && !near) setNear(true);
  const reading = usePicture(isHeld && near ? path : undefined);
  const [isAsked, setAsked] = useState(false);
  const instead = (note: ReactNode, button?: ReactNode) => (
    <Placeholder
      alt={alt}
      note={note}
      link={
        <>
          <PlaceLink to={{ tab: 'files', item: path }}>{visibleText(baseName(path))}</PlaceLink> {button}
        </>
      }
    />
  );

  if (content?.link && content.size === undefined) return instead('linked, not fetched');
  if (!isHeld) return <Placeholder alt={alt} note={content?.size === 0 ? 'empty file' : 'not in the package'} />;
  if (reading.status === 'failed') return instead('cannot be read');
  if (reading.status === 'loading')
    return (
      <span ref={ref}>
        <Placeholder alt={alt} note="reading" />
      </span>
    );
  const { kind, picture, size } = reading.value;
  if (!picture) return instead(kind.label);
  const doubt = size > MAX_INLINE_PICTURE_BYTES ? `It is large: ${formatBytes(size)}.` : doubtText(picture);
  if (doubt !== undefined && !isAsked) return instead(doubt, <DrawButton onDraw={() => setAsked(true)} />);
  return <ReadPicture path={path} alt={alt} picture={picture} isAsked={isAsked} instead={instead} />;
}

interface PictureProps extends Props {
  picture: PictureReading;
  isAsked: boolean;
  instead(note: string): ReactNode;
}

function ReadPicture({ path, alt, picture, isAsked, instead }: PictureProps) {
  const blob = useFileBlob(path, picture.type, isAsked ? MAX_MEDIA_BYTES : MAX_INLINE_PICTURE_BYTES);
  const [failed, setFailed] = useState<Blob>();
  if (blob.status === 'failed' || (blob.status === 'ready' && failed === blob.value)) return instead('cannot be shown');
  if (blob.status === 'loading') return <Placeholder alt={alt} note="reading" />;
  return (
    <Picture
      className={classes.picture}
      blob={blob.value}
      size={picture.size}
      cost={picture.cost}
      isAsked={isAsked}
      label={visibleText(alt)}
      onFail={() => setFailed(blob.value)}
    />
  );
}
