import { UnstyledButton } from '@mantine/core';
import { indexAt, indexText, type Shape } from '../../tensor/shape.ts';

interface Props {
  /** An element, counted in row-major order. */
  element: number;
  shape: Shape;
  className: string | undefined;
  /** What a press does, up to the index that follows. */
  label: string;
  onIndex(index: readonly number[]): void;
}

/** The index of an element, which leads there. Nothing for a scalar. */
export function IndexButton({ element, shape, className = '', label, onIndex }: Props) {
  if (shape.length === 0) return null;
  const index = indexAt(shape, element);
  return (
    <UnstyledButton className={className} aria-label={`${label}${indexText(index)}`} onClick={() => onIndex(index)}>
      {indexText(index)}
    </UnstyledButton>
  );
}
