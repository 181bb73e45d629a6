import { ActionIcon, Button, Popover, TextInput } from '@mantine/core';
import { IconArrowBarToRight } from '@tabler/icons-react';
import { type KeyboardEvent, type SubmitEvent, useState } from 'react';
import { formatCount } from '../../base/amounts.ts';
import classes from './code-view.module.css';

interface Props {
  /** How many there are. */
  lines: number;
  opened: boolean;
  onOpened(opened: boolean): void;
  /** @param line from 1 */
  onLine(line: number): void;
}

/** A button, and the field that it opens, for the number of the line to go to. */
export function GoToLine({ lines, opened, onOpened, onLine }: Props) {
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string>();

  function onSubmit(event: SubmitEvent): void {
    event.preventDefault();
    const line = lineOf(text, lines);
    if (line === undefined) {
      setFault(`A number from 1 to ${formatCount(lines)}`);
      return;
    }
    onOpened(false);
    onLine(line);
  }

  return (
    <Popover opened={opened} onChange={onOpened} position="bottom-end" trapFocus returnFocus withRoles>
      <Popover.Target>
        <ActionIcon aria-label="Go to line" title="Go to line (Ctrl+G)" onClick={() => onOpened(!opened)}>
          <IconArrowBarToRight size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={8} aria-label="Go to line">
        <form className={classes.goto} onSubmit={onSubmit}>
          <TextInput
            aria-label="Line"
            placeholder={`Line, 1 to ${formatCount(lines)}`}
            size="xs"
            inputMode="numeric"
            value={text}
            error={fault}
            onChange={(event) => {
              setText(event.currentTarget.value);
              setFault(undefined);
            }}
          />
          <Button type="submit" size="compact-sm">
            Go
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}

/** The line that a text names, from 1. Undefined where there is none. */
export function lineOf(text: string, lines: number): number | undefined {
  const digits = text.trim().replace(/^:/, '').replaceAll(/[,\s]/g, '');
  if (!/^\d{1,9}$/.test(digits)) return undefined;
  const line = Number(digits);
  return line >= 1 && line <= lines ? line : undefined;
}

/** Whether a key asks for it: Ctrl+G, also on Apple's keyboards, and G where keys without Ctrl are in use. */
export function isGoKey(
  {
    key,
    ctrlKey,
    metaKey,
    altKey,
    shiftKey,
  }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>,
  singles: boolean,
): boolean {
  return key.toLowerCase() === 'g' && !metaKey && !altKey && !shiftKey && (ctrlKey || singles);
}
