import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useOpened } from '../../state/hooks.ts';
import type { Opened } from '../../state/load.ts';
import { Dialog } from '../../widgets/dialog.tsx';
import { givenUrl } from '../opening/visit.ts';
import { usePlace } from '../page-address.ts';
import { HostCheck } from './host.tsx';
import { HostedElsewhere } from './hosting.tsx';
import { LinkForms } from './link-forms.tsx';
import { LinkHash } from './link-hash.tsx';
import classes from './share-dialog.module.css';
import { placeText } from './share-link.ts';
import { type SharedHash, useOwnHash } from './shared-hash.ts';

/** A link to what is on screen, HTML for a frame, and whether others can read the file at all. */
export default function ShareDialog({ opened, onClose }: { opened: boolean; onClose(): void }) {
  const open = useOpened();
  return (
    <Dialog opened={opened} onClose={onClose} title="Share">
      {open &&
        (open.descriptor.kind === 'url' ? <Hosted opened={open} url={open.descriptor.url} /> : <Local opened={open} />)}
    </Dialog>
  );
}

function Hosted({ opened, url }: { opened: Opened; url: string }) {
  return (
    <div className={classes.root}>
      <Links opened={opened} url={givenUrl(url)} address={url} />
      <HostCheck url={url} />
    </div>
  );
}

function Local({ opened }: { opened: Opened }) {
  const { descriptor } = opened;
  // The count makes asking about the same address another check.
  const [asked, setAsked] = useState<{ url: string; count: number }>();
  return (
    <div className={classes.root}>
      <HostedElsewhere
        folder={descriptor.kind === 'folder'}
        onAddress={(url) => setAsked((before) => ({ url, count: (before?.count ?? 0) + 1 }))}
      />
      {asked && (
        <HostCheck
          key={asked.count}
          url={asked.url}
          size={descriptor.kind === 'file' ? descriptor.file.size : undefined}
        >
          <Links opened={opened} url={asked.url} address={asked.url} />
        </HostCheck>
      )}
    </div>
  );
}

interface LinksProps {
  opened: Opened;
  /** The address of the package as the links have it. It may be relative. */
  url: string;
  /** The same address, absolute. */
  address: string;
}

function Links({ opened, url, address }: LinksProps) {
  const [place] = usePlace();
  const [here, setHere] = useState(true);
  const own = useOwnHash();
  const [ofFile, setOfFile] = useState<SharedHash>();
  const hash = own ?? ofFile;
  const { inside } = opened;
  const { title, name } = opened.package;
  return (
    <LinkForms target={{ url, inside, place: here ? place : undefined, hash }} address={address} title={title || name}>
      {place && (
        <Checkbox
          mt={8}
          label={<bdi>Open at {placeText(place)}</bdi>}
          checked={here}
          onChange={(event) => setHere(event.currentTarget.checked)}
        />
      )}
      <LinkHash hash={hash} onHash={setOfFile} />
    </LinkForms>
  );
}
