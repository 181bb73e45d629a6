import { IconFiles, IconPackage, IconPencil, IconScale } from '@tabler/icons-react';
import { type ComponentProps, type ReactNode, type Ref, useMemo } from 'react';
import { formatNumberOf } from '../../base/amounts.ts';
import { shortened } from '../../base/text.ts';
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
import { ConvertButton } from '../making/convert-button.tsx';
import { isEmbedded } from '../page-address.ts';
import { CompareWith } from '../pair/compare-with.tsx';
import { DownloadButton, type PackageDownload } from '../sharing/package-download.tsx';
import { ErrorLine } from '../trust/error-line.tsx';
import { HashCompare } from './hash-compare.tsx';
import { Origin } from './origin.tsx';
import classes from './package-header.module.css';
import { storedText } from './stored-text.ts';

interface Props {
  opened: Opened;
  heading: Ref<HTMLHeadingElement>;
  download: PackageDownload;
  /** The button that shares. Nothing in a frame. */
  share: ReactNode;
  /** The trust card. */
  children: ReactNode;
}

/**
 * The head of the Overview: what the package is and where it came from, and whether it can be trusted. The origin is
 * above the name, because the name is a stranger's text.
 */
export function PackageHeader({ opened, heading, download, share, children }: Props) {
  const one = useKnownPart((pkg) => pkg.words.one);
  const placeHref = usePlaceHref();
  const { descriptor, inside, package: pkg } = opened;
  return (
    <header className={classes.root}>
      <div className={classes.about}>
        <About opened={opened} trailLabel="Trail">
          <h1 ref={heading} tabIndex={-1} className={classes.heading}>
            <PackageName />
          </h1>
        </About>
        <div className={classes.line}>
          <div className={classes.actions}>
            {share}
            {descriptor.kind === 'url' || inside ? <DownloadButton download={download} what={one} /> : null}
            {pkg.can.edit && (
              <IconButton Icon={IconPencil} variant="default" size="sm" href={placeHref({ tab: 'edit' })}>
                Edit
              </IconButton>
            )}
            {isEmbedded() ? null : <CompareWith />}
            <ConvertButton />
          </div>
          <ModelHash identity={pkg.identity} />
        </div>
      </div>
      <div className={classes.card}>{children}</div>
      <div className={classes.errors}>
        <ErrorLine />
      </div>
    </header>
  );
}

/**
 * Characters of a name or a license in the head, where a license is a chip: the card below shows more of it. A browser
 * takes many seconds to break a line of 30,000.
 */
const MAX_SHOWN_IN_HEAD = 500;

/** The package's name, as its draft has it, cut after `MAX_SHOWN_IN_HEAD` characters. */
export function PackageName() {
  const name = useKnownPart((pkg) => pkg.title || pkg.name);
  return <NameText>{shortened(name, MAX_SHOWN_IN_HEAD)}</NameText>;
}

interface AboutProps {
  opened: Opened;
  /** Of the links to the packages around it. By default, the bar has such links too. */
  trailLabel?: string;
  children?: ReactNode;
}

/** Where the package came from, its name (`children`), its short description, and chips. */
export function About({ opened, trailLabel = 'Whole trail', children }: AboutProps) {
  // The package as edited, except for facts of the open file: its hash, size and integrity.
  const summary = useKnownPart((pkg) => pkg.summary || pkg.inShort);
  const onlyFiles = useKnownPart((pkg) => pkg.onlyFiles);
  const isEdited = useApp((state) => state.draft?.changed === true);
  return (
    <>
      <Origin
        descriptor={opened.descriptor}
        inside={opened.inside ?? OUTERMOST}
        servedFrom={opened.package.servedFrom}
        edited={isEdited}
        trailLabel={trailLabel}
      />
      {children}
      {summary && <p className={classes.summary}>{visibleText(summary)}</p>}
      {onlyFiles !== undefined && <p className={classes.summary}>{visibleText(onlyFiles)}</p>}
      <Chips open={opened.package} />
    </>
  );
}

/** Its format, what runs it, its license, and its size. */
function Chips({ open }: { open: Package }) {
  const size = useMemo(() => sizeText(open), [open]);
  const formatName = useKnownPart((pkg) => pkg.formatName);
  const formatVersion = useKnownPart((pkg) => pkg.formatVersion);
  const runtime = useKnownPart(({ runtime: of }) => of?.name && [of.name, of.version].filter(Boolean).join(' '));
  const license = useKnownPart((pkg) => pkg.license);
  const hasOtherFiles = useApp(({ draft }) => (draft?.current.files.length ?? 0) > 0);
  return (
    <ul className={classes.chips} aria-label="In short">
      <InShort Icon={IconPackage}>
        {formatName} {formatVersion !== undefined && <NameText>{formatVersion}</NameText>}
      </InShort>
      {runtime && (
        <InShort>
          <NameText mono>{runtime}</NameText>
        </InShort>
      )}
      {license && (
        <InShort Icon={IconScale}>
          <NameText>{shortened(license, MAX_SHOWN_IN_HEAD)}</NameText>
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

/**
 * The hash of the open file by which others can tell that they have the same, and a field to compare it.
 *
 * @param isHidden whether it stands where Find cannot lead to
 */
export function ModelHash({ identity, isHidden = false }: { identity: Package['identity']; isHidden?: boolean }) {
  const edited = useApp((state) => state.draft?.changed === true);
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
      <HashCompare hash={sha256} isHidden={isHidden} />
    </div>
  );
}

function sizeText(pkg: Package): ReactNode {
  const { linked, contentBytes } = fileIndex(pkg.files).totals;
  const size = storedText(pkg.unwrappedFrom?.size ?? pkg.size, contentBytes);
  // The package is that file.
  if (pkg.files.length === 1 && pkg.files[0]?.path === pkg.name) return size;
  const text = `${formatNumberOf(pkg.files.length, 'file')} · ${size}`;
  if (linked === 0) return text;
  return (
    <>
      {text} without <LinkedSummary />
    </>
  );
}
