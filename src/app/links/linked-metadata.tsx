import { Button } from '@mantine/core';
import { IconCloudDownload } from '@tabler/icons-react';
import { fileIndex } from '../../model/file/file-index.ts';
import { hostsInWords } from '../../model/link/linked-content.ts';
import type { Package, PackageFile } from '../../model/package.ts';
import { atStart } from '../../model/words.ts';
import { useActions, useWords } from '../../state/hooks.ts';
import { Card } from '../../widgets/card.tsx';
import { LinkAddresses } from './addresses.tsx';
import { Fetching } from './fetching.tsx';
import { useLinkFetch } from './hooks.ts';
import classes from './linked-metadata.module.css';

/** The metadata file if the package only links to it and it is not fetched. */
export function linkedMetadata({ files, words }: Package): PackageFile | undefined {
  const file = words.metadataFile === undefined ? undefined : fileIndex(files).get(words.metadataFile);
  return file?.link && file.hash === 'linked' && !file.fetched ? file : undefined;
}

/** Offers to fetch a metadata file that is only linked: without it there is little to show. */
export function LinkedMetadata({ file }: { file: PackageFile }) {
  const { fetchLink } = useActions();
  const { metadataFile, linkList, hashList } = useWords();
  const fetching = useLinkFetch(file.sha256);
  const urls = file.link?.urls ?? [];

  async function fetchIt(): Promise<void> {
    // The package is shown again without this section. The focus goes to its name.
    if (await fetchLink(file.path, { keep: true })) document.querySelector('h1')?.focus();
  }

  return (
    <Card as="section" aria-labelledby="linked-metadata" className={classes.root}>
      <IconCloudDownload className={classes.icon} size={24} stroke={1.5} aria-hidden />
      <div className={classes.body}>
        <h2 id="linked-metadata" className={classes.title}>
          {atStart(metadataFile)} is not in the package
        </h2>
        <p className={classes.text}>
          It describes the model and its inputs and outputs. {atStart(linkList)} says where to fetch it, and {hashList}{' '}
          has its hash.{fetching === undefined ? ' Nothing has been contacted yet.' : ''}
        </p>
        <Fetching
          file={file}
          fetching={fetching}
          what={`Fetching ${metadataFile}`}
          buttons={
            <Button variant="filled" onClick={() => void fetchIt()}>
              Fetch it from {hostsInWords(urls)}
            </Button>
          }
        />
        {fetching?.phase === 'failed' && <LinkAddresses urls={urls} fetching={fetching} />}
      </div>
    </Card>
  );
}
