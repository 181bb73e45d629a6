import { CloseButton } from '@mantine/core';
import { IconArrowsDiff } from '@tabler/icons-react';
import { useMemo, useRef, useState } from 'react';
import { formatBytes } from '../../../base/amounts.ts';
import { isCancelled } from '../../../base/errors.ts';
import { SNIFF_BYTES } from '../../../base/limits.ts';
import { contentFile, fileIndex } from '../../../model/file/file-index.ts';
import { baseName } from '../../../model/file/file-name.ts';
import { type MediaKind, sniffMedia } from '../../../model/file/media.ts';
import type { PackageFile } from '../../../model/package.ts';
import { useFileChanges, useLoading, useOpened, useOpenPackage } from '../../../state/hooks.ts';
import { isRemote } from '../../../state/load.ts';
import { Dialog } from '../../../widgets/dialog.tsx';
import { EmptyState } from '../../../widgets/empty-state.tsx';
import { fileIconKind } from '../../../widgets/file-tree/file-icon.tsx';
import { FilterInput } from '../../../widgets/filter-input.tsx';
import { useFirst } from '../../../widgets/first.tsx';
import { NameText, visibleText } from '../../../widgets/name-text.tsx';
import { ActionButton } from '../../find/action-button.tsx';
import { FilePair } from '../../pair/file-pair.tsx';
import { shownFiles } from '../listing/shown-files.ts';
import classes from './compare-with.module.css';

/** Kinds of files that are compared with others of their kind. */
export type ComparedKind = Extract<MediaKind['kind'], 'picture' | 'sound'>;

/** Files whose first bytes are read to tell what they are, where their names do not say it. */
const MAX_SNIFFED = 100;

/** Files listed at first, and with each click on the button below them. */
const LISTED = 50;

interface Props {
  path: string;
  kind: ComparedKind;
  /** The path of the file that was chosen. */
  onWith(path: string): void;
}

/** Asks which file of the package a picture or sound is compared with. */
export function CompareWith({ path, kind, onWith }: Props) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLDivElement>(null);
  return (
    <div ref={button}>
      <ActionButton
        name={`Compare ${baseName(path)} with…`}
        also="difference swipe overlay blink"
        Icon={IconArrowsDiff}
        size="sm"
        run={() => setOpen(true)}
        label="Compare with…"
      />
      <Dialog
        opened={isOpen}
        title={`Compare ${visibleText(baseName(path))}`}
        onClose={() => {
          setOpen(false);
          button.current?.querySelector('button')?.focus();
        }}
      >
        <Others path={path} kind={kind} onWith={onWith} />
      </Dialog>
    </div>
  );
}

/** The other files of the kind: those whose names say so, then those whose bytes do. */
function Others({ path, kind, onWith }: Props) {
  const { named, others } = useCandidates(path, kind);
  const found = useFound(others, kind);
  const [filter, setFilter] = useState('');
  const words = filter.trim().toLowerCase();
  const files = [...named, ...(found.status === 'ready' ? found.value : [])].filter((file) =>
    file.path.toLowerCase().includes(words),
  );
  const [first, more] = useFirst(files, LISTED, 'Show more', { step: LISTED });
  return (
    <>
      {named.length + others.length > 1 && <FilterInput label="Filter files" value={filter} onChange={setFilter} />}
      {files.length === 0 ? (
        <p className={classes.hint} role="status">
          {found.status === 'loading' ? `Looking for ${kind}s…` : `The package has no other ${kind}.`}
        </p>
      ) : (
        <ul className={classes.list} aria-label="Files to compare with">
          {first.map((file) => (
            <li key={file.path}>
              <button type="button" className={classes.file} onClick={() => onWith(file.path)}>
                <NameText mono>{file.path}</NameText>
                {file.size !== undefined && <span className={classes.size}>{formatBytes(file.size)}</span>}
              </button>
            </li>
          ))}
        </ul>
      )}
      {more}
    </>
  );
}

/** Files that have a content to read: those whose names say the kind, and those whose names say nothing. */
function useCandidates(path: string, kind: ComparedKind): Record<'named' | 'others', readonly PackageFile[]> {
  const { files } = useOpenPackage();
  const shown = shownFiles(files, useFileChanges());
  return useMemo(() => {
    const readable = shown.files.filter(
      (file) => file.path !== path && !file.shadowed && (sizeOf(shown.files, file) ?? 0) > 0,
    );
    return {
      named: readable.filter((file) => fileIconKind(file) === kind),
      others: readable.filter((file) => fileIconKind(file) === 'file').slice(0, MAX_SNIFFED),
    };
  }, [shown, path, kind]);
}

/** Of files whose names say nothing, those of the kind. None of a remote package: each would be a request. */
function useFound(others: readonly PackageFile[], kind: ComparedKind) {
  const opened = useOpened();
  const read = opened && !isRemote(opened.descriptor) ? others : NONE;
  return useLoading(`kinds ${read.map((file) => file.path).join('\n')}`, async ({ readBytes }, options) => {
    const found: PackageFile[] = [];
    for (const file of read) {
      const head = await readBytes(file.path, 0, SNIFF_BYTES, options).catch((error: unknown) => {
        if (isCancelled(error)) throw error;
        return undefined;
      });
      if (head && sniffMedia(head, file.path).kind === kind) found.push(file);
    }
    return found;
  });
}

const NONE: readonly PackageFile[] = [];

/** Bytes of what is read at the path of a file. Undefined where nothing can be. */
function sizeOf(files: readonly PackageFile[], file: PackageFile): number | undefined {
  const content = contentFile(files, file);
  if (!content || file.unsafe || content.unsafe || content.hash === 'missing') return undefined;
  return content.link && !content.fetched ? undefined : content.size;
}

interface ComparisonProps {
  path: string;
  other: string;
  onEnd(): void;
}

/** A file and another one of its package, compared. */
export function FileComparison({ path, other, onEnd }: ComparisonProps) {
  const { files } = useOpenPackage();
  const shown = shownFiles(files, useFileChanges());
  const [a, b] = [path, other].map((at) => {
    const file = fileIndex(shown.files).get(at);
    return file && { path: at, size: sizeOf(shown.files, file) };
  });
  return (
    <section className={classes.root} aria-label="Comparison">
      <div className={classes.head}>
        <p className={classes.with}>
          Compared with <NameText mono>{other}</NameText>
        </p>
        <CloseButton size="sm" aria-label="End the comparison" onClick={onEnd} />
      </div>
      {b?.size === undefined ? (
        <EmptyState title="No such file">
          The package has no file named <NameText mono>{other}</NameText> that can be read.
        </EmptyState>
      ) : (
        <FilePair before={a} after={b} words={wordsOf(path, other)} />
      )}
    </section>
  );
}

/** The names of two files, with their folders where the names are the same. */
function wordsOf(path: string, other: string): readonly [string, string] {
  const isSame = baseName(path) === baseName(other);
  return [visibleText(isSame ? path : baseName(path)), visibleText(isSame ? other : baseName(other))];
}
