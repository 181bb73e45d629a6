import { Button, FileButton, Menu } from '@mantine/core';
import {
  IconChevronDown,
  IconCursorText,
  IconFileUpload,
  IconKeyboard,
  IconList,
  IconRecycle,
  IconTrash,
} from '@tabler/icons-react';
import { useRef } from 'react';
import type { Reusable } from '../../../core/edit/case-steps.ts';

/** Values of other self-tests and examples that are offered. */
const MAX_REUSED = 5;

interface Props {
  /** "Example 1 input x". */
  label: string;
  reusable: readonly Reusable[];
  /** Undefined where its elements cannot be typed. */
  onType: (() => void) | undefined;
  onFiles(files: File[]): void;
  onChoose(): void;
  onReuse(reference: string): void;
  /** Undefined of names of the schema, which are renamed there. */
  onRename: (() => void) | undefined;
  onRemove(): void;
}

/** What can be done with a value that is there. */
export function ChangeMenu({ label, reusable, onType, onFiles, onChoose, onReuse, onRename, onRemove }: Props) {
  const reset = useRef<() => void>(null);
  const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;
  return (
    <FileButton
      multiple
      resetRef={reset}
      onChange={(files) => {
        reset.current?.();
        onFiles(files);
      }}
    >
      {({ onClick }) => (
        <Menu position="bottom-end" width={260} returnFocus={false}>
          <Menu.Target>
            <Button data-change size="xs" rightSection={<IconChevronDown size={14} stroke={1.75} aria-hidden />}>
              Change
              <span className="visually-hidden"> {label}</span>
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconFileUpload {...icon} />} onClick={onClick}>
              Replace with a file…
            </Menu.Item>
            {onType && (
              <Menu.Item leftSection={<IconKeyboard {...icon} />} onClick={onType}>
                Type a value…
              </Menu.Item>
            )}
            <Menu.Item leftSection={<IconList {...icon} />} onClick={onChoose}>
              Choose a tensor…
            </Menu.Item>
            {reusable.slice(0, MAX_REUSED).map(({ reference, words }) => (
              <Menu.Item key={reference} leftSection={<IconRecycle {...icon} />} onClick={() => onReuse(reference)}>
                Reuse from {words}
              </Menu.Item>
            ))}
            {onRename && (
              <Menu.Item leftSection={<IconCursorText {...icon} />} onClick={onRename}>
                Rename…
              </Menu.Item>
            )}
            <Menu.Divider />
            <Menu.Item leftSection={<IconTrash {...icon} />} onClick={onRemove}>
              Remove
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </FileButton>
  );
}
