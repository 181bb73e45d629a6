import { Button } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { Dialog } from '../../../../../widgets/dialog.tsx';
import type { SpecSide } from '../../../core/edit/steps.ts';
import { FromFileForm } from './from-file-form.tsx';

/** Takes inputs and outputs from a file, or from another open package. */
export function FromFile({ side }: { side: SpecSide }) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <>
      <Button
        ref={button}
        leftSection={<IconFileImport size={16} stroke={1.75} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        From a file
      </Button>
      <Dialog opened={isOpen} title="Inputs and outputs from a file" size={720} onClose={close}>
        <FromFileForm side={side} onDone={close} />
      </Dialog>
    </>
  );
}
