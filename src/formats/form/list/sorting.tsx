import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  type Modifier,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { type HTMLAttributes, type ReactNode, type Ref, useMemo, useRef } from 'react';

/** Movement of the pointer, in px, from which a press is a drag. */
const DRAG_FROM = 4;

// Each another object would give every item other listeners.
const POINTER = { activationConstraint: { distance: DRAG_FROM } };
const KEYBOARD = { coordinateGetter: sortableKeyboardCoordinates };

/** Items move up and down only. */
const VERTICAL: Modifier[] = [({ transform }) => ({ ...transform, x: 0 })];

const INSTRUCTIONS = {
  draggable: 'Press Space to pick it up, the arrow keys to move it, Space to drop it, and Escape to cancel.',
};

interface Props {
  keys: readonly string[];
  /** One item in words: "input". */
  noun: string;
  onMove(from: number, to: number): void;
  children: ReactNode;
}

/** A list whose items are dragged by their handles, with a pointer or the keyboard. */
export function Sorting({ keys, noun, onMove, children }: Props) {
  const sensors = useSensors(useSensor(PointerSensor, POINTER), useSensor(KeyboardSensor, KEYBOARD));
  const ids = useMemo(() => [...keys], [keys]);
  // Once it is dropped, the keys may be in their new order, where what it was over has another place.
  const lastOver = useRef('');
  const announcements = useMemo<Announcements>(() => {
    const place = (id: unknown) => `${keys.indexOf(String(id)) + 1} of ${keys.length}`;
    return {
      onDragStart: ({ active }) => `Picked up ${noun} ${place(active.id)}.`,
      // It is over its own place at first.
      onDragOver({ active, over }) {
        if (!over) return undefined;
        lastOver.current = place(over.id);
        return over.id === active.id ? `Picked up ${noun} ${lastOver.current}.` : `Moved to ${lastOver.current}.`;
      },
      onDragEnd: ({ over }) => (over ? `Dropped at ${lastOver.current}.` : 'Canceled.'),
      onDragCancel: () => 'Canceled.',
    };
  }, [keys, noun]);
  const end = ({ active, over }: DragEndEvent) => {
    const [from, to] = [keys.indexOf(String(active.id)), over ? keys.indexOf(String(over.id)) : -1];
    if (from >= 0 && to >= 0 && from !== to) onMove(from, to);
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={VERTICAL}
      accessibility={{ announcements, screenReaderInstructions: INSTRUCTIONS }}
      onDragEnd={end}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        {children}
      </SortableContext>
    </DndContext>
  );
}

/** What the handle needs so that its item can be dragged. */
export interface Handle {
  ref: Ref<HTMLButtonElement>;
  props: HTMLAttributes<HTMLButtonElement>;
}

/** @param start where the item begins in a list that places its items itself, in px */
export function useSortableItem(key: string, start: number | undefined) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: key,
  });
  const y = (start ?? 0) + (transform?.y ?? 0);
  const handle = useMemo<Handle>(
    () => ({ ref: setActivatorNodeRef, props: { ...attributes, ...listeners } }),
    [setActivatorNodeRef, attributes, listeners],
  );
  const isPlaced = start !== undefined || transform !== null;
  return {
    ref: setNodeRef,
    handle,
    isDragged: isDragging,
    /** Where the item is drawn while something is dragged. */
    style: {
      transform: isPlaced ? `translateY(${y}px)` : undefined,
      transition: transform ? transition : undefined,
    },
  };
}
