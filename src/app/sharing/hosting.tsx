import { useState } from 'react';
import { MAIN_FORMAT } from '../../formats/views.ts';
import { corsHelp } from '../../model/link/cors.ts';
import { Card } from '../../widgets/card.tsx';
import { absoluteUrl } from '../page-address.ts';
import { HostSetting } from './host-setting.tsx';
import classes from './hosting.module.css';
import { UrlLine } from './url-line.tsx';

interface Props {
  /** Whether the package is an unpacked one, so not a single file. */
  folder: boolean;
  /** Called with the absolute address of the file on a host. */
  onAddress(url: string): void;
}

/**
 * Kinds of hosts. `like` is an example address that `corsHelp` gives the setting for; `text` says that none is needed.
 */
const HOSTS: readonly { name: string; like?: string; text?: string }[] = [
  {
    name: 'Hugging Face',
    text: 'Public files need no setup. Use the URL of the file’s page or of its download.',
  },
  { name: 'GitHub Pages, or a file of a public repository', text: 'No setup needed. Files can be up to 100 MB.' },
  { name: 'GitHub releases', like: `https://github.com/o/r/releases/download/v1/a${MAIN_FORMAT.extension}` },
  {
    name: 'Amazon S3, Cloudflare R2, DigitalOcean Spaces',
    like: `https://bucket.s3.amazonaws.com/a${MAIN_FORMAT.extension}`,
  },
  { name: 'Google Cloud Storage', like: `https://storage.googleapis.com/bucket/a${MAIN_FORMAT.extension}` },
  { name: 'nginx', like: `https://models.example/a${MAIN_FORMAT.extension}` },
];

/** For a local package: why it has no link, what a host must send, and a field for its address on a host. */
export function HostedElsewhere({ folder, onAddress }: Props) {
  const [text, setText] = useState('');

  function submit(): void {
    if (text.trim() !== '') onAddress(absoluteUrl(text.trim()));
  }

  return (
    <>
      <p className={classes.lead}>
        {folder
          ? `This folder is only on your computer. To share a link, pack it as a ${MAIN_FORMAT.extension} and put that on a host that others can reach.`
          : 'This file is only on your computer. To share a link, put it on a host that others can reach.'}{' '}
        Boxcutter uploads nothing.
      </p>
      <section aria-labelledby="host-must">
        <h3 id="host-must" className={classes.heading}>
          What the host must send
        </h3>
        <HostNeeds />
      </section>
      <UrlLine value={text} onChange={setText} action="Check" disabled={text.trim() === ''} onSubmit={submit} />
    </>
  );
}

/** The headers that a host must send, and how the owners of known hosts set them. */
export function HostNeeds() {
  return (
    <>
      <ul className={classes.needs}>
        <li>
          <code>Access-Control-Allow-Origin: *</code>, which lets other sites read the file (CORS)
        </li>
        <li>only the requested parts, uncompressed and with status 206 (range requests)</li>
        <li>
          preferably also <code>Access-Control-Expose-Headers: Content-Range, ETag</code>
        </li>
      </ul>
      <Card rows>
        {HOSTS.map((host) => (
          <Host key={host.name} {...host} />
        ))}
      </Card>
    </>
  );
}

function Host({ name, like, text }: { name: string; like?: string; text?: string }) {
  const help = like === undefined ? undefined : corsHelp(like);
  return (
    <details>
      <summary className={classes.summary}>{name}</summary>
      <p className={classes.text}>{text ?? help?.text}</p>
      {help?.setting === undefined ? null : (
        <div className={classes.setting}>
          <HostSetting of={name}>{help.setting}</HostSetting>
        </div>
      )}
    </details>
  );
}
