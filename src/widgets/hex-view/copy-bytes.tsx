import { Button, Menu } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCopy } from '@tabler/icons-react';
import { formatNumberOf } from '../../base/amounts.ts';
import { asciiText, hexOffset, hexPairs } from './rows.ts';

interface Props {
  /** What is copied. */
  bytes: Uint8Array;
  /** Offset of the first of them in the file. */
  start: number;
}

/** Milliseconds for which the button says what came of it. */
const SAID_MS = 4000;

/** Copies bytes as hexadecimal or as text, or where they begin. */
export function CopyBytes({ bytes, start }: Props) {
  const clipboard = useClipboard({ timeout: SAID_MS });
  const said = clipboard.error ? 'Not allowed' : clipboard.copied ? 'Copied' : undefined;
  const item = (name: string, text: () => string) => (
    <Menu.Item onClick={() => clipboard.copy(text())}>{name}</Menu.Item>
  );
  return (
    <Menu position="bottom-end" width={180}>
      <Menu.Target>
        <Button
          size="compact-sm"
          leftSection={<IconCopy size={16} stroke={1.75} aria-hidden />}
          aria-label={said === undefined ? 'Copy bytes' : `Copy bytes: ${said}`}
        >
          {said ?? 'Copy'}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{formatNumberOf(bytes.length, 'byte')}</Menu.Label>
        {item('Hex', () => hexPairs(bytes).replaceAll('  ', ' '))}
        {item('Text', () => asciiText(bytes))}
        {item('Offset', () => `0x${hexOffset(start)}`)}
      </Menu.Dropdown>
    </Menu>
  );
}
