import { Anchor } from '@mantine/core';
import { IconAlertOctagon, IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import type { Ref } from 'react';
import { FINDINGS, type Finding } from '../base/findings.ts';
import { baseName } from '../model/file-name.ts';
import type { PackageFile } from '../model/package.ts';
import { placeHref } from '../model/place.ts';
import { formatBytes, formatNumberOf } from '../widgets/byte-size.ts';
import { CopyButton } from '../widgets/copy-button.tsx';
import { FileStatus } from '../widgets/file-status.tsx';
import { NameText, visibleText } from '../widgets/name-text.tsx';
import { FileDownload } from './file-download.tsx';
import classes from './file-header.module.css';

interface Props {
  file: PackageFile;
  findings: readonly Finding[];
  /** Whether its bytes can be read, and so saved. */
  held: boolean;
  headingRef: Ref<HTMLHeadingElement>;
}

/** What is known of one file before its content: name, path, size, hash, problems. */
export function FileHeader({ file, findings, held, headingRef }: Props) {
  return (
    <header className={classes.root}>
      <h2 className={classes.name} ref={headingRef} tabIndex={-1}>
        <NameText>{baseName(file.path)}</NameText>
      </h2>
      <div className={classes.line}>
        <span className={classes.path} title={visibleText(file.path)}>
          <NameText mono>{file.path}</NameText>
        </span>
        <CopyButton value={file.path} label="Copy path" />
      </div>
      {file.kind === 'symlink' && (
        <p className={classes.fact}>
          Link{' '}
          {file.linkText === undefined ? null : (
            <>
              with the text <NameText mono>{file.linkText}</NameText>
            </>
          )}
          {file.target === undefined ? null : (
            <>
              , which leads to{' '}
              <Anchor underline="always" href={placeHref({ tab: 'files', item: file.target })}>
                <NameText mono>{file.target}</NameText>
              </Anchor>
            </>
          )}
        </p>
      )}
      <p className={classes.facts}>
        <FileStatus file={file} findings={undefined} />
        {factsOf(file).map((fact) => (
          <span key={fact} className={classes.figure}>
            {fact}
          </span>
        ))}
      </p>
      {file.sha256 !== undefined && (
        <div className={classes.line}>
          <span className={classes.label}>SHA-256</span>
          <code className={classes.hash}>{file.sha256}</code>
          <CopyButton value={file.sha256} label="Copy hash" />
        </div>
      )}
      {findings.length > 0 && <Findings findings={findings} />}
      {held && !file.shadowed && (
        <div className={classes.actions}>
          <FileDownload key={file.path} path={file.path} />
        </div>
      )}
    </header>
  );
}

function factsOf({ size, storedSize, method }: PackageFile): string[] {
  const exact = size === undefined ? '' : formatNumberOf(size, 'byte');
  const facts = [size === undefined ? 'size not stated' : size < 1000 ? exact : `${formatBytes(size)} (${exact})`];
  if (size !== undefined && storedSize !== undefined && storedSize !== size)
    facts.push(`${formatBytes(storedSize)} stored`);
  if (method !== undefined) facts.push(method);
  return facts;
}

const ICONS = {
  error: { Icon: IconAlertOctagon, word: 'Error' },
  warning: { Icon: IconAlertTriangle, word: 'Warning' },
  info: { Icon: IconInfoCircle, word: 'Note' },
} as const;

function Findings({ findings }: { findings: readonly Finding[] }) {
  return (
    <ul className={classes.findings} aria-label="Problems of this file">
      {findings.map((finding, index) => {
        const { Icon, word } = ICONS[finding.severity];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is as long as the package is open.
          <li key={index} data-severity={finding.severity}>
            <Icon className={classes.icon} size={16} stroke={1.75} aria-hidden />
            <span>
              <strong>
                {word}: {FINDINGS[finding.code].title}.
              </strong>{' '}
              {visibleText(finding.message)}
              {finding.line === undefined ? null : ` (line ${finding.line})`}
            </span>
          </li>
        );
      })}
      <li>
        <Anchor href={placeHref({ tab: 'problems' })}>What to do about it</Anchor>
      </li>
    </ul>
  );
}
