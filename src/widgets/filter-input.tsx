import { CloseButton, TextInput } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';

interface Props {
  /** What it filters, as "Filter files". */
  label: string;
  /** By default the label. */
  placeholder?: string;
  value: string;
  onChange(value: string): void;
  className?: string | undefined;
}

/** A field that filters a list. Escape clears it, and so does its button. */
export function FilterInput({ label, placeholder = label, value, onChange, className }: Props) {
  return (
    <TextInput
      className={className}
      size="sm"
      aria-label={label}
      variant="search"
      placeholder={placeholder}
      leftSection={<IconFilter size={16} stroke={1.75} aria-hidden />}
      rightSection={value !== '' && <CloseButton size="sm" aria-label="Clear filter" onClick={() => onChange('')} />}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || value === '') return;
        event.stopPropagation();
        onChange('');
      }}
    />
  );
}
