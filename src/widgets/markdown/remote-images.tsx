import { Button } from '@mantine/core';
import type { Root } from 'hast';
import { useMemo } from 'react';
import { formatNumberOf } from '../../base/amounts.ts';
import { hostText } from '../../base/host.ts';
import classes from './markdown.module.css';
import { readAddress, remoteImage } from './markdown-address.ts';
import { useMarkdownContext } from './markdown-context.ts';
import { imageAddresses } from './tree.ts';

/** With more hosts than these, the button counts them and the sentence beside it names them. */
const MAX_HOSTS_ON_BUTTON = 3;

interface RemoteImagesProps {
  tree: Root;
  /** Called with the hosts whose images the reader asks for. */
  onLoad(hosts: readonly string[]): void;
}

/** The button that loads the tree's images from other hosts. Nothing when there are none left to load. */
export function RemoteImages({ tree, onLoad }: RemoteImagesProps) {
  const { fileOf, loadedHosts } = useMarkdownContext();
  const images = useMemo(
    () =>
      imageAddresses(tree)
        .flatMap((address) => remoteImage(readAddress(address, fileOf)) ?? [])
        .filter(({ host }) => !loadedHosts.has(host)),
    [tree, fileOf, loadedHosts],
  );
  if (images.length === 0) return null;
  const hosts = [...new Set(images.map(({ host }) => host))];
  const areCounted = hosts.length > MAX_HOSTS_ON_BUTTON;
  return (
    <div className={classes.remote}>
      <Button size="xs" className={classes.load ?? ''} onClick={() => onLoad(hosts)}>
        Load {formatNumberOf(images.length, 'image')} from{' '}
        {areCounted ? formatNumberOf(hosts.length, 'host') : hosts.map(hostText).join(', ')}
      </Button>
      <span>
        {areCounted && <>These are {hosts.map(hostText).join(', ')}. </>}
        Loading tells {hosts.length === 1 ? 'that host' : 'those hosts'} your IP address.
      </span>
    </div>
  );
}
