import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react';
import { useStoredSetting } from '../stored-setting.ts';
import classes from './panes.module.css';

/** A pane at the side: its accessible name, and its width in CSS pixels. */
export interface SidePane {
  label: string;
  children: ReactNode;
  /** At first, and after a double click on its edge. */
  width: number;
  min: number;
  max: number;
}

interface Props {
  /** Of the layout: what the browser remembers its widths by. */
  name: string;
  list: SidePane;
  /** What is chosen in the list. It takes what the others leave. Without it, the list takes all. */
  children?: ReactNode;
  /** The name of the content's landmark. */
  label: string;
  /** What is known of the content. Below it, and folded there by a bar, where the window is narrower than 900 px. */
  facts?: SidePane | undefined;
  /** What a phone shows, which has room for one. */
  shows: 'list' | 'content';
  /** Brings the focus from the content back to the list, as from a window to the one behind it. */
  onEscape(): void;
}

/** How wide the panes at the sides are, and whether they are folded, as the browser remembers it. */
interface Layout {
  list?: number | undefined;
  facts?: number | undefined;
  folded: readonly string[];
}

const UNCHANGED: Layout = { folded: [] };

/** How far a press of an arrow key moves an edge, in CSS pixels. With Shift, four times as far. */
const STEP = 16;

function layoutOf(stored: unknown): Layout {
  if (typeof stored !== 'object' || stored === null) return UNCHANGED;
  const { list, facts, folded } = stored as Record<string, unknown>;
  const width = (value: unknown) => (typeof value === 'number' && value > 0 ? value : undefined);
  return {
    list: width(list),
    facts: width(facts),
    folded: Array.isArray(folded) ? folded.filter((side) => side === 'list' || side === 'facts') : [],
  };
}

/**
 * A list, what is chosen in it, and facts of that, side by side to the edges of the box, each scrolling by itself. The
 * edges between them are moved by pointer or arrow keys, put back by a double click, and folded by Enter or a button.
 * The browser remembers them.
 */
export function Panes({ name, list, children, label, facts, shows, onEscape }: Props) {
  const [layout, store] = useStoredSetting(`panes-${name}`, layoutOf);
  const widthOf = (side: 'list' | 'facts', pane: SidePane) =>
    layout.folded.includes(side) ? 0 : Math.min(pane.max, Math.max(pane.min, layout[side] ?? pane.width));
  const edge = (side: 'list' | 'facts', pane: SidePane) => (
    <Edge
      side={side}
      pane={pane}
      width={widthOf(side, pane)}
      onMove={(width) => store({ ...layout, [side]: width, folded: layout.folded.filter((folded) => folded !== side) })}
      onFold={(fold) =>
        store({ ...layout, folded: fold ? [...layout.folded, side] : layout.folded.filter((other) => other !== side) })
      }
    />
  );
  const isAlone = children === undefined;
  const style = {
    '--list': `${widthOf('list', list)}px`,
    '--facts': facts ? `${widthOf('facts', facts)}px` : '0px',
  } as CSSProperties;
  return (
    <div
      className={classes.root}
      data-shows={shows}
      data-alone={isAlone || undefined}
      data-facts={facts !== undefined || undefined}
      style={style}
    >
      <section
        className={classes.list}
        aria-label={list.label}
        data-folded={(!isAlone && widthOf('list', list) === 0) || undefined}
      >
        {list.children}
      </section>
      {!isAlone && edge('list', list)}
      {!isAlone && (
        <section
          className={classes.content}
          aria-label={label}
          onKeyDown={(event) => {
            const isFree = event.key === 'Escape' && !event.defaultPrevented && !isTyping(event.target);
            if (isFree && !isOver(event.target) && !document.querySelector('[aria-modal="true"]')) onEscape();
          }}
        >
          {children}
        </section>
      )}
      {facts && (
        <>
          {edge('facts', facts)}
          <section
            className={classes.facts}
            aria-label={facts.label}
            data-folded={widthOf('facts', facts) === 0 || undefined}
          >
            {facts.children}
          </section>
        </>
      )}
    </div>
  );
}

/** Whether Escape belongs to what has the focus. */
function isTyping(target: EventTarget): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable="true"]') !== null;
}

/**
 * Whether Escape closes a menu or a dialog. A pane hears it too, though these stand elsewhere in the document, as does
 * the title of what is chosen on a phone, from which Escape leads back.
 */
function isOver(target: EventTarget): boolean {
  return target instanceof Element && target.closest('[role="menu"], [role="dialog"], [role="listbox"]') !== null;
}

interface EdgeProps {
  side: 'list' | 'facts';
  pane: SidePane;
  /** 0 if it is folded. */
  width: number;
  /** Gives a new width. Undefined: the one at first. */
  onMove(width: number | undefined): void;
  onFold(fold: boolean): void;
}

/** The edge between a side pane and the content: a separator as of the ARIA practices, and a button that folds. */
function Edge({ side, pane, width, onMove, onFold }: EdgeProps) {
  const start = useRef<{ x: number; width: number }>(undefined);
  const sign = side === 'list' ? 1 : -1;
  const isFolded = width === 0;
  const inSentence = `the ${pane.label.charAt(0).toLowerCase()}${pane.label.slice(1)}`;
  const within = (to: number) => Math.round(Math.min(pane.max, Math.max(pane.min, to)));

  function onPointerDown(event: PointerEvent<HTMLElement>): void {
    if (event.button !== 0) return;
    // Else the browser would drag what is selected beside it.
    event.preventDefault();
    event.currentTarget.focus();
    event.currentTarget.setPointerCapture(event.pointerId);
    start.current = { x: event.clientX, width };
  }

  function onPointerMove(event: PointerEvent<HTMLElement>): void {
    if (!start.current) return;
    const to = start.current.width + sign * (event.clientX - start.current.x);
    // Dragged to less than half of the least, it folds.
    if (to >= pane.min / 2) onMove(within(to));
    else if (!isFolded) onFold(true);
  }

  /** The width that a key moves the edge to. */
  function widthAfter(key: string, step: number): number | undefined {
    if (key === 'ArrowLeft') return within(width - sign * step);
    if (key === 'ArrowRight') return within(width + sign * step);
    if (key === 'Home') return pane.min;
    return key === 'End' ? pane.max : undefined;
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const to = widthAfter(event.key, (event.shiftKey ? 4 : 1) * STEP);
    if (to === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    if (to === undefined) onFold(!isFolded);
    else onMove(to);
  }

  const pointsLeft = (side === 'list') !== isFolded;
  return (
    <div className={classes.edge} data-side={side} data-folded={isFolded || undefined}>
      {/* biome-ignore lint/a11y/useSemanticElements: an `hr` cannot be moved. */}
      <div
        role="separator"
        tabIndex={0}
        aria-orientation="vertical"
        aria-label={`Width of ${inSentence}`}
        aria-valuenow={width}
        aria-valuemin={0}
        aria-valuemax={pane.max}
        className={classes.handle}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onLostPointerCapture={() => {
          start.current = undefined;
        }}
        onDoubleClick={() => onMove(undefined)}
        onKeyDown={onKeyDown}
      />
      <button
        type="button"
        className={classes.fold}
        data-label={pane.label}
        aria-label={`${isFolded ? 'Show' : 'Hide'} ${inSentence}`}
        aria-expanded={!isFolded}
        onClick={() => onFold(!isFolded)}
      >
        {pointsLeft ? <IconChevronLeft size={14} aria-hidden /> : <IconChevronRight size={14} aria-hidden />}
      </button>
    </div>
  );
}
