import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useWide } from '../../widgets/screen.ts';
import { useFindAction } from '../find/action.ts';

const TITLE = 'New version available';

/**
 * Offers the new version of the page, in the bar at the top. Nothing reloads unasked, and the browser asks once more
 * where changes are not saved. Not a late part: to fetch it would start the older service worker again, which is about
 * to end for another tab.
 */
export function NewVersion({ renew }: { renew: () => void }) {
  const isWide = useWide();
  const [isComing, setComing] = useState(false);
  const press = () => {
    setComing(true);
    renew();
  };
  // The browser may ask, and people may stay.
  useWindowEvent('focus', () => setComing(false));
  useFindAction({
    name: 'Reload for the new version',
    also: 'update upgrade',
    Icon: IconRefresh,
    always: true,
    run: press,
  });
  const about = { 'aria-label': `${TITLE}: reload`, loading: isComing, onClick: press };
  return (
    <>
      <span role="status" className="visually-hidden">
        {TITLE}
      </span>
      <Tooltip label={`${TITLE}. Reload to use it.`}>
        {isWide ? (
          <Button variant="subtle" {...about} leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden />}>
            New version
          </Button>
        ) : (
          <ActionIcon size="lg" {...about}>
            <IconRefresh size={20} stroke={1.75} />
          </ActionIcon>
        )}
      </Tooltip>
    </>
  );
}
