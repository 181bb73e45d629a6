import { ActionIcon, type MantineSize, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy, IconX } from '@tabler/icons-react';

interface Props {
  value: string;
  /** What it does, as "Copy path". */
  label: string;
  size?: MantineSize;
}

/** Copies `value`, and says for two seconds whether that worked. A page in a frame may lack the permission. */
export function CopyButton({ value, label, size = 'sm' }: Props) {
  const clipboard = useClipboard({ timeout: 2000 });
  const state = clipboard.error ? 'Copying was refused' : clipboard.copied ? 'Copied' : undefined;
  return (
    <Tooltip label={state ?? label} events={{ hover: true, focus: true, touch: false }}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={size}
        miw={24}
        mih={24}
        aria-label={state ? `${label}: ${state}` : label}
        onClick={() => clipboard.copy(value)}
      >
        {clipboard.error ? (
          <IconX size={16} stroke={1.75} aria-hidden />
        ) : clipboard.copied ? (
          <IconCheck size={16} stroke={1.75} aria-hidden />
        ) : (
          <IconCopy size={16} stroke={1.75} aria-hidden />
        )}
      </ActionIcon>
    </Tooltip>
  );
}
