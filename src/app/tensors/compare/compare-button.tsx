import { Button } from '@mantine/core';
import { IconArrowsDiff } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { TensorInfo } from '../../../model/package.ts';
import { lateView } from '../../../widgets/loading/late-view.tsx';
import { useFindAction } from '../../find/action.ts';
import classes from './compare-button.module.css';
import type { CompareState } from './compare-state.ts';

const CompareDialog = lateView(() => import('./compare-dialog.tsx'));

interface Props {
  info: TensorInfo;
  state: CompareState;
}

/** Asks what a tensor is compared with. */
export function CompareButton(props: Props) {
  const [isOpen, setOpen] = useState(false);
  // It is loaded when it is first opened, and then stays, so that it can fade.
  const [wasOpen, setWasOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const open = () => {
    setOpen(true);
    setWasOpen(true);
  };
  useFindAction({ name: 'Compare tensor…', also: 'difference allclose tolerance', Icon: IconArrowsDiff, run: open });
  return (
    <>
      <Button
        ref={button}
        className={classes.button ?? ''}
        size="sm"
        px={10}
        leftSection={<IconArrowsDiff size={16} stroke={1.75} aria-hidden />}
        onClick={open}
      >
        Compare…
      </Button>
      {wasOpen && (
        <CompareDialog
          {...props}
          opened={isOpen}
          onClose={() => {
            setOpen(false);
            button.current?.focus();
          }}
        />
      )}
    </>
  );
}
