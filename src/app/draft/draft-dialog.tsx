import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useCallback, useRef } from 'react';
import { CopyButton } from '../../widgets/copy-button.tsx';
import classes from './draft-dialog.module.css';

/** A ref that focuses its element when it appears, if `wanted`. For what replaces a control that had the focus. */
export function useFocus<T extends HTMLElement>(wanted: boolean): (element: T | null) => void {
  const isWanted = useRef(wanted);
  isWanted.current = wanted;
  return useCallback((element: T | null) => {
    if (isWanted.current) element?.focus();
  }, []);
}

interface Props {
  opened: boolean;
  title: string;
  size?: number;
  /** Undefined while the dialog must stay open. */
  onClose: (() => void) | undefined;
  children: ReactNode;
}

/** A dialog of editing. It fills a narrow screen. */
export function EditDialog({ opened, title, size = 640, onClose, children }: Props) {
  const narrow = useMediaQuery('(max-width: 40em)', false, { getInitialValueInEffect: false }) ?? false;
  return (
    <Modal
      opened={opened}
      onClose={() => onClose?.()}
      title={title}
      size={size}
      padding="lg"
      fullScreen={narrow}
      returnFocus={false}
      closeOnEscape={onClose !== undefined}
      closeOnClickOutside={onClose !== undefined}
      withCloseButton={onClose !== undefined}
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={{ title: classes.title ?? '', content: classes.content ?? '' }}
    >
      {children}
    </Modal>
  );
}

interface HashesProps {
  label: string;
  before: string | undefined;
  after: string | undefined;
}

/** A package's hash before and after saving. */
export function Hashes({ label, before, after }: HashesProps) {
  const name = label.toLowerCase();
  return (
    <dl className={classes.hashes}>
      {[
        { word: 'Old', hash: before },
        { word: 'New', hash: after },
      ].map(({ word, hash }) => (
        <HashRow key={word} word={`${word} ${name}`} hash={hash} />
      ))}
    </dl>
  );
}

function HashRow({ word, hash }: { word: string; hash: string | undefined }) {
  return (
    <>
      <dt>{word}</dt>
      <dd>
        {hash === undefined ? (
          'none'
        ) : (
          <>
            <span className={classes.digits}>{hash}</span>
            <CopyButton value={hash} label={`Copy ${word.toLowerCase()}`} />
          </>
        )}
      </dd>
    </>
  );
}
