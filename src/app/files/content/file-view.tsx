import type { ReactNode } from 'react';
import { SNIFF_BYTES } from '../../../base/limits.ts';
import { contentFile, fileIndex } from '../../../model/file/file-index.ts';
import { sniffMedia } from '../../../model/file/media.ts';
import type { PackageFile } from '../../../model/package.ts';
import type { PlaceDetail } from '../../../model/place.ts';
import type { SpokenWords } from '../../../model/words.ts';
import { useFileBytes, useFileChanges, useOpenPackage, usePlaceKey, useWords } from '../../../state/hooks.ts';
import { EmptyState } from '../../../widgets/empty-state.tsx';
import { LoadingView } from '../../../widgets/loading/loading-view.tsx';
import { NameText } from '../../../widgets/name-text.tsx';
import { PlaceLink } from '../../../widgets/place-link.tsx';
import { ToneLine } from '../../../widgets/severity.tsx';
import { FetchedNote, LinkedFile } from '../../links/linked-file.tsx';
import { shownFiles } from '../listing/shown-files.ts';
import { FileContent } from './file-content.tsx';
import classes from './file-view.module.css';

interface Props {
  path: string;
  /**
   * The file as it is shown. By default the package's file at the path, with the draft's changes.
   */
  file?: PackageFile | undefined;
  /** The file of the open package that has these bytes. Undefined for a file that the draft adds. */
  of?: PackageFile | undefined;
  /** Shows the file small, with a link to it instead of a choice of modes. For values of examples and self-tests. */
  compact?: boolean;
  /** The line of a text to mark and scroll to, and how the file is shown, as the address has it. */
  detail?: PlaceDetail | undefined;
  /** Another way to show it was chosen. Without it, the view keeps that itself. */
  onDetail?: ((detail: PlaceDetail) => void) | undefined;
}

/** A file of the open package or of its draft, shown as the kind that its bytes say. */
export function FileView({ path, file: given, of: givenOf, compact = false, detail, onDetail }: Props) {
  const words = useWords();
  const { files } = useOpenPackage();
  const place = usePlaceKey(path);
  const shown = shownFiles(files, useFileChanges());
  const named = shown.marks.get(path)?.kind === 'removed' ? undefined : fileIndex(shown.files).get(path);
  const file = given ?? named;
  if (!file)
    return (
      <EmptyState title="No such file">
        The package has no file named <NameText mono>{path}</NameText>.
      </EmptyState>
    );
  const of = given ? givenOf : shown.openOf(file);
  const content = contentFile(files, file);
  const note = noteOf(file, content, words);
  if (!content || note !== undefined)
    return (
      <ToneLine tone="warning" className={compact ? undefined : classes.note}>
        {note}
      </ToneLine>
    );
  // The draft adds it, and says where it is.
  if (content.link && !of && content === file) return null;
  if (content.link && !content.fetched) return <LinkedFile key={path} file={content} compact={compact} />;
  return (
    <>
      {content.fetched && !compact && <FetchedNote file={content} />}
      {content.size === 0 ? (
        <EmptyState title="Empty file">It has no bytes.</EmptyState>
      ) : (
        <HeldFile key={place} path={path} file={of ?? content} compact={compact} detail={detail} onDetail={onDetail} />
      )}
    </>
  );
}

/** Why the content of a file is not shown. */
function noteOf(file: PackageFile, content: PackageFile | undefined, { hashList, linkList }: SpokenWords): ReactNode {
  if (file.unsafe) return 'Its name is not safe to unpack, so Boxcutter lists this file but never opens it.';
  if (!content && file.linkText === undefined) return 'This link is broken.';
  if (!content)
    return (
      <>
        This link is broken: its text is <NameText mono>{file.linkText ?? ''}</NameText>.
      </>
    );
  if (content.hash !== 'missing') return undefined;
  return `This file is missing: ${hashList} lists it, but it is not in the package, and ${linkList} does not say where to fetch it.`;
}

function HeldFile({ path, file, compact = false, ...shown }: Props & { file: PackageFile }) {
  const head = useFileBytes(path, 0, SNIFF_BYTES);
  return (
    <div className={classes.held} data-compact={compact || undefined}>
      <LoadingView of={head} what="the file">
        {(bytes) => <FileContent path={path} file={file} kind={sniffMedia(bytes, path)} compact={compact} {...shown} />}
      </LoadingView>
      {compact && (
        <PlaceLink className={classes.link ?? ''} inherit={false} underline="never" to={{ tab: 'files', item: path }} />
      )}
    </div>
  );
}
