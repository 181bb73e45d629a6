import { useMediaQuery } from '@mantine/hooks';

// The widths are those of the style sheets. Known in the first render, so that nothing moves.
const AT_ONCE = { getInitialValueInEffect: false };

/** Whether the screen is one of a phone: dialogs fill it, and lists and what is chosen in them replace each other. */
export function useNarrow(): boolean {
  return useMediaQuery('(max-width: 40em)', false, AT_ONCE) ?? false;
}

/** Whether there is room for two columns. */
export function useWide(): boolean {
  return useMediaQuery('(min-width: 62em)', true, AT_ONCE) ?? true;
}

/** Whether there is room for a pane at each side of a form. */
export function useThreeColumns(): boolean {
  return useMediaQuery('(min-width: 1101px)', true, AT_ONCE) ?? true;
}

/** Whether the bar of a package has room for all that can be done with a draft. */
export function useRoomyBar(): boolean {
  return useMediaQuery('(min-width: 1400px)', true, AT_ONCE) ?? true;
}

/** Whether it is used with fingers. */
export function useTouch(): boolean {
  return useMediaQuery('(pointer: coarse)', false, AT_ONCE) ?? false;
}
