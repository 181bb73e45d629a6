import { Anchor } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { MAX_INLINE_PICTURE_BYTES } from '../../base/limits.ts';
import { contentFile, fileIndex } from '../../model/file-index.ts';
import { baseName } from '../../model/file-name.ts';
import { sniffMedia } from '../../model/media.ts';
import { PICTURE_HEADER_BYTES } from '../../model/picture.ts';
import { placeHref } from '../../model/place.ts';
import { useFileBlob, useFileBytes, usePackage } from '../../state/hooks.ts';
import { Placeholder } from '../../widgets/markdown/placeholder.tsx';
import { visibleText } from '../../widgets/name-text.tsx';
import { doubtOf, headBytes } from '../files/media.tsx';

/** How far from the screen a picture is read: a text may have hundreds. */
const AHEAD = '600px 0px';

interface Props {
  path: string;
  alt: string;
}

/** A picture of the package within a text, known by its bytes. What is none, or too large to draw unasked, is a link to the file. */
export function PackageImage({ path, alt }: Props) {
  const { files } = usePackage();
  const file = fileIndex(files).get(path);
  const content = file && !file.unsafe ? contentFile(files, file) : undefined;
  const isHeld = content?.size !== undefined && content.size > 0;
  const { ref, entry } = useIntersection({ rootMargin: AHEAD });
  const [near, setNear] = useState(false);
  if (entry?.isIntersecting && !near) setNear(true);
  const first = useFileBytes(isHeld && near ? path : undefined, 0, PICTURE_HEADER_BYTES);
  const kind = first.status === 'ready' ? sniffMedia(first.value, path) : undefined;
  const wanted = kind ? headBytes(kind) : PICTURE_HEADER_BYTES;
  const head = useFileBytes(kind ? path : undefined, 0, wanted);

  if (content?.link && content.size === undefined)
    return <Placeholder alt={alt} note="linked, not fetched" link={<FileLink path={path} />} />;
  if (!isHeld) return <Placeholder alt={alt} note={content?.size === 0 ? 'empty file' : 'not in the package'} />;
  if (first.status === 'failed' || head.status === 'failed')
    return <Placeholder alt={alt} note="cannot be read" link={<FileLink path={path} />} />;
  if (!kind || head.status === 'loading')
    return (
      <span ref={ref}>
        <Placeholder alt={alt} note="reading" />
      </span>
    );
  const size = content.size ?? 0;
  if (kind.kind !== 'picture' || size > MAX_INLINE_PICTURE_BYTES || doubtOf(head.value, kind.type, size) !== undefined)
    return (
      <Placeholder
        alt={alt}
        note={kind.kind === 'picture' ? 'too large to show unasked' : kind.label}
        link={<FileLink path={path} />}
      />
    );
  return <Picture path={path} alt={alt} type={kind.type} />;
}

function FileLink({ path }: { path: string }) {
  return (
    <Anchor inherit underline="always" href={placeHref({ tab: 'files', item: path })}>
      {visibleText(baseName(path))}
    </Anchor>
  );
}

function Picture({ path, alt, type }: Props & { type: string }) {
  const blob = useFileBlob(path, type, MAX_INLINE_PICTURE_BYTES);
  const value = blob.status === 'ready' ? blob.value : undefined;
  const [shown, setShown] = useState<{ of: Blob; url: string }>();
  const [failed, setFailed] = useState<Blob>();
  useEffect(() => {
    if (!value) return;
    const url = URL.createObjectURL(value);
    setShown({ of: value, url });
    return () => URL.revokeObjectURL(url);
  }, [value]);
  if (blob.status === 'failed' || (value && failed === value))
    return <Placeholder alt={alt} note="cannot be shown" link={<FileLink path={path} />} />;
  if (!value || shown?.of !== value) return <Placeholder alt={alt} note="reading" />;
  return <img src={shown.url} alt={visibleText(alt)} decoding="async" onError={() => setFailed(value)} />;
}
