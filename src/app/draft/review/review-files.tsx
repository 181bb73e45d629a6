import { IconArrowBackUp } from '@tabler/icons-react';
import { useState } from 'react';
import { formatBytes, formatCount, formatNumberOf } from '../../../base/amounts.ts';
import type { FileMark } from '../../../model/file/file-changes.ts';
import { fileIndex } from '../../../model/file/file-index.ts';
import type { PackageFile } from '../../../model/package.ts';
import { useOpenPackage, usePackage } from '../../../state/hooks.ts';
import { ChangeMark } from '../../../widgets/file-tree/change-mark.tsx';
import { HintButton } from '../../../widgets/hint.tsx';
import { NameText, visibleText } from '../../../widgets/name-text.tsx';
import { PlaceLink } from '../../../widgets/place-link.tsx';
import { useFileSteps } from '../../files/changes/use-file-steps.ts';
import { FilePair } from '../../pair/file-pair.tsx';
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

/** What differs between the contents. */
function FileContents({ review: { path, before, after } }: { review: FileReview }) {
  const isHeld = before !== undefined && !before.unsafe && before.kind === 'file';
  return (
    <FilePair
      before={before && { path, size: isHeld ? before.size : undefined, sha256: before.sha256, asOpened: true }}
      after={after && { path, ...after }}
    />
  );
}
