import { useEffect, useEffectEvent } from 'react';
import type { Point } from './view.ts';

/** What is done with a picture by pointer and wheel. Points are measured from the middle of the element. */
export interface Gestures {
  onPan(by: Point): void;
  onZoom(factor: number, at: Point): void;
  /** The pointer is here; undefined when it has left. */
  onPoint(at: Point | undefined): void;
  onDoubleClick(at: Point): void;
  /** A press that did not move the picture. */
  onPress?(at: Point): void;
}

/** CSS pixels that a pointer may move while it presses. */
const PRESS_MOVE = 4;

/** How fast a wheel zooms: a usual notch of 100 px is a quarter more. A trackpad's pinch comes in smaller steps. */
const WHEEL_SPEED = 0.0022;
const PINCH_SPEED = 0.01;

/** CSS pixels of one line, where a wheel counts in lines. */
const LINE = 16;

/** Calls the gestures for what pointers, two fingers and the wheel do on an element. */
export function useGestures(element: HTMLElement | null, gestures: Gestures): void {
  const latest = useEffectEvent((act: (now: Gestures) => void) => act(gestures));
  useEffect(() => {
    if (!element) return;
    const down = new Map<number, Point>();
    let press: Point | undefined;
    const pointOf = ({ clientX, clientY }: MouseEvent): Point => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
    };
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const delta = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * LINE : event.deltaY;
      latest((now) => now.onZoom(Math.exp(-delta * (event.ctrlKey ? PINCH_SPEED : WHEEL_SPEED)), pointOf(event)));
    };
    const onDown = (event: PointerEvent) => {
      if (event.button !== 0) return;
      element.setPointerCapture(event.pointerId);
      down.set(event.pointerId, pointOf(event));
      press = down.size === 1 ? pointOf(event) : undefined;
      latest((now) => now.onPoint(pointOf(event)));
    };
    const onMove = (event: PointerEvent) => {
      const at = pointOf(event);
      const from = down.get(event.pointerId);
      if (!from) return latest((now) => now.onPoint(at));
      if (press && distance(press, at) > PRESS_MOVE) press = undefined;
      const [other] = [...down].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
      down.set(event.pointerId, at);
      if (!other) return latest((now) => now.onPan({ x: at.x - from.x, y: at.y - from.y }));
      const middle = { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 };
      latest((now) => now.onPan({ x: (at.x - from.x) / 2, y: (at.y - from.y) / 2 }));
      // Two fingers at the same point would have no distance to divide by.
      latest((now) => now.onZoom((distance(at, other) || 1) / (distance(from, other) || 1), middle));
    };
    const onUp = (event: PointerEvent) => {
      down.delete(event.pointerId);
      const at = press;
      press = undefined;
      if (at && event.type === 'pointerup') latest((now) => now.onPress?.(at));
    };
    const onLeave = () => latest((now) => now.onPoint(undefined));
    const onDoubleClick = (event: MouseEvent) => latest((now) => now.onDoubleClick(pointOf(event)));
    const controller = new AbortController();
    const { signal } = controller;
    // React's wheel listeners are passive.
    element.addEventListener('wheel', onWheel, { passive: false, signal });
    element.addEventListener('pointerdown', onDown, { signal });
    element.addEventListener('pointermove', onMove, { signal });
    element.addEventListener('pointerup', onUp, { signal });
    element.addEventListener('pointercancel', onUp, { signal });
    element.addEventListener('pointerleave', onLeave, { signal });
    element.addEventListener('dblclick', onDoubleClick, { signal });
    return () => controller.abort();
  }, [element]);
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
