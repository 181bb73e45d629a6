import { useLayoutEffect, useRef } from 'react';

/**
 * Fills a tab's panel until its view is loaded. Meanwhile Tab reaches the panel, and goes on from there into the view.
 */
export function Waiting({ className }: { className?: string | undefined }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const panel = box.current?.closest<HTMLElement>('[role="tabpanel"]');
    if (!panel) return;
    panel.tabIndex = 0;
    return () => {
      // The panel keeps the focus if it has it.
      panel.tabIndex = -1;
    };
  }, []);
  return <div ref={box} className={className} data-awaiting />;
}
