import { Modal, type ModalProps } from '@mantine/core';
import { Fragment, type ReactNode, useState } from 'react';
import { useRootMark } from './root-mark.ts';
import { useNarrow } from './screen.ts';

interface Props extends Pick<ModalProps, 'transitionProps'> {
  opened: boolean;
  title: string;
  /** Its width in px. */
  size?: number;
  /** Undefined while the dialog must stay open. */
  onClose: (() => void) | undefined;
  children: ReactNode;
}

/**
 * A dialog with a title. It fills a narrow screen. Whoever opens it gives the focus back: it may be loaded after that.
 */
export function Dialog({ opened, title, size = 640, onClose, children, ...props }: Props) {
  // Content that still fades when the dialog is opened again would show how it ended.
  useRootMark('dialog', opened);
  const [last, setLast] = useState({ opened, count: 0 });
  if (last.opened !== opened) setLast({ opened, count: last.count + (opened ? 1 : 0) });
  return (
    <Modal
      {...props}
      opened={opened}
      onClose={() => onClose?.()}
      title={title}
      size={size}
      fullScreen={useNarrow()}
      returnFocus={false}
      // Mantine focuses the first control of a dialog in a timer, and it fades after it closes: a timer that comes late
      // would take back the focus that was just given back.
      inert={!opened}
      closeOnEscape={onClose !== undefined}
      closeOnClickOutside={onClose !== undefined}
      withCloseButton={onClose !== undefined}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Fragment key={last.count}>{children}</Fragment>
    </Modal>
  );
}
