import { type ReactNode, useEffect, useRef } from 'react';
import type { Package } from '../../model/package.ts';
import { useApp, useFindings, usePackage } from '../../state/hooks.ts';
import { type Opened, openedOf } from '../../state/load.ts';
import { contentBytes } from '../../state/verify-slice.ts';
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
  /** Whether what is typed below changes it: then it keeps its height, so that the page stays where it is. */
  steady: boolean;
}

/** What the package is and where it came from. The origin stands above the name, because the name is a stranger's text. */
export function PackageHeader({ opened, steady }: Props) {
  // With the draft applied, but for what is of the open file: its hash, its size, its integrity.
  const content = useKnown(usePackage());
  const isEdited = useApp((state) => state.draft?.changed === true);
  const title = content.title || content.name;
  const download = usePackageDownload(opened);
  const checked = useApp((state) => state.verification.phase === 'done');
  const heading = useRef<HTMLHeadingElement>(null);

  // The control that opened the package is gone with the page it stood on; readers go on at the name.
  useEffect(() => {
    if (document.activeElement === null || document.activeElement === document.body) {
      heading.current?.focus({ preventScroll: true });
    }
  }, []);

  return (
    <div className={classes.root} data-steady={steady || undefined}>
      <div className={classes.top}>
        <div className={classes.name}>
          <Origin descriptor={opened.descriptor} servedFrom={content.servedFrom} edited={isEdited} />
          <h1 ref={heading} tabIndex={-1} className={classes.heading}>
            <NameText>{title}</NameText>
          </h1>
          {content.summary || steady ? <p className={classes.summary}>{visibleText(content.summary ?? '')}</p> : null}
        </div>
        <div className={classes.actions}>
          {isEmbedded() ? <OpenOutside descriptor={opened.descriptor} /> : <ShareButton />}
          {opened.descriptor.kind === 'url' ? <DownloadButton download={download} what={content.words.one} /> : null}
        </div>
      </div>
      {content.onlyFiles === undefined ? null : <p className={classes.summary}>{content.onlyFiles}</p>}
      <Line>
        {runtimeText(content)}
        {content.license ? <NameText>{content.license}</NameText> : null}
        {sizeText(content)}
        {content.identity ? (
          <span className={classes.hash}>
            {content.identity.label}
            {isEdited ? ' of the open file' : ''}{' '}
            <span className={classes.digits} data-testid="model-hash">
              {content.identity.sha256}
            </span>
            <CopyButton value={content.identity.sha256} label={`Copy ${content.identity.label.toLowerCase()}`} />
            <HashCompare hash={content.identity.sha256} />
          </span>
        ) : null}
      </Line>
      <DownloadJob download={download} />
      <div className={classes.trust}>
        <Integrity descriptor={opened.descriptor}>
          <CheckLinked />
        </Integrity>
        <FindingsSummary findings={useFindings()} sound={content.words.checked.length > 0} whole={checked} />
      </div>
    </div>
  );
}

/** The package, or while its draft is a text that is not TOML, as it was last known. */
function useKnown(content: Package): Package {
  const isUnread = useApp(({ draft }) => draft?.changed === true && draft.shown.unread === true);
  const own = useApp((state) => openedOf(state.load)?.package);
  const known = useRef<Package>(undefined);
  if (!isUnread) known.current = content;
  return known.current ?? own ?? content;
}

/** Parts with dots between them, those that are null left out. */
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

function runtimeText(content: Package): ReactNode {
  if (content.runtime === undefined) return null;
  return (
    <span className={classes.mono}>
      <NameText mono>{content.runtime}</NameText>
    </span>
  );
}

function sizeText(content: Package): ReactNode {
  const isLinked = content.files.some((file) => file.hash === 'linked');
  const held = content.files.filter((file) => file.size !== undefined && !file.fetched).length;
  const [packed, unpacked] = [formatBytes(content.size), formatBytes(contentBytes(content))];
  const size = packed === unpacked ? packed : `${packed} (${unpacked} unpacked)`;
  const text = `${size} in ${formatNumberOf(held, 'file')}`;
  if (!isLinked) return text;
  return (
    <>
      {text} + <LinkedSummary />
    </>
  );
}
