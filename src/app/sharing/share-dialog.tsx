import { Checkbox, Code, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { useOpened } from '../../state/hooks.ts';
import type { Opened } from '../../state/load.ts';
import { CopyButton } from '../../widgets/copy-button.tsx';
import { ToneLine } from '../../widgets/severity.tsx';
import { Dialog } from '../dialog.tsx';
import { givenUrl } from '../opening/visit.ts';
import { usePlace } from '../page-address.ts';
import { HostCheck } from './host.tsx';
import { HostedElsewhere } from './hosting.tsx';
import classes from './share-dialog.module.css';
import { embedSnippet, linkCaveats, placeText, shareLink } from './share-link.ts';

interface Props {
  opened: boolean;
  onClose(): void;
}

/** A link to what is on screen, HTML for a frame, and whether others can read the file at all. */
export default function ShareDialog({ opened, onClose }: Props) {
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
          {...(descriptor.kind === 'file' ? { size: descriptor.file.size } : {})}
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
  const embedLabel = useId();
  const page = window.location.href;
  const { inside } = opened;
  const target = { url, inside, place: here ? place : undefined };
  const link = shareLink(page, target);
  const { title, name } = opened.package;
  const snippet = embedSnippet(shareLink(page, { ...target, embed: true }), title || name);
  return (
    <>
      <div>
        <div className={classes.line}>
          <TextInput
            label="Link"
            className={classes.field ?? ''}
            classNames={{ input: classes.mono ?? '' }}
            value={link}
            readOnly
            data-autofocus
            onFocus={(event) => event.currentTarget.select()}
          />
          <CopyButton value={link} label="Copy link" size="lg" />
        </div>
        {place && (
          <Checkbox
            mt={8}
            label={<bdi>Open at {placeText(place)}</bdi>}
            checked={here}
            onChange={(event) => setHere(event.currentTarget.checked)}
          />
        )}
        {linkCaveats(page, address).map((text) => (
          <ToneLine key={text} tone="info" className={classes.note}>
            {text}
          </ToneLine>
        ))}
      </div>
      <section aria-labelledby={embedLabel}>
        <h3 id={embedLabel} className={classes.heading}>
          On your own page
        </h3>
        <div className={classes.line} data-top>
          <Code
            block
            px={12}
            py={8}
            className={classes.snippet ?? ''}
            tabIndex={0}
            role="group"
            aria-label="HTML for a frame"
          >
            {snippet}
          </Code>
          <CopyButton value={snippet} label="Copy HTML" size="lg" kind="text" />
        </div>
      </section>
    </>
  );
}
