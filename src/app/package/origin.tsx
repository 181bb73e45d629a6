import { Anchor } from '@mantine/core';
import { Fragment } from 'react';
import { hostText } from '../../base/host.ts';
import { type Inside, placeHref } from '../../model/place.ts';
import { descriptorName, type SourceDescriptor } from '../../state/load.ts';
import { CopyButton } from '../../widgets/copy-button.tsx';
import { NameText } from '../../widgets/name-text.tsx';
import { hostInPage } from '../private-host.ts';
import classes from './origin.module.css';

interface Props {
  /** Where the package lies, if it is in another one. */
  inside: Inside;
  descriptor: SourceDescriptor;
  /** The host that sent the bytes. A redirect must not lend the name of the first host to a file of another one. */
  servedFrom: string | undefined;
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
  const url = address !== undefined && URL.canParse(address) ? new URL(address) : undefined;
  const here = descriptor.kind === 'file' ? 'This computer' : 'Folder on this computer';
  const from = address === undefined ? here : <NameText mono>{url ? hostText(url.host) : address}</NameText>;
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
      {servedFrom !== undefined && servedFrom !== url?.host && (
        <span>
          (sent by <NameText mono>{hostInPage(servedFrom)}</NameText>)
        </span>
      )}
      {address !== undefined && <CopyButton value={address} label="Copy URL" kind="address" />}
      {edited && AS_EDITED}
    </p>
  );
}
