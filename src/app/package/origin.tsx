import { Anchor } from '@mantine/core';
import { Fragment } from 'react';
import { hostText } from '../../base/host.ts';
import { shortened } from '../../base/text.ts';
import { type Inside, placeHref } from '../../model/place.ts';
import { descriptorName, type SourceDescriptor } from '../../state/load.ts';
import { CopyButton } from '../../widgets/copy-button.tsx';
import { NameText } from '../../widgets/name-text.tsx';
import { hostInPage } from '../private-host.ts';
import classes from './origin.module.css';

interface ShortProps {
  /** Where the package lies, if it is in another one. */
  inside: Inside;
  descriptor: SourceDescriptor;
  /** The host that sent the bytes. A redirect must not lend the name of the first host to a file of another one. */
  servedFrom: string | undefined;
}

interface Props extends ShortProps {
  /** Whether the page shows the package as edited, not as it came from there. */
  edited: boolean;
  /** Of the links to the packages around it. */
  trailLabel: string;
}

const AS_EDITED = <span>(as edited, not saved)</span>;

/**
 * Where the package came from: a host, or this computer. Of an inner one, a link for each package around it, the
 * outermost first. Each leads to the file that was opened there.
 */
export function Origin({ descriptor, inside, servedFrom, edited, trailLabel }: Props) {
  const address = descriptor.kind === 'url' ? descriptor.url : undefined;
  const url = urlOf(descriptor);
  const from =
    address === undefined ? hereText(descriptor) : <NameText mono>{url ? hostText(url.host) : address}</NameText>;
  if (inside.length > 0) {
    return (
      <nav className={classes.root} aria-label={trailLabel}>
        {from} ›
        {inside.map((path, level) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a level has no other name.
          <Fragment key={level}>
            <Anchor inherit underline="always" href={placeHref({ tab: 'files', item: path }, inside.slice(0, level))}>
              <NameText mono>{level === 0 ? descriptorName(descriptor) : (inside[level - 1] as string)}</NameText>
            </Anchor>
            <span aria-hidden>›</span>
          </Fragment>
        ))}
        <span aria-current="page">
          <NameText mono>{inside.at(-1) as string}</NameText>
        </span>
        {edited && AS_EDITED}
      </nav>
    );
  }
  const path = url ? url.pathname.split('/').filter(Boolean) : [];
  const parts = address === undefined ? [descriptorName(descriptor)] : path;
  return (
    <p className={classes.root}>
      <span>{from}</span>
      {parts.length > 0 && (
        <>
          {' '}
          <span>›</span>{' '}
          <span>
            {parts.length > 1 ? '…/' : ''}
            <NameText mono>{parts.at(-1) as string}</NameText>
          </span>
        </>
      )}
      <SentBy servedFrom={servedFrom} url={url} />
      {address !== undefined && <CopyButton value={address} label="Copy URL" kind="address" />}
      {edited && AS_EDITED}
    </p>
  );
}

/**
 * The same in one line, as much of it as fits: the host, or of what is on this computer the name of the file.
 *
 * @param name what the package is called: a file that is called so is not named again
 */
export function ShortOrigin({ descriptor, inside, servedFrom, name }: ShortProps & { name: string }) {
  const url = urlOf(descriptor);
  const file = inside.at(-1) ?? descriptorName(descriptor);
  const named = file !== name && <NameText>{shortened(file)}</NameText>;
  return (
    <p className={classes.short}>
      {url ? (
        <>
          <NameText>{hostText(url.host)}</NameText> <SentBy servedFrom={servedFrom} url={url} />
          {named && <> › {named}</>}
        </>
      ) : (
        named || hereText(descriptor)
      )}
    </p>
  );
}

function SentBy({ servedFrom, url }: { servedFrom: string | undefined; url: URL | undefined }) {
  if (servedFrom === undefined || servedFrom === url?.host) return null;
  return (
    <span>
      (sent by <NameText mono>{hostInPage(servedFrom)}</NameText>)
    </span>
  );
}

function urlOf(descriptor: SourceDescriptor): URL | undefined {
  return descriptor.kind === 'url' && URL.canParse(descriptor.url) ? new URL(descriptor.url) : undefined;
}

function hereText({ kind }: SourceDescriptor): string {
  return kind === 'file' ? 'This computer' : 'Folder on this computer';
}
