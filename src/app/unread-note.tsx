import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Package } from '../model/package.ts';
import { placeHref } from '../model/place.ts';
import { EmptyState } from '../widgets/empty-state.tsx';

/** Whether the package is a carton whose carton.toml is missing or cannot be read. */
export function isUnread({ format, carton }: Package): boolean {
  return format === 'carton' && carton === undefined;
}

/** Stands where something from carton.toml would be. */
export function UnreadNote({ children }: { children: ReactNode }) {
  return (
    <EmptyState title="carton.toml is missing or cannot be read">
      {children}{' '}
      <Anchor inherit underline="always" href={placeHref({ tab: 'problems' })}>
        See Problems
      </Anchor>
    </EmptyState>
  );
}
