import { Button } from '@mantine/core';
import { IconGitCompare } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { lateView } from '../../widgets/loading/late-view.tsx';
import { LateDialog } from '../boundary.tsx';
import { useFindAction } from '../find/action.ts';

const CompareWithDialog = lateView(() => import('./compare-with-dialog.tsx'));

/** Asks what the package that is shown is compared with. */
export function CompareWith() {
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const open = () => setOpened(true);
  const close = () => {
    setOpened(false);
    button.current?.focus();
  };
  useFindAction({ name: 'Compare with…', also: 'diff versions', Icon: IconGitCompare, run: open });
  return (
    <>
      <Button
        ref={button}
        variant="default"
        size="sm"
        leftSection={<IconGitCompare size={16} stroke={1.75} aria-hidden />}
        onClick={open}
      >
        Compare with…
      </Button>
      <LateDialog opened={opened} onClose={close}>
        <CompareWithDialog opened={opened} onClose={close} />
      </LateDialog>
    </>
  );
}
