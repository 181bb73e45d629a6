import { IconHash } from '@tabler/icons-react';
import { type Ref, useMemo } from 'react';
import { formatBytes, formatCount, formatNumberOf } from '../../../base/amounts.ts';
import type { Finding } from '../../../base/findings.ts';
import { baseName } from '../../../model/file/file-name.ts';
import type { PackageFile, TensorInfo } from '../../../model/package.ts';
import { useApp, useOpenPackage, usePackage, useWords } from '../../../state/hooks.ts';
import { CopyButton } from '../../../widgets/copy-button.tsx';
import { ChangeMark } from '../../../widgets/file-tree/change-mark.tsx';
import { FileIcon } from '../../../widgets/file-tree/file-icon.tsx';
import { FileStatus } from '../../../widgets/files/file-status.tsx';
import { IconButton } from '../../../widgets/icon-button.tsx';
import { NameText, visibleText } from '../../../widgets/name-text.tsx';
import { PlaceLink } from '../../../widgets/place-link.tsx';
import { ToneIcon } from '../../../widgets/severity.tsx';
import { useEditDialogs } from '../../draft/draft-dialogs.tsx';
import { RESEAL } from '../../draft/save/reseal-name.ts';
import { OpenInner } from '../../inside/open-inner.tsx';
import { useLinkSize } from '../../links/hooks.ts';
import { FindingText } from '../../problems/finding-note.tsx';
import { FindingPlace } from '../../problems/finding-place.tsx';
import { useIsText } from '../changes/file-offers.ts';
import { isHeld } from '../listing/file-list.ts';
import { isMadeBySaving, type ShownFiles } from '../listing/shown-files.ts';
import { useShownHashStates } from '../listing/shown-states.ts';
import { FileDownload } from './download.tsx';
import { FileActions } from './file-actions.tsx';
import { FileHash } from './file-hash.tsx';
import classes from './file-header.module.css';
import { HashLine } from './hash-line.tsx';

/**
 * Recomputes all hashes, beside the hash list. Not for readers of a package with files that differ: it does not undo
 * what somebody else has changed.
 */
function Reseal() {
  const { can } = useOpenPackage();
  const isDone = useApp(({ draft }) => draft?.current.renew === 'reseal');
  const isDoubtful = useApp(({ draft, verdicts }) => draft === undefined && verdicts.wrong > 0);
  const dialogs = useEditDialogs();
  if (can.reseal !== true || isDone || isDoubtful) return null;
  return (
    <div>
      <IconButton Icon={IconHash} onClick={dialogs.reseal}>
        {RESEAL}
      </IconButton>
    </div>
  );
}

interface Props {
  file: PackageFile;
  shown: ShownFiles;
  findings: readonly Finding[];
  headingRef: Ref<HTMLHeadingElement>;
}

/** The facts above the content of a file: name, path, size, hash, problems. */
export function FileHeader({ file, shown, findings, headingRef }: Props) {
  const { hashList } = useWords();
  const name = baseName(file.path);
  const open = shown.openOf(file);
  const mark = file.shadowed ? undefined : shown.marks.get(file.path);
  const { files } = useOpenPackage();
  // A file that a draft puts there is on this computer.
  const held = open === undefined ? !isMadeBySaving(shown, file.path) : isHeld(files, open);
  const only = useOnlyTensor(open);
  const saved = useSavedFile(file, open === undefined);
  const state = useShownHashStates(shown)(file);
  const isText = useIsText(file, held);
  // Saving leaves its bytes out.
  const isLeft = mark?.kind === 'removed' || mark?.kind === 'linked';
  // What is known of its bytes is known of those of the open package.
  const isRewritten = shown.isRewritten(file.path) && !file.shadowed;
  const hasOwnState = open !== undefined && !isLeft && !isRewritten;
  // The line of its hash says it in a sentence.
  const isToldBelow = (state === 'verified' && held && !file.shadowed) || !hasOwnState;
  const copyPath = <CopyButton value={file.path} label="Copy path" />;
  return (
    <header className={classes.root}>
      <div className={classes.top}>
        <div className={classes.title}>
          <FileIcon file={file} className={classes.icon} />
          <h2 className={classes.name} ref={headingRef} tabIndex={-1} title={visibleText(name)}>
            <NameText>{name}</NameText>
          </h2>
          {name === file.path && copyPath}
        </div>
        {held && !file.shadowed && (
          <FileDownload key={file.path} path={file.path} known={findings}>
            <OpenInner path={file.path} />
          </FileDownload>
        )}
      </div>
      {name !== file.path && (
        <div className={classes.line}>
          <span className={classes.path} title={visibleText(file.path)}>
            <NameText mono>{file.path}</NameText>
          </span>
          {copyPath}
        </div>
      )}
      {file.kind === 'symlink' && (
        <p className={classes.fact}>
          Link{' '}
          {file.linkText !== undefined && (
            <>
              with the text <NameText mono>{file.linkText}</NameText>
            </>
          )}
          {file.target !== undefined && (
            <>
              , which points to <PlaceLink inherit={false} to={{ tab: 'files', item: file.target }} />
            </>
          )}
        </p>
      )}
      <p className={classes.facts}>
        {mark && <ChangeMark mark={mark} wasLinked={open?.link !== undefined} />}
        {!isToldBelow && <FileStatus file={file} findings={undefined} state={state} hashList={hashList} />}
        {factsOf(saved, useLinkSize(file)).map((fact) => (
          <span key={fact} className={classes.figure}>
            {fact}
          </span>
        ))}
      </p>
      {saved.sha256 !== undefined && (
        <HashLine
          label={open === undefined || isRewritten ? 'SHA-256' : `SHA-256 in ${hashList}`}
          hash={saved.sha256}
          copyLabel="Copy hash"
        />
      )}
      {open && held && !file.shadowed && hasOwnState && <FileHash key={open.path} file={open} known={findings} />}
      <FileActions file={file} isText={isText} />
      {file.path === hashList && <Reseal />}
      {only && (
        <p className={classes.fact}>
          Contains the tensor <PlaceLink to={{ tab: 'tensors', item: only.name }} />
        </p>
      )}
      {findings.length > 0 && <Findings path={file.path} findings={findings} />}
    </header>
  );
}

/** The only tensor whose data a file of the open package has. */
function useOnlyTensor(open: PackageFile | undefined): TensorInfo | undefined {
  const { tensors } = useOpenPackage();
  return useMemo(() => {
    const found = tensors.filter(({ data }) => open !== undefined && data?.path === open.path);
    return found.length === 1 ? found[0] : undefined;
  }, [tensors, open]);
}

/** A file that the draft puts there, with how it would be stored and its hash, once the worker has said so. */
function useSavedFile(file: PackageFile, isPut: boolean): PackageFile {
  const { files } = usePackage();
  const { path } = file;
  // Each letter that is typed makes another list, so an index would be used only once.
  const saved = useMemo(
    () => (isPut ? files.find((each) => each.path === path && !each.shadowed) : undefined),
    [files, path, isPut],
  );
  return saved && saved.size === file.size && !saved.link ? saved : file;
}

/** @param linked the size of a linked file in bytes, undefined while unknown */
function factsOf({ size: held, storedSize, storage }: PackageFile, linked: number | undefined): string[] {
  const size = held ?? linked;
  const exact = size === undefined ? '' : formatNumberOf(size, 'byte');
  const facts = [size === undefined ? 'size unknown' : size < 1000 ? exact : `${formatBytes(size)} (${exact})`];
  if (size !== undefined && storedSize !== undefined && storedSize !== size)
    facts.push(`${formatBytes(storedSize)} stored`);
  if (storage !== undefined) facts.push(storage);
  return facts;
}

/** Findings shown here; the Problems tab has them all. */
const MAX_FINDINGS = 3;

function Findings({ path, findings }: { path: string; findings: readonly Finding[] }) {
  return (
    <ul className={classes.findings} aria-label="Problems of this file">
      {findings.slice(0, MAX_FINDINGS).map((finding, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is as long as the package is open.
        <li key={index} data-severity={finding.severity}>
          <ToneIcon tone={finding.severity} />
          <span>
            <FindingText finding={finding} />
            {finding.line !== undefined && (
              <>
                {' '}
                (<FindingPlace finding={finding}>{finding.path === path && `line ${finding.line}`}</FindingPlace>)
              </>
            )}
          </span>
        </li>
      ))}
      <li>
        <PlaceLink to={{ tab: 'problems' }} underline="never">
          {findings.length > MAX_FINDINGS
            ? `All ${formatCount(findings.length)}, and what to do`
            : 'What to do about it'}
        </PlaceLink>
      </li>
    </ul>
  );
}
