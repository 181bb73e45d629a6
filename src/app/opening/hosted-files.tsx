import { Button, CloseButton } from '@mantine/core';
import { IconFolders } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { formatBytes, formatNumberOf } from '../../base/amounts.ts';
import type { ErrorData, HostedFile } from '../../base/errors.ts';
import { mayBePackage } from '../../formats/views.ts';
import { AddressText } from '../../widgets/address-text.tsx';
import { Card } from '../../widgets/card.tsx';
import { FilterInput } from '../../widgets/filter-input.tsx';
import { NameText, visibleText } from '../../widgets/name-text.tsx';
import classes from './hosted-files.module.css';
import { useOpening } from './opening-ways.tsx';

interface Props {
  error: ErrorData;
  files: readonly HostedFile[];
  onClose?: () => void;
}

/** Files that get a line. The filter finds the others. */
const MAX_SHOWN = 100;

/** Lists at least this long have a filter. */
const FILTER_FROM = 12;

/** The files of a repository on a host, to choose one from. Those that some format knows come first. */
export default function HostedFiles({ error, files, onClose }: Props) {
  const { openUrl } = useOpening();
  const packages = useMemo(() => files.filter(({ path }) => mayBePackage(path, new Uint8Array(0))), [files]);
  const [showsAll, setShowsAll] = useState(packages.length === 0);
  const [filter, setFilter] = useState('');
  const wanted = filter.toLowerCase();
  const offered = showsAll ? files : packages;
  const found = offered.filter(({ path }) => path.toLowerCase().includes(wanted));
  return (
    <Card as="section" aria-labelledby="hosted-files" data-code={error.code}>
      <div className={classes.head}>
        <IconFolders size={20} stroke={1.75} aria-hidden />
        <h2 id="hosted-files" className={classes.title}>
          Choose a file
        </h2>
        {onClose && <CloseButton aria-label="Dismiss" onClick={onClose} />}
      </div>
      <p className={classes.text}>{visibleText(error.message)}</p>
      {error.url !== undefined && (
        <p className={classes.text}>
          <AddressText>{error.url}</AddressText>
        </p>
      )}
      {offered.length >= FILTER_FROM && (
        <FilterInput label="Filter the host’s files" value={filter} onChange={setFilter} className={classes.filter} />
      )}
      <ul className={classes.list} aria-label="Files on the host">
        {found.slice(0, MAX_SHOWN).map(({ path, size, url }) => (
          <li key={path} className={classes.file} data-path={path}>
            <Button
              variant="subtle"
              justify="start"
              className={classes.name}
              aria-label={`Open ${visibleText(path)}`}
              onClick={() => openUrl(url)}
            >
              <NameText mono>{path}</NameText>
            </Button>
            <span className={classes.size}>{size === undefined ? '' : formatBytes(size)}</span>
          </li>
        ))}
      </ul>
      {files.length === 0 && <p className={classes.text}>It has no files.</p>}
      {found.length > MAX_SHOWN && (
        <p className={classes.text}>
          and {formatNumberOf(found.length - MAX_SHOWN, 'more', 'more')}. Filter to see them.
        </p>
      )}
      {!showsAll && packages.length < files.length && (
        <Button size="compact-sm" onClick={() => setShowsAll(true)}>
          Show {formatNumberOf(files.length - packages.length, 'other file')}
        </Button>
      )}
    </Card>
  );
}
