import { Popover } from '@mantine/core';
import { IconArrowLeft, IconChevronDown } from '@tabler/icons-react';
import { Fragment, type Ref } from 'react';
import { shortened } from '../../base/text.ts';
import { OUTERMOST, placeHref } from '../../model/place.ts';
import { useKnownPart } from '../../state/hooks.ts';
import { descriptorName, type Opened } from '../../state/load.ts';
import { NameText, visibleText } from '../../widgets/name-text.tsx';
import { useLeavingLinks } from '../leaving-links.ts';
import { isEmbedded, useOpenHere } from '../page-address.ts';
import { CompareWith } from '../pair/compare-with.tsx';
import { DownloadButton, type PackageDownload } from '../sharing/package-download.tsx';
import { ShortOrigin } from './origin.tsx';
import { About, ModelHash, PackageName } from './package-header.tsx';
import classes from './workbench-head.module.css';

interface Props {
  opened: Opened;
  heading: Ref<HTMLHeadingElement>;
  download: PackageDownload;
}

/** UTF-16 units of the opened package's name that the bar has room for. */
const MAX_NAME = 60;

/**
 * The name of the package in the bar, below where it came from, because the name is a stranger's text, and after a link
 * to the package that it lies in. A press on the name opens what the
 * head of the Overview has.
 */
export function WorkbenchName({ opened, heading, download }: Props) {
  const one = useKnownPart((pkg) => pkg.words.one);
  const { descriptor, inside, package: pkg } = opened;
  const name = useKnownPart((known) => known.title || known.name);
  const [isOpen, setOpen] = useOpenHere();
  const { returnFocus, onClick } = useLeavingLinks(isOpen, () => setOpen(false));
  return (
    <div className={classes.names} data-names>
      <OuterLinks opened={opened} />
      <Popover
        opened={isOpen}
        onChange={setOpen}
        position="bottom-start"
        width={480}
        trapFocus
        returnFocus={returnFocus}
        withRoles
        keepMounted
      >
        <div className={classes.stack}>
          <ShortOrigin descriptor={descriptor} inside={inside ?? OUTERMOST} servedFrom={pkg.servedFrom} name={name} />
          <h1 ref={heading} tabIndex={-1} className={classes.heading}>
            <Popover.Target>
              <button type="button" className={classes.name} onClick={() => setOpen(!isOpen)}>
                <span className={classes.held} data-held={visibleText(shortened(pkg.title || pkg.name, MAX_NAME))}>
                  <span className={classes.text}>
                    <PackageName />
                  </span>
                </span>
                <IconChevronDown size={14} stroke={1.75} aria-hidden className={classes.chevron} />
              </button>
            </Popover.Target>
          </h1>
        </div>
        <Popover.Dropdown onClick={onClick}>
          <About opened={opened}>
            <p className={classes.whole}>
              <PackageName />
            </p>
          </About>
          <div className={classes.line}>
            {(descriptor.kind === 'url' || inside) && <DownloadButton download={download} what={one} />}
            {isEmbedded() ? null : <CompareWith />}
            <ModelHash identity={pkg.identity} isHidden />
          </div>
        </Popover.Dropdown>
      </Popover>
    </div>
  );
}

/** Links to the files of the outer packages that are shown: the last by its name. Nothing for the outermost package. */
function OuterLinks({ opened: { descriptor, inside = OUTERMOST } }: { opened: Opened }) {
  if (inside.length === 0) return null;
  return (
    <nav aria-label="Trail" className={classes.trail}>
      {inside.map((path, level) => {
        const name = inside[level - 1] ?? descriptorName(descriptor);
        const isLast = level === inside.length - 1;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a level has no other name.
          <Fragment key={level}>
            <a
              href={placeHref({ tab: 'files', item: path }, inside.slice(0, level))}
              className={classes.outer}
              aria-label={visibleText(name)}
              title={visibleText(name)}
            >
              {isLast ? <NameText>{name}</NameText> : '…'}
            </a>
            <span aria-hidden>›</span>
          </Fragment>
        );
      })}
    </nav>
  );
}

interface ChosenProps {
  /** What Back leads to: "files". */
  list: string;
  onBack(): void;
  /** Where the tab puts the name of what is chosen. */
  slot: Ref<HTMLDivElement>;
}

/** On a phone, in place of the package's name and its tabs: the way back to the list, and what is chosen in it. */
export function ChosenHead({ list, onBack, slot }: ChosenProps) {
  return (
    <div className={classes.chosen}>
      <button type="button" className={classes.back} aria-label={`Back to ${list}`} onClick={onBack}>
        <IconArrowLeft size={20} stroke={1.75} aria-hidden />
      </button>
      <div ref={slot} className={classes.slot} />
    </div>
  );
}
