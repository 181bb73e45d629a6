import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { fileIndex } from '../../model/file-index.ts';
import type { Package } from '../../model/package.ts';
import { useApp, useFindings, usePackage } from '../../state/hooks.ts';
import { type Opened, openedOf } from '../../state/load.ts';
import { formatBytes, formatNumberOf } from '../../widgets/byte-size.ts';
import { CopyButton } from '../../widgets/copy-button.tsx';
import { NameText, visibleText } from '../../widgets/name-text.tsx';
import { CheckLinked, LinkedSummary } from '../links/check-linked.tsx';
import { isEmbedded } from '../page-address.ts';
import { FindingsSummary } from '../problems/findings-summary.tsx';
import { DownloadButton, DownloadJob, usePackageDownload } from '../sharing/package-download.tsx';
import { OpenOutside, ShareButton } from '../sharing/share-button.tsx';
import { HashCompare } from './hash-compare.tsx';
import { Integrity } from './integrity.tsx';
import { Origin } from './origin.tsx';
import classes from './package-header.module.css';

interface Props {
  opened: Opened;
  /** Whether typing below changes the header. It then keeps its height, so that the page does not move. */
  steady: boolean;
}

/** What the package is and where it came from. The origin is above the name, because the name is a stranger's text. */
export function PackageHeader({ opened, steady }: Props) {
  // The package as edited, except for facts of the open file: its hash, size and integrity.
  const pkg = useKnown(usePackage());
  const isEdited = useApp((state) => state.draft?.changed === true);
  const { identity } = opened.package;
  const title = pkg.title || pkg.name;
  const download = usePackageDownload(opened);
  const checked = useApp((state) => state.verification.phase === 'done');
  const heading = useRef<HTMLHeadingElement>(null);
  const size = useMemo(() => sizeText(opened.package), [opened.package]);

  // The control that opened the package is gone, and the focus with it. The focus goes to the name.
  useEffect(() => {
    if (document.activeElement === null || document.activeElement === document.body) {
      heading.current?.focus({ preventScroll: true });
    }
  }, []);

  return (
    <div className={classes.root} data-steady={steady || undefined}>
      <div className={classes.top}>
        <div className={classes.name}>
          <Origin descriptor={opened.descriptor} servedFrom={opened.package.servedFrom} edited={isEdited} />
          <h1 ref={heading} tabIndex={-1} className={classes.heading}>
            <NameText>{title}</NameText>
          </h1>
          {pkg.summary || steady ? <p className={classes.summary}>{visibleText(pkg.summary ?? '')}</p> : null}
        </div>
        <div className={classes.actions}>
          {isEmbedded() ? <OpenOutside descriptor={opened.descriptor} /> : <ShareButton />}
          {opened.descriptor.kind === 'url' ? <DownloadButton download={download} what={pkg.words.one} /> : null}
        </div>
      </div>
      {pkg.onlyFiles === undefined ? null : <p className={classes.summary}>{pkg.onlyFiles}</p>}
      <Line>
        {runtimeText(pkg)}
        {pkg.license ? <NameText>{pkg.license}</NameText> : null}
        {size}
        {identity ? (
          <span className={classes.hash}>
            {identity.label}
            {isEdited ? ' of the open file' : ''}{' '}
            <span className={classes.digits} data-testid="model-hash">
              {identity.sha256}
            </span>
            <CopyButton value={identity.sha256} label={`Copy ${identity.label.toLowerCase()}`} />
            <HashCompare hash={identity.sha256} />
          </span>
        ) : null}
      </Line>
      <DownloadJob download={download} />
      <div className={classes.trust}>
        <Integrity descriptor={opened.descriptor}>
          <CheckLinked />
        </Integrity>
        <FindingsSummary findings={useFindings()} sound={pkg.words.checked.length > 0} whole={checked} />
      </div>
    </div>
  );
}

/** The package. While the text of its draft cannot be parsed: the package as it was last known. */
function useKnown(pkg: Package): Package {
  const isUnread = useApp(({ draft }) => draft?.changed === true && draft.shown.unread === true);
  const own = useApp((state) => openedOf(state.load)?.package);
  const known = useRef<Package>(undefined);
  if (!isUnread) known.current = pkg;
  return known.current ?? own ?? pkg;
}

/** Parts with dots between them. Leaves out parts that are null. */
function Line({ children }: { children: ReactNode[] }) {
  const parts = children.filter((part) => part !== null && part !== undefined);
  return (
    <ul className={classes.line}>
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts are fixed for as long as the package is open.
        <li key={index}>{part}</li>
      ))}
    </ul>
  );
}

function runtimeText(pkg: Package): ReactNode {
  if (pkg.runtime === undefined) return null;
  return (
    <span className={classes.mono}>
      <NameText mono>{pkg.runtime}</NameText>
    </span>
  );
}

function sizeText(pkg: Package): ReactNode {
  const { held, linked, contentBytes } = fileIndex(pkg.files).totals;
  const [packed, unpacked] = [formatBytes(pkg.size), formatBytes(contentBytes)];
  const size = packed === unpacked ? packed : `${packed} (${unpacked} unpacked)`;
  const text = `${size} in ${formatNumberOf(held, 'file')}`;
  if (linked === 0) return text;
  return (
    <>
      {text} + <LinkedSummary />
    </>
  );
}
