import type { KeyboardEvent } from 'react';

/** What the keys of a player do. */
interface PlayerActs {
  toggle(): void;
  /** Goes back or forth by a step. */
  step(by: 1 | -1): void;
  toStart(): void;
  toEnd(): void;
  /** Changes the volume by a step. */
  volume(by: 1 | -1): void;
  mute(): void;
}

/** What each key does. */
export const PLAYER_KEYS: Readonly<Record<string, (acts: PlayerActs) => void>> = {
  ' ': ({ toggle }) => toggle(),
  ArrowLeft: ({ step }) => step(-1),
  ArrowRight: ({ step }) => step(1),
  Home: ({ toStart }) => toStart(),
  End: ({ toEnd }) => toEnd(),
  ArrowUp: ({ volume }) => volume(1),
  ArrowDown: ({ volume }) => volume(-1),
  m: ({ mute }) => mute(),
  M: ({ mute }) => mute(),
};

/**
 * Does what a key means, wherever the focus is in the player. It must hear the key before its sliders do: their steps are
 * those of a pointer.
 */
export function onPlayerKey(event: KeyboardEvent<HTMLElement>, acts: PlayerActs): void {
  const { key, target, currentTarget } = event;
  const act = PLAYER_KEYS[key];
  if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
  // The menu of speeds lies elsewhere on the page.
  if (!(target instanceof HTMLElement) || !currentTarget.contains(target)) return;
  // Space presses a button, and the arrows of the volume's slider move it.
  if (key === ' ' ? target.closest('button') : key.length > 1 && target.closest('[data-volume]')) return;
  event.preventDefault();
  event.stopPropagation();
  act(acts);
}
