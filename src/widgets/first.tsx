import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';

/**
 * The first items of a list, and the button below them, which shows more. There is no button once all are shown.
 *
 * @param words of the button
 * @param step how many more a click shows: all, if left out
 */
export function useFirst<T>(
  all: readonly T[],
  first: number,
  words: string,
  step = all.length,
): [shown: readonly T[], more: ReactNode] {
  const [limit, setLimit] = useState(first);
  const more = all.length > limit && (
    <Button mt={8} size="compact-sm" onClick={() => setLimit(limit + step)}>
      {words}
    </Button>
  );
  return [all.slice(0, limit), more];
}
