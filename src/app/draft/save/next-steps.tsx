import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { linkOf } from '../../find/link.ts';
import { useOpening } from '../../opening/opening-ways.tsx';
import { HostNeeds } from '../../sharing/hosting.tsx';
import { LinkForms, Snippet } from '../../sharing/link-forms.tsx';
import { MAX_S3_UPLOAD, uploadLine } from '../../sharing/upload-line.ts';
import { UrlLine } from '../../sharing/url-line.tsx';
import { Line } from '../line.tsx';
import classes from './next-steps.module.css';

interface Props {
  /** The name of the saved file, and its bytes. */
  name: string;
  size: number;
  /** What people call the package: a stranger's text. */
  title: string;
  /** What its hash is called: "Model hash". Undefined where it has none. */
  label: string | undefined;
  /** That hash. */
  sha256: string | undefined;
  /** Called before another package is opened. */
  onClose(): void;
}

/** The ways on from a saved file: upload it, open it from its host, and link to it. */
export function NextSteps({ name, size, title, label, sha256, onClose }: Props) {
  const [upload, setUpload] = useState('');
  const [typed, setTyped] = useState('');
  const { openUrl } = useOpening();
  const link = linkOf(typed);
  const url = link && isHosted(link.url) ? new URL(link.url).href : undefined;
  const submit = () => {
    if (link === undefined) return;
    onClose();
    openUrl(link.url);
  };
  return (
    <ol className={classes.steps}>
      <li>
        <p className={classes.title}>Upload it to a host that others can reach</p>
        <p className={classes.text}>
          Boxcutter uploads nothing. Use what your host offers, or, with a presigned URL, this command in the file’s
          folder:
        </p>
        <TextInput
          label="Presigned upload URL"
          description="It completes the command, and stays in this page."
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          value={upload}
          onChange={(event) => setUpload(event.currentTarget.value)}
        />
        <Snippet
          label="Upload command"
          copy="Copy upload command"
          text={uploadLine(name, upload.trim() || undefined)}
        />
        {size > MAX_S3_UPLOAD && (
          <Line tone="info">
            Amazon S3 and Cloudflare R2 take at most 5 GiB in one upload. For more, use their own programs.
          </Line>
        )}
        <details className={classes.details}>
          <summary>What the host must send</summary>
          <HostNeeds />
        </details>
      </li>
      <li>
        <p className={classes.title}>Open its URL here, to see what others will see</p>
        <UrlLine value={typed} onChange={setTyped} action="Open URL" disabled={link === undefined} onSubmit={submit} />
      </li>
      <li>
        <p className={classes.title}>Share it</p>
        {label !== undefined && (
          <p className={classes.text}>
            The link has the new {label.toLowerCase()}: whoever opens it sees whether the file is still this one.
          </p>
        )}
        {url === undefined ? (
          <p className={classes.hint}>
            Enter its URL above to get the link, a badge for a README, and HTML for a frame.
          </p>
        ) : (
          <div className={classes.forms}>
            <LinkForms
              target={{ url, hash: sha256 === undefined ? undefined : { kind: 'hash', sha256 } }}
              address={url}
              title={title}
            />
          </div>
        )}
      </li>
    </ol>
  );
}

/** Whether a URL is one that a link can lead to. */
function isHosted(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}
