import { type ReactNode, useEffect, useRef } from 'react';
import { useLevels } from '../../state/hooks.ts';
import type { ShelfItem } from '../../state/shelf-slice.ts';

interface Props {
  item: ShelfItem;
  className: string | undefined;
  children: ReactNode;
}

/** Part of a row. While it is in view, its row is read. */
export function Watched({ item, className, children }: Props) {
  const ref = useRef<HTMLSpanElement>(null);
  const { outermost } = useLevels();
  useEffect(() => {
    const { current: element } = ref;
    if (!element) return;
    let leave: (() => void) | undefined;
    const watcher = new IntersectionObserver((entries) => {
      const isSeen = entries.at(-1)?.isIntersecting === true;
      if (isSeen === (leave !== undefined)) return;
      if (isSeen) leave = outermost.getState().seeItem(item);
      else {
        leave?.();
        leave = undefined;
      }
    });
    watcher.observe(element);
    return () => {
      watcher.disconnect();
      leave?.();
    };
  }, [item, outermost]);
  return (
    <span ref={ref} className={className}>
      {children}
    </span>
  );
}
