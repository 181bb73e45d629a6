import { IconDownload, IconHash } from '@tabler/icons-react';
import { type CSSProperties, Fragment, type Ref, useMemo } from 'react';
import { createPortal } from 'react-dom';
import { formatBytes, formatCount, formatNumberOf } from '../../../base/amounts.ts';
import type { Finding } from '../../../base/findings.ts';
import { shortened } from '../../../base/text.ts';
import { baseName } from '../../../model/file/file-name.ts';
import type { PackageFile, TensorInfo } from '../../../model/package.ts';
import { fileUses } from '../../../model/tensor/tensor-use.ts';
import { useApp, useOpenPackage, usePackage, useWords } from '../../../state/hooks.ts';
import { ClippedName, leastCharacters } from '../../../widgets/clipped-name.tsx';
import { CopyButton } from '../../../widgets/copy-button.tsx';
import { ChangeMark } from '../../../widgets/file-tree/change-mark.tsx';
import { FileIcon } from '../../../widgets/file-tree/file-icon.tsx';
import { FileStatus } from '../../../widgets/files/file-status.tsx';
import { IconButton } from '../../../widgets/icon-button.tsx';
import { NameText, visibleText } from '../../../widgets/name-text.tsx';
import { PlaceLink } from '../../../widgets/place-link.tsx';
import { ToneIcon } from '../../../widgets/severity.tsx';
import { useEditDialogs } from '../../draft/edit-dialogs.tsx';
import { RESEAL } from '../../draft/save/reseal-name.ts';
import { ActionButton } from '../../find/action-button.tsx';
import { OpenInner } from '../../inside/open-inner.tsx';
import { useLinkSize } from '../../links/hooks.ts';
import { FindingText } from '../../problems/finding-note.tsx';
import { FindingPlace } from '../../problems/finding-place.tsx';
import { useIsText } from '../changes/file-offers.ts';
import { isHeld } from '../listing/file-list.ts';
import { isMadeBySaving, type ShownFiles } from '../listing/shown-files.ts';
import { useShownHashStates } from '../listing/shown-states.ts';
import { DOWNLOAD, useDownload } from './download.tsx';
import { FileActions } from './file-actions.tsx';
import { FileHash } from './file-hash.tsx';
import classes from './file-header.module.css';
import { JobLines, shownElsewhere } from './job-lines.tsx';

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
  /** On a phone, where the name goes. */
  titleSlot: HTMLElement | null;
  /** Where the view of the content puts its facts, before the size. */
  factSlot: Ref<HTMLSpanElement>;
  /** Where it puts its tools. */
  toolSlot: Ref<HTMLDivElement>;
}

/** The row above the content of a file: name, size, hash, status, and what can be done with it. Below it, its problems. */
export function FileHeader({ file, shown, findings, headingRef, titleSlot, factSlot, toolSlot }: Props) {
  const { hashList } = useWords();
  const { path } = file;
  const open = shown.openOf(file);
  const mark = file.shadowed ? undefined : shown.marks.get(path);
  const { files } = useOpenPackage();
  // A file that a draft puts there is on this computer.
  const held = open === undefined ? !isMadeBySaving(shown, path) : isHeld(files, open);
  const only = useOnlyTensor(open);
  const saved = useSavedFile(file, open === undefined);
  const state = useShownHashStates(shown)(file);
  const isText = useIsText(file, held);
  const job = useDownload();
  // Saving leaves its bytes out.
  const isLeft = mark?.kind === 'removed' || mark?.kind === 'linked';
  // What is known of its bytes is known of those of the open package.
  const isRewritten = shown.isRewritten(path) && !file.shadowed;
  const hasOwnState = open !== undefined && !isLeft && !isRewritten;
  const canRead = held && !file.shadowed;
  const download = () => job.download(path);
  const title = (
    <h2
      className={classes.name}
      ref={headingRef}
      tabIndex={-1}
      title={visibleText(path)}
      aria-label={visibleText(path)}
    >
      <FilePath path={path} />
    </h2>
  );
  return (
    <header className={classes.root}>
      <div className={classes.row}>
        {titleSlot ? (
          createPortal(title, titleSlot)
        ) : (
          <div className={classes.title} style={{ '--least': leastCharacters(baseName(path)) } as CSSProperties}>
            <FileIcon file={file} className={classes.icon} />
            {title}
          </div>
        )}
        <CopyButton value={path} label="Copy path" />
        <div ref={toolSlot} className={classes.tools} />
        <div className={classes.facts}>
          <span className={classes.figures}>
            <span ref={factSlot} /> <Size file={saved} />
          </span>
          {mark && <ChangeMark mark={mark} wasLinked={open?.link !== undefined} />}
          <FileHash
            key={`${path} ${open === undefined}`}
            file={saved}
            label={open === undefined || isRewritten ? 'SHA-256' : `SHA-256 in ${hashList}`}
            canCheck={canRead && hasOwnState}
            known={findings}
          />
          {hasOwnState && <FileStatus file={file} findings={undefined} state={state} hashList={hashList} />}
        </div>
        <div className={classes.acts}>
          {canRead && <OpenInner path={path} />}
          <FileActions file={file} isText={isText}>
            {canRead && (
              <ActionButton
                name={`${DOWNLOAD} ${baseName(path)}`}
                also="save file"
                Icon={IconDownload}
                size="sm"
                disabled={job.state.status === 'running'}
                run={download}
                label={DOWNLOAD}
              />
            )}
          </FileActions>
        </div>
      </div>
      <div className={classes.notes}>
        <JobLines
          job={job}
          what="Reading the file"
          failed="Not saved."
          why={shownElsewhere(findings, job, 'below')}
          onRetry={download}
        />
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
        {path === hashList && <Reseal />}
        {only && (
          <p className={classes.fact}>
            Contains the tensor <PlaceLink to={{ tab: 'tensors', item: only.name }} />
          </p>
        )}
        <Uses path={path} />
        {findings.length > 0 && <Findings path={path} findings={findings} />}
      </div>
    </header>
  );
}

/** A path whose folders give way before the name does. */
function FilePath({ path }: { path: string }) {
  const name = baseName(path);
  const folders = path.slice(0, path.length - name.length);
  return (
    <span className={classes.path} style={{ '--name': name.length } as CSSProperties}>
      {folders !== '' && (
        <span className={classes.folders}>
          <NameText mono>{folders}</NameText>
        </span>
      )}
      <span className={classes.base}>
        <ClippedName mono>{name}</ClippedName>
      </span>
    </span>
  );
}

/** The size of a file, and in its tooltip how it is stored. */
function Size({ file }: { file: PackageFile }) {
  const linked = useLinkSize(file);
  const { storedSize, storage } = file;
  const size = file.size ?? linked;
  if (size === undefined) return <span>size unknown</span>;
  const details = [
    formatNumberOf(size, 'byte'),
    storedSize !== undefined && storedSize !== size && `${formatBytes(storedSize)} stored`,
    storage,
  ].filter(Boolean);
  return <span title={details.join(', ')}>{formatBytes(size)}</span>;
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

/** Uses of a file that are shown. */
const MAX_USES = 3;

/** The examples and self-tests that have the file as a value. */
function Uses({ path }: { path: string }) {
  const pkg = usePackage();
  const uses = useMemo(() => fileUses(pkg).get(path) ?? [], [pkg, path]);
  if (uses.length === 0) return null;
  return (
    <p className={classes.fact}>
      Used by{' '}
      {uses.slice(0, MAX_USES).map(({ label, place }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two values of a case can have one name.
        <Fragment key={index}>
          {index > 0 && '; '}
          <PlaceLink inherit={false} to={place}>
            <NameText>{shortened(label)}</NameText>
          </PlaceLink>
        </Fragment>
      ))}
      {uses.length > MAX_USES && ` and ${formatCount(uses.length - MAX_USES)} more`}
    </p>
  );
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
