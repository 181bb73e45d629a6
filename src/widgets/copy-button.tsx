import { ActionIcon, type MantineSize, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { type ClipKind, clipText } from './clip-text.ts';

interface Props {
  value: string;
  /** What it does, as "Copy path". */
  label: string;
  size?: MantineSize;
  /** What `value` is. */
  kind?: ClipKind;
  /** Beside another one, what tells it apart. */
  Icon?: typeof IconCopy;
}

/** Milliseconds for which the button says what came of it: time to read a line. */
const SAID_MS = 4000;

/**
 * Copies `value` without what could harm where it is pasted (`clipText`), and says so. A page in a frame may lack the
 * permission to copy.
 */
export function CopyButton({ value, label, size = 'sm', kind = 'line', Icon: Own = IconCopy }: Props) {
  const clipboard = useClipboard({ timeout: SAID_MS });
  const [change, setChange] = useState('');
  const state = clipboard.error
    ? 'The browser did not allow copying'
    : clipboard.copied
      ? `Copied${change}`
      : undefined;
  const Icon = clipboard.error ? IconX : clipboard.copied ? IconCheck : Own;
  return (
    <Tooltip label={state ?? label} events={{ hover: true, focus: true, touch: false }}>
      <ActionIcon
        size={size}
        miw={24}
        mih={24}
        aria-label={state ? `${label}: ${state}` : label}
        onClick={() => {
          const clip = clipText(value, kind);
          setChange(clip.change);
          clipboard.copy(clip.text);
        }}
      >
        <Icon size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
