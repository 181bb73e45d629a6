import { useLayoutEffect, useRef } from 'react';

/** Stands in a tab's panel until what it shows is loaded. The keyboard can go to the panel meanwhile, and goes on from there. */
export function Waiting({ className }: { className?: string | undefined }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const panel = box.current?.closest<HTMLElement>('[role="tabpanel"]');
    if (!panel) return;
    panel.tabIndex = 0;
    return () => {
      // It keeps the focus if it has it.
      panel.tabIndex = -1;
    };
  }, []);
  return <div ref={box} className={className} />;
}
