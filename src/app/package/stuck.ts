import { type RefCallback, useCallback, useState } from 'react';

/** Whether the marker has scrolled off the top. The marker sits just above the sticky element. */
export function useStuck<T extends HTMLElement>(): [RefCallback<T>, boolean] {
  const [stuck, setStuck] = useState(false);
  const mark = useCallback((element: T) => {
    const observer = new IntersectionObserver(([entry]) => {
      if (entry) setStuck(!entry.isIntersecting && entry.boundingClientRect.top < 0);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [mark, stuck];
}
