import { IconFiles, IconPackage, IconPencil, IconScale } from '@tabler/icons-react';
import { type ComponentProps, type ReactNode, type Ref, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { formatBytes, formatNumberOf } from '../../base/amounts.ts';
import { fileIndex } from '../../model/file/file-index.ts';
import type { Package } from '../../model/package.ts';
import { OUTERMOST } from '../../model/place.ts';
import { useApp, useKnownPart } from '../../state/hooks.ts';
import type { Opened } from '../../state/load.ts';
import { Chip } from '../../widgets/chip.tsx';
import { CopyButton } from '../../widgets/copy-button.tsx';
import { IconButton } from '../../widgets/icon-button.tsx';
import { NameText, visibleText } from '../../widgets/name-text.tsx';
import { usePlaceHref } from '../../widgets/place-href.ts';
import { LinkedSummary } from '../links/check-linked.tsx';
import { isEmbedded } from '../page-address.ts';
import { DownloadButton, DownloadJob, usePackageDownload } from '../sharing/package-download.tsx';
import { OpenOutside } from '../sharing/share-button.tsx';
import { ErrorLine } from '../trust/error-line.tsx';
import { HashCompare } from './hash-compare.tsx';
import { Origin } from './origin.tsx';
import classes from './package-header.module.css';

/** What most people do next. Undefined while there is a draft to save. */
export type MainAction = 'share' | 'edit' | undefined;

interface Props {
  opened: Opened;
  /** Whether typing below changes the header. It then keeps its height, so that the page does not move. */
  steady: boolean;
  /** The button that is filled. */
  main: MainAction;
  /** Where the trust card stands, and the button that shares. */
  cardSlot: Ref<HTMLDivElement>;
  shareSlot: Ref<HTMLDivElement>;
}

/**
 * What the package is and where it came from, and whether it can be trusted. The origin is above the name, because the
 * name is a stranger's text.
 */
export function PackageHeader({ opened, steady, main, cardSlot, shareSlot }: Props) {
  // The package as edited, except for facts of the open file: its hash, size and integrity.
  const name = useKnownPart((pkg) => pkg.title || pkg.name);
  const summary = useKnownPart((pkg) => pkg.summary);
  const onlyFiles = useKnownPart((pkg) => pkg.onlyFiles);
  const one = useKnownPart((pkg) => pkg.words.one);
  const isEdited = useApp((state) => state.draft?.changed === true);
  const download = usePackageDownload(opened);
  const placeHref = usePlaceHref();
  const heading = useRef<HTMLHeadingElement>(null);

  // The control that opened the package is gone, and the focus with it. The focus goes to the name.
  const isInner = opened.inside !== undefined;
  useEffect(() => {
    // The page was scrolled to the file that it lies in.
    if (isInner) window.scrollTo({ top: 0 });
    if (document.activeElement === null || document.activeElement === document.body) {
      heading.current?.focus({ preventScroll: true });
    }
  }, [isInner]);

  return (
    <header className={classes.root} data-steady={steady || undefined}>
      <div className={classes.about}>
        {/* In the Edit tab its draft bar says it: a line that comes with the first change would move the fields. */}
        <Origin
          descriptor={opened.descriptor}
          inside={opened.inside ?? OUTERMOST}
          servedFrom={opened.package.servedFrom}
          edited={isEdited && !steady}
        />
        <h1 ref={heading} tabIndex={-1} className={classes.heading}>
          <NameText>{name}</NameText>
        </h1>
        <Summary steady={steady}>{visibleText(summary ?? '')}</Summary>
        {onlyFiles === undefined ? null : <p className={classes.summary}>{visibleText(onlyFiles)}</p>}
        <Chips open={opened.package} />
        <div className={classes.line}>
          <div className={classes.actions}>
            {isEmbedded() ? <OpenOutside descriptor={opened.descriptor} /> : <div ref={shareSlot} />}
            {opened.descriptor.kind === 'url' || opened.inside ? (
              <DownloadButton download={download} what={one} />
            ) : null}
            {opened.package.can.edit && (
              <IconButton
                Icon={IconPencil}
                variant={main === 'edit' ? 'filled' : 'default'}
                size="sm"
                href={placeHref({ tab: 'edit' })}
              >
                Edit
              </IconButton>
            )}
          </div>
          <ModelHash identity={opened.package.identity} edited={isEdited} />
        </div>
      </div>
      <div ref={cardSlot} className={classes.card} />
      <div className={classes.errors}>
        <ErrorLine />
      </div>
      <div className={classes.download}>
        <DownloadJob download={download} />
      </div>
    </header>
  );
}

/** The short description. Where `steady`, it keeps the lines that it has at first, while somebody edits it. */
function Summary({ steady, children }: { steady: boolean; children: string }) {
  const root = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    const element = root.current;
    if (!steady || !element) return;
    const lines = Math.round(element.offsetHeight / Number.parseFloat(getComputedStyle(element).lineHeight));
    element.style.setProperty('--bc-lines', String(lines));
    return () => {
      element.style.removeProperty('--bc-lines');
    };
  }, [steady]);
  if (children === '' && !steady) return null;
  return (
    <p ref={root} className={classes.summary}>
      {children}
    </p>
  );
}

/** Its format, what runs it, its license, and its size. */
function Chips({ open }: { open: Package }) {
  const size = useMemo(() => sizeText(open), [open]);
  const formatName = useKnownPart((pkg) => pkg.formatName);
  const formatVersion = useKnownPart((pkg) => pkg.formatVersion);
  const runtime = useKnownPart((pkg) => pkg.runtime);
  const license = useKnownPart((pkg) => pkg.license);
  const hasOtherFiles = useApp(({ draft }) => (draft?.current.files.length ?? 0) > 0);
  return (
    <ul className={classes.chips} aria-label="In short">
      <InShort Icon={IconPackage}>
        {formatName} {formatVersion !== undefined && <NameText>{formatVersion}</NameText>}
      </InShort>
      {runtime !== undefined && (
        <InShort>
          <NameText mono>{runtime}</NameText>
        </InShort>
      )}
      {license && (
        <InShort Icon={IconScale}>
          <NameText>{license}</NameText>
        </InShort>
      )}
      <InShort Icon={IconFiles}>
        {hasOtherFiles ? 'As opened: ' : ''}
        {size}
      </InShort>
    </ul>
  );
}

function InShort(chip: ComponentProps<typeof Chip>) {
  return (
    <li>
      <Chip {...chip} />
    </li>
  );
}

function ModelHash({ identity, edited }: { identity: Package['identity']; edited: boolean }) {
  if (!identity) return null;
  const { label, sha256 } = identity;
  return (
    <div className={classes.hash}>
      <span className={classes.label}>
        {label}
        {edited ? ' of the open file' : ''}
      </span>{' '}
      <span className={classes.digits} data-testid="model-hash">
        {sha256}
      </span>
      <CopyButton value={sha256} label={`Copy ${label.toLowerCase()}`} />
      <HashCompare hash={sha256} />
    </div>
  );
}

function sizeText(pkg: Package): ReactNode {
  const { linked, contentBytes } = fileIndex(pkg.files).totals;
  // The package is that file.
  if (pkg.files.length === 1 && pkg.files[0]?.path === pkg.name) return formatBytes(pkg.size);
  const [packed, unpacked] = [formatBytes(pkg.size), formatBytes(contentBytes)];
  const size = packed === unpacked ? packed : `${packed} (${unpacked} unpacked)`;
  const text = `${formatNumberOf(pkg.files.length, 'file')} · ${size}`;
  if (linked === 0) return text;
  return (
    <>
      {text} without <LinkedSummary />
    </>
  );
}
