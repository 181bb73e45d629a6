import { Button } from '@mantine/core';
import { IconExternalLink, IconShare2 } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { SourceDescriptor } from '../../state/load.ts';
import { lateView } from '../../widgets/loading/late-view.tsx';
import { useShownInside } from '../../widgets/place-href.ts';
import { LateDialog } from '../boundary.tsx';
import { useFindAction } from '../find/action.ts';
import { givenUrl } from '../opening/visit.ts';
import { usePlace } from '../page-address.ts';
import { shareLink } from './share-link.ts';
import { useOwnHash } from './shared-hash.ts';

const ShareDialog = lateView(() => import('./share-dialog.tsx'));

interface Props {
  /** Large, small, or so small that there is room for its icon alone. */
  size: 'large' | 'small' | 'icon';
  /** Whether it is the main action of the page. */
  isMain: boolean;
}

/** Opens the dialog that gives a link to what is on screen. */
export function ShareButton({ size, isMain }: Props) {
  const icon = size === 'icon';
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const open = () => setOpened(true);
  const close = () => {
    setOpened(false);
    // The dialog is loaded after the click, so it cannot know where the focus was.
    button.current?.focus();
  };
  useFindAction({ name: 'Share', also: 'copy link embed snippet', Icon: IconShare2, run: open });
  return (
    <>
      <Button
        ref={button}
        variant={isMain ? 'filled' : 'default'}
        size={size === 'large' ? 'sm' : 'compact-sm'}
        miw={icon ? 'var(--bc-control-small)' : undefined}
        leftSection={icon ? undefined : <IconShare2 size={16} stroke={1.75} aria-hidden />}
        onClick={open}
      >
        {icon ? <IconShare2 size={16} stroke={1.75} aria-label="Share" /> : 'Share'}
      </Button>
      <LateDialog opened={opened} onClose={close}>
        <ShareDialog opened={opened} onClose={close} />
      </LateDialog>
    </>
  );
}

/**
 * In a frame of another site: a link to the same view on a page of its own. A local package has no address to link to.
 */
export function OpenOutside({ descriptor }: { descriptor: SourceDescriptor }) {
  const [place] = usePlace();
  const inside = useShownInside();
  const hash = useOwnHash();
  if (descriptor.kind !== 'url') return null;
  return (
    <Button
      component="a"
      href={shareLink(window.location.href, { url: givenUrl(descriptor.url), inside, place, hash })}
      target="_blank"
      rel="noopener"
      rightSection={<IconExternalLink size={16} stroke={1.75} aria-hidden />}
    >
      Open in Boxcutter
    </Button>
  );
}
