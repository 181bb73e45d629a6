import { createContext } from 'react';

/** The end of the line with the section's heading, for the buttons of what is in the section. */
export const HeadSlot = createContext<HTMLElement | null>(null);
