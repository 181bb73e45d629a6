import { Anchor } from '@mantine/core';
import { IconAlertTriangle, IconCloud } from '@tabler/icons-react';
import { SNIFF_BYTES } from '../base/limits.ts';
import { contentFile, fileIndex } from '../model/file-index.ts';
import { sniffMedia } from '../model/media.ts';
import type { PackageFile } from '../model/package.ts';
import { placeHref } from '../model/place.ts';
import { useFileBytes, usePackage } from '../state/hooks.ts';
import { formatCount } from '../widgets/byte-size.ts';
import { CopyButton } from '../widgets/copy-button.tsx';
import { EmptyState } from '../widgets/empty-state.tsx';
import { LoadingView } from '../widgets/loading-view.tsx';
import { NameText, visibleText } from '../widgets/name-text.tsx';
import { FileContent } from './file-content.tsx';
import classes from './file-view.module.css';

interface Props {
  path: string;
  /** As a part of something else (an example's value): small, and with a link to the file instead of ways to look at it. */
  compact?: boolean;
}

/** Any file of the open package, as what its bytes say it is. */
export function FileView({ path, compact = false }: Props) {
  const { files } = usePackage();
  const file = fileIndex(files).get(path);
  if (!file)
    return (
      <EmptyState title="No such file">
        The package holds no file named <NameText mono>{path}</NameText>.
      </EmptyState>
    );
  if (file.unsafe)
    return <Note>Its name points outside the package, so Boxcutter lists this file but never opens it.</Note>;
  const content = contentFile(files, file);
  if (!content)
    return (
      <Note>
        This is a link that leads nowhere
        {file.linkText === undefined ? null : (
          <>
            : its text is <NameText mono>{file.linkText}</NameText>
          </>
        )}
        .
      </Note>
    );
  if (content.hash === 'missing')
    return (
      <Note>
        This file is missing: MANIFEST lists it, but the package does not hold it, and LINKS does not say where it can
        be fetched.
      </Note>
    );
  if (content.link && content.size === undefined) return <LinkedFile file={content} urls={content.link.urls} />;
  if (content.size === 0) return <EmptyState title="An empty file">It holds no bytes.</EmptyState>;
  return <HeldFile key={path} path={path} file={content} compact={compact} />;
}

function Note({ children }: { children: React.ReactNode }) {
  return (
    <p className={classes.note}>
      <IconAlertTriangle className={classes.warning} size={16} stroke={1.75} aria-hidden />
      <span>{children}</span>
    </p>
  );
}

/** Addresses that are listed. A hostile LINKS can give one file thousands. */
const MAX_ADDRESSES = 50;

function LinkedFile({ file, urls }: { file: PackageFile; urls: readonly string[] }) {
  return (
    <div>
      <p className={classes.note}>
        <IconCloud className={classes.info} size={16} stroke={1.75} aria-hidden />
        <span>
          This file is not in the package. LINKS says where it can be fetched
          {file.sha256 === undefined ? '' : ', and MANIFEST what its hash must be'}. Nothing was contacted.
        </span>
      </p>
      <p className={classes.heading}>{urls.length === 1 ? 'Address' : `${formatCount(urls.length)} addresses`}</p>
      <ul aria-label="Addresses" className={classes.addresses}>
        {urls.slice(0, MAX_ADDRESSES).map((url, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: one address may stand twice.
          <li key={index}>
            <span className={classes.address}>
              <span className={classes.host}>{visibleText(hostOf(url) ?? 'Not an address')}</span>
              <NameText mono>{url}</NameText>
            </span>
            <CopyButton value={url} label="Copy address" />
          </li>
        ))}
        {urls.length > MAX_ADDRESSES && <li>and {formatCount(urls.length - MAX_ADDRESSES)} more</li>}
      </ul>
    </div>
  );
}

function hostOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).host || undefined : undefined;
}

function HeldFile({ path, file, compact }: { path: string; file: PackageFile; compact: boolean }) {
  const head = useFileBytes(path, 0, SNIFF_BYTES);
  return (
    <div className={classes.held}>
      <LoadingView of={head} what="the file">
        {(bytes) => <FileContent path={path} file={file} kind={sniffMedia(bytes, path)} compact={compact} />}
      </LoadingView>
      {compact && (
        <Anchor className={classes.link} href={placeHref({ tab: 'files', item: path })}>
          <NameText mono>{path}</NameText>
        </Anchor>
      )}
    </div>
  );
}
