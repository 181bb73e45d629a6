import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';

interface Props {
  size: 'sm' | 'md';
  /** Their accessible names. */
  previous: string;
  next: string;
  disabled?: boolean;
  onStep(isBackward: boolean): void;
}

/** Two buttons that lead to the value before and after the chosen one. */
export function SearchSteps({ size, previous, next, disabled = false, onStep }: Props) {
  return [true, false].map((isBackward) => {
    const Icon = isBackward ? IconChevronLeft : IconChevronRight;
    return (
      <ActionIcon
        key={String(isBackward)}
        size={size}
        variant="subtle"
        aria-label={isBackward ? previous : next}
        disabled={disabled}
        onClick={() => onStep(isBackward)}
      >
        <Icon size={size === 'sm' ? 14 : 16} stroke={1.75} aria-hidden />
      </ActionIcon>
    );
  });
}
