import { IconArrowBackUp } from '@tabler/icons-react';
import { useState } from 'react';
import { formatBytes, formatCount, formatNumberOf } from '../../../base/amounts.ts';
import { decodeUtf8 } from '../../../base/bytes.ts';
import { MAX_INLINE_PICTURE_BYTES, MAX_TEXT_BYTES, SNIFF_BYTES } from '../../../base/limits.ts';
import type { FileMark } from '../../../model/file/file-changes.ts';
import { fileIndex } from '../../../model/file/file-index.ts';
import { sniffMedia } from '../../../model/file/media.ts';
import type { PackageFile } from '../../../model/package.ts';
import type { FileChoice } from '../../../state/content-slice.ts';
import { useFileBlob, useFileBytes, useOpenPackage, usePackage, usePicture } from '../../../state/hooks.ts';
import { ChangeMark } from '../../../widgets/file-tree/change-mark.tsx';
import { HintButton } from '../../../widgets/hint.tsx';
import { sidesText } from '../../../widgets/lightbox/shown-pictures.ts';
import { LoadingView } from '../../../widgets/loading/loading-view.tsx';
import { NameText, visibleText } from '../../../widgets/name-text.tsx';
import { doubtText } from '../../../widgets/picture/doubt.ts';
import { Picture } from '../../../widgets/picture/picture.tsx';
import { PlaceLink } from '../../../widgets/place-link.tsx';
import { TextDiff } from '../../../widgets/text-diff/text-diff.tsx';
import { useFileSteps } from '../../files/changes/use-file-steps.ts';
import { HashRow } from '../save/hashes.tsx';
import { useFileMarks } from './file-marks.ts';
import classes from './review-files.module.css';
import { ReviewedUrls } from './review-links.tsx';

/** Files listed here. Adding a folder can add thousands. */
const MAX_FILES = 200;

/** Changes of files up to which each shows at once what differs. */
const MAX_OPEN = 8;

/** A changed file, before and after. Either is undefined where the file is not there. */
interface FileReview {
  /** As its row in the tree shows it. */
  readonly path: string;
  readonly mark: FileMark;
  readonly before: PackageFile | undefined;
  readonly after: { readonly size: number | undefined; readonly sha256: string | undefined } | undefined;
}

/** The changed files of the draft: pictures side by side, texts as a difference, and the rest by size and hash. */
export function ReviewFiles({ onLeave }: { onLeave(): void }) {
  const reviews = useFileReviews();
  const [problem, setProblem] = useState<string>();
  const { putBack } = useFileSteps();
  if (reviews.length === 0) return null;
  return (
    <>
      <h3 className={classes.heading}>Files</h3>
      {problem !== undefined && <p role="status">{problem}</p>}
      <ul className={classes.list} aria-label="Changed files">
        {reviews.slice(0, MAX_FILES).map((review) => (
          <ReviewedFile
            key={review.path}
            review={review}
            isOpen={reviews.length <= MAX_OPEN}
            onLeave={onLeave}
            onPutBack={() =>
              void putBack(review.path).then((could) =>
                setProblem(could ? undefined : `${review.path} cannot be put back: another file has that path now.`),
              )
            }
          />
        ))}
      </ul>
      {reviews.length > MAX_FILES && (
        <p className={classes.quiet}>and {formatNumberOf(reviews.length - MAX_FILES, 'more file')}</p>
      )}
    </>
  );
}

function useFileReviews(): readonly FileReview[] {
  const { files: open } = useOpenPackage();
  const saved = usePackage().files;
  const { files, marks } = useFileMarks();
  if (marks.length === 0) return [];
  return marks
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, mark]) => {
      const before = mark.kind === 'added' ? undefined : fileIndex(open).get(mark.from ?? path);
      const after = mark.kind === 'removed' ? undefined : fileIndex(files).get(path);
      // The worker knows the hash once it has planned the draft.
      const sha256 = after?.sha256 ?? fileIndex(saved).get(path)?.sha256;
      return { path, mark, before, after: after && { size: after.size, sha256 } };
    });
}

/** Takes back a change alone. */
export function PutBack({ name, onClick }: { name: string; onClick(): void }) {
  return <HintButton label="Put back" name={`Put back ${name}`} Icon={IconArrowBackUp} onClick={onClick} />;
}

interface ReviewedProps {
  review: FileReview;
  isOpen: boolean;
  onLeave(): void;
  onPutBack(): void;
}

function ReviewedFile({ review, isOpen, onLeave, onPutBack }: ReviewedProps) {
  const { path, mark } = review;
  const [shown, setShown] = useState(isOpen);
  const hasContent = mark.kind === 'added' || mark.kind === 'replaced' || mark.kind === 'removed';
  return (
    <li className={classes.item} data-path={path} data-change={mark.kind}>
      <div className={classes.line}>
        <ChangeMark mark={mark} wasLinked={review.before?.link !== undefined} />
        <span className={classes.path}>
          {mark.from !== undefined && (
            <>
              <NameText mono>{mark.from}</NameText> →{' '}
            </>
          )}
          <PlaceLink to={{ tab: 'files', item: path }} underline="never" onClick={onLeave} />
        </span>
        <span className={classes.sizes}>{sizesText(review)}</span>
        <PutBack name={visibleText(path)} onClick={onPutBack} />
      </div>
      {mark.kind === 'linked' && <ReviewedUrls path={path} before={review.before} />}
      {hasContent &&
        (isOpen ? (
          <FileContents review={review} />
        ) : (
          <details onToggle={(event) => setShown(event.currentTarget.open)}>
            <summary className={classes.summary}>What differs</summary>
            {shown && <FileContents review={review} />}
          </details>
        ))}
    </li>
  );
}

function sizesText({ mark, before, after }: FileReview): string {
  const linked = 'only linked';
  if (mark.kind === 'linked') return before?.size === undefined ? linked : `${formatBytes(before.size)} → ${linked}`;
  if (before?.link && before.size === undefined && after?.size !== undefined)
    return `${linked} → ${formatBytes(after.size)}`;
  const text = (size: number | undefined) => (size === undefined ? 'size unknown' : formatBytes(size));
  if (!before) return text(after?.size);
  if (!after || before.size === after.size) return text(before.size);
  const [old, now] = [text(before.size), text(after.size)];
  // Rounded, both are the same.
  if (old === now && before.size !== undefined && after.size !== undefined)
    return `${formatCount(before.size)} → ${formatNumberOf(after.size, 'byte')}`;
  return `${old} → ${now}`;
}

/** What differs between the contents, as what they are by their first bytes. */
function FileContents({ review: { path, before, after } }: { review: FileReview }) {
  const isHeld = before?.size !== undefined && !before.unsafe && before.kind === 'file';
  const isSmall = Math.max(isHeld ? (before.size ?? 0) : 0, after?.size ?? 0) <= MAX_TEXT_BYTES;
  const end = isSmall ? MAX_TEXT_BYTES : SNIFF_BYTES;
  const old = useFileBytes(isHeld ? path : undefined, 0, end, OPENED);
  const next = useFileBytes(after ? path : undefined, 0, end);
  const reads = [isHeld && old, after && next].filter((read) => read !== false && read !== undefined);
  if (reads.some(({ status }) => status === 'loading')) return null;
  const kinds = reads.flatMap((read) =>
    read.status === 'ready' ? [sniffMedia(read.value.subarray(0, SNIFF_BYTES), path).kind] : [],
  );
  if ((!before || isHeld) && isSmall && kinds.every((kind) => kind === 'text')) {
    const failed = reads.find(({ status }) => status === 'failed');
    if (failed)
      return (
        <LoadingView of={failed} what="the text">
          {() => null}
        </LoadingView>
      );
    const [first, now] = [old, next].map((read) => (read.status === 'ready' ? decodeUtf8(read.value) : ''));
    // Bytes that are not UTF-8 are not text to compare.
    if (first === undefined || now === undefined) return <p className={classes.quiet}>Its text is not UTF-8.</p>;
    return <TextDiff before={first} after={now} label={`Difference of ${path}`} />;
  }
  return (
    <>
      {kinds.includes('picture') && (
        <div className={classes.pictures}>
          {isHeld && <PictureSide word={after && 'Before'} path={path} choice={OPENED} />}
          {after && <PictureSide word={before && 'After'} path={path} choice={{}} />}
        </div>
      )}
      <HashLines before={before?.sha256} after={after?.sha256} />
    </>
  );
}

const OPENED: FileChoice = { asOpened: true };

/** One of two pictures. Says why where it cannot be drawn, or is too expensive to draw. */
function PictureSide({ word, path, choice }: { word: string | undefined; path: string; choice: FileChoice }) {
  const reading = usePicture(path, choice);
  const picture = reading.status === 'ready' ? reading.value.picture : undefined;
  const isLarge = reading.status === 'ready' && reading.value.size > MAX_INLINE_PICTURE_BYTES;
  const doubt = picture && doubtText(picture);
  const isDrawn = picture !== undefined && doubt === undefined && !isLarge;
  const blob = useFileBlob(isDrawn ? path : undefined, picture?.type ?? '', MAX_INLINE_PICTURE_BYTES, choice);
  const [failed, setFailed] = useState(false);
  return (
    <figure className={classes.side}>
      <figcaption className={classes.word}>
        {word}
        {picture?.size && <span className={classes.quiet}> {sidesText(picture.size)}</span>}
      </figcaption>
      {isDrawn && blob.status === 'ready' && !failed ? (
        <Picture
          className={classes.picture}
          blob={blob.value}
          size={picture.size}
          cost={picture.cost}
          isAsked={false}
          label={[word, visibleText(path)].filter((part) => part !== undefined).join(': ')}
          onFail={() => setFailed(true)}
        />
      ) : (
        <span className={classes.quiet}>
          {reading.status === 'loading' || (isDrawn && blob.status === 'loading')
            ? 'Reading…'
            : (doubt ?? unshownText(isLarge, picture !== undefined))}
        </span>
      )}
    </figure>
  );
}

function unshownText(isLarge: boolean, isPicture: boolean): string {
  if (isLarge) return 'Too large to show here. See it under Files.';
  return isPicture ? 'It cannot be shown as a picture.' : 'Not a picture.';
}

/** The hashes of a content, before and after. */
function HashLines({ before, after }: { before: string | undefined; after: string | undefined }) {
  const hasBoth = before !== undefined && after !== undefined;
  const lines = [
    { word: hasBoth ? 'SHA-256 before' : 'SHA-256', hash: before },
    { word: hasBoth ? 'SHA-256 after' : 'SHA-256', hash: after },
  ].filter(({ hash }) => hash !== undefined);
  return (
    <dl className={classes.hashes}>
      {lines.map(({ word, hash }) => (
        <div key={word} className={classes.hash}>
          <HashRow word={word} copy={`Copy ${word}`} hash={hash} />
        </div>
      ))}
    </dl>
  );
}
