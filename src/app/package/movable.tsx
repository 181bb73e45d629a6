import { type ReactNode, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';

interface Props {
  /** The element to be in. */
  slot: HTMLElement | null;
  children: ReactNode;
}

/**
 * Shows its children in a slot that may change. They move there without rendering again: an open menu stays open, and
 * the focus stays where it is.
 */
export function Movable({ slot, children }: Props) {
  const [host] = useState(() => document.createElement('div'));
  useLayoutEffect(() => {
    if (slot && host.parentElement !== slot) moveInto(slot, host);
  }, [slot, host]);
  return createPortal(children, host);
}

/** Moves an element. Where the browser cannot do that in one step, the focus is given back. */
function moveInto(slot: HTMLElement, host: HTMLElement): void {
  if ('moveBefore' in slot && host.isConnected) {
    (slot as HTMLElement & { moveBefore(node: Node, before: null): void }).moveBefore(host, null);
    return;
  }
  const { activeElement } = document;
  const focused = activeElement instanceof HTMLElement && host.contains(activeElement) ? activeElement : undefined;
  slot.append(host);
  focused?.focus({ preventScroll: true });
}
