import type { Chart } from './chart.ts';
import { type LineWindow, wholeWindow, windowWithin } from './line-settings.ts';

/** What gestures on a chart ask and do. */
export interface GestureActs {
  /** What is shown, and how many points there are. */
  now(): { window: LineWindow; points: number };
  onWindow(window: LineWindow): void;
  /** The pointer is over the chart, at CSS pixels from the corner of what is between the axes. Undefined: it has left. */
  onPointer(at: { left: number; top: number } | undefined): void;
  onChoose(at: { left: number; top: number }): void;
}

/** CSS pixels that a pointer moves before it drags. */
const DRAG_FROM = 4;

/** What one notch of a wheel does to the length of what is shown: 100 CSS pixels of scrolling. */
const WHEEL_FACTOR = 1.25;

/** The window with its length times a factor, where a point stays where it is. */
export function zoomed({ from, to }: LineWindow, points: number, factor: number, around: number): LineWindow {
  return windowWithin({ from: around - (around - from) * factor, to: around + (to - around) * factor }, points);
}

/** The window moved by a number of points. */
export function panned({ from, to }: LineWindow, points: number, by: number): LineWindow {
  return windowWithin({ from: from + by, to: to + by }, points);
}

/**
 * Dragging a mouse chooses what is shown, and moves it with Shift; a finger moves it, two fingers zoom. The wheel zooms
 * too, and moves with Shift or sideways. A double click shows all. Gives what ends it.
 */
export function listen(chart: Chart, acts: GestureActs): () => void {
  const { over } = chart;
  const ending = new AbortController();
  const { signal } = ending;
  const fingers = new Map<number, number>();
  let drag: { left: number; window: LineWindow; moves: boolean; isMoving: boolean } | undefined;
  let pinch: { span: number; around: number; window: LineWindow } | undefined;
  const placeOf = (event: MouseEvent) => {
    const { left, top } = over.getBoundingClientRect();
    return { left: event.clientX - left, top: event.clientY - top };
  };
  const spanOf = () => {
    const [a = 0, b = 0] = fingers.values();
    return { span: Math.max(8, Math.abs(a - b)), middle: (a + b) / 2 };
  };

  over.addEventListener(
    'pointerdown',
    (event) => {
      if (event.button !== 0) return;
      const { left } = placeOf(event);
      const { window } = acts.now();
      over.setPointerCapture(event.pointerId);
      if (event.pointerType === 'touch') fingers.set(event.pointerId, left);
      if (fingers.size === 2) {
        const { span, middle } = spanOf();
        pinch = { span, around: chart.pointAt(middle), window };
        drag = undefined;
      } else drag = { left, window, moves: event.shiftKey || event.pointerType === 'touch', isMoving: false };
    },
    { signal },
  );
  over.addEventListener(
    'pointermove',
    (event) => {
      const at = placeOf(event);
      const { points } = acts.now();
      if (fingers.has(event.pointerId)) fingers.set(event.pointerId, at.left);
      if (pinch && fingers.size === 2) {
        acts.onWindow(zoomed(pinch.window, points, pinch.span / spanOf().span, pinch.around));
        return;
      }
      acts.onPointer(at);
      if (!drag) return;
      drag.isMoving ||= Math.abs(at.left - drag.left) >= DRAG_FROM;
      if (!drag.isMoving) return;
      const { from, to } = drag.window;
      if (drag.moves)
        acts.onWindow(panned(drag.window, points, ((drag.left - at.left) / over.clientWidth) * (to - from)));
      else {
        const [start, end] = [drag.left, Math.min(over.clientWidth, Math.max(0, at.left))].sort((a, b) => a - b);
        chart.select(start as number, (end as number) - (start as number));
      }
    },
    { signal },
  );
  const end = (event: PointerEvent) => {
    fingers.delete(event.pointerId);
    pinch = undefined;
    const ended = drag;
    drag = undefined;
    chart.select(0, 0);
    if (!ended || event.type === 'pointercancel') return;
    const at = placeOf(event);
    if (!ended.isMoving) acts.onChoose(at);
    else if (!ended.moves) {
      const ends = [ended.left, Math.min(over.clientWidth, Math.max(0, at.left))].map((left) => chart.pointAt(left));
      acts.onWindow(windowWithin({ from: Math.min(...ends), to: Math.max(...ends) }, acts.now().points));
    }
  };
  over.addEventListener('pointerup', end, { signal });
  over.addEventListener('pointercancel', end, { signal });
  over.addEventListener('pointerleave', () => acts.onPointer(undefined), { signal });
  over.addEventListener('dblclick', () => acts.onWindow(wholeWindow(acts.now().points)), { signal });
  over.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      const { window, points } = acts.now();
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 40 : 1;
      const sideways = event.shiftKey ? event.deltaX || event.deltaY : event.deltaX;
      if (Math.abs(sideways) > 0 && (event.shiftKey || Math.abs(sideways) > Math.abs(event.deltaY)))
        acts.onWindow(panned(window, points, ((sideways * lines) / over.clientWidth) * (window.to - window.from)));
      else
        acts.onWindow(
          zoomed(window, points, WHEEL_FACTOR ** ((event.deltaY * lines) / 100), chart.pointAt(placeOf(event).left)),
        );
    },
    { signal, passive: false },
  );
  return () => ending.abort();
}
