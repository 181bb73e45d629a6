import { Button } from '@mantine/core';
import { useState } from 'react';
import type { TensorInfo } from '../../model/package.ts';
import { useLateView } from '../../widgets/loading/late-view.tsx';
import type { TensorState } from './tensor-state.ts';

const load = () => import('./channels.tsx');

/** Opens the statistics of each index along a dimension. */
export function ChannelsButton({ info, shown }: { info: TensorInfo; shown: TensorState }) {
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  const Channels = useLateView(wasOpened ? load : undefined);
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => {
          setOpened(true);
          setOpen(true);
        }}
      >
        Statistics by dimension…
      </Button>
      {Channels && <Channels info={info} shown={shown} opened={isOpen} onClose={() => setOpen(false)} />}
    </>
  );
}
