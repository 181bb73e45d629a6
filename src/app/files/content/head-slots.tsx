import { createContext, type ReactNode, useContext } from 'react';
import { createPortal } from 'react-dom';
import classes from './head-slots.module.css';

/** Places in the row above a file. Null until the row is there. */
interface HeadSlots {
  /** What the content says of itself, before the size: lines, width and height, length. */
  facts: HTMLElement | null;
  /** What can be done with the view, and the switch between views. */
  tools: HTMLElement | null;
}

const Slots = createContext<HeadSlots | undefined>(undefined);

export const HeadSlotsProvider = Slots.Provider;

/** Undefined where no row is above the file: its view then has a bar of its own. */
export function useHeadSlots(): HeadSlots | undefined {
  return useContext(Slots);
}

/** A fact in the row above the file. Renders nothing without such a row. */
export function HeadFact({ children }: { children: ReactNode }) {
  const slot = useHeadSlots()?.facts;
  return slot ? createPortal(<span className={classes.fact}>{children}</span>, slot) : null;
}
