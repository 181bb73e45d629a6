import { Button, type ButtonProps } from '@mantine/core';
import { type ReactNode, useState } from 'react';

/**
 * The first items of a list, and the button below them, which shows more. There is no button once all are shown.
 *
 * @param words of the button
 * @param look of the button, and how many more a click on it shows (`step`): all, if left out
 */
export function useFirst<T>(
  all: readonly T[],
  first: number,
  words: string,
  { step = all.length, ...look }: ButtonProps & { step?: number } = {},
): [shown: readonly T[], more: ReactNode] {
  const [limit, setLimit] = useState(first);
  const more = all.length > limit && (
    <Button mt={8} size="compact-sm" {...look} onClick={() => setLimit(limit + step)}>
      {words}
    </Button>
  );
  return [all.slice(0, limit), more];
}
