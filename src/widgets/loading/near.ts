import { useIntersection } from '@mantine/hooks';
import { useState } from 'react';

/**
 * Whether an element has come near the screen, and stays so. Until it is measured, that is undefined.
 *
 * @param ahead how near, in CSS pixels
 */
export function useNear<T extends HTMLElement>(ahead = 0) {
  const { ref, entry } = useIntersection<T>({ rootMargin: `${ahead}px 0px` });
  const [isNear, setNear] = useState(false);
  if (entry?.isIntersecting && !isNear) setNear(true);
  return { ref, isNear: entry === null ? undefined : isNear };
}
