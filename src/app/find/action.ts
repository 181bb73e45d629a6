import type { TablerIcon } from '@tabler/icons-react';
import { useEffect, useId } from 'react';

/** Something that a control of the page does, and that Find offers as long as the control is there. */
export interface FindAction {
  /** What it does, as on its button. */
  name: string;
  /** Other words that people type for it. */
  also?: string | undefined;
  Icon: TablerIcon;
  /** Whether it is there without a package, too. Such actions are listed last. */
  always?: boolean | undefined;
  run(): void;
}

/** The actions that components offer, by the id of each. */
const offered = new Map<string, readonly FindAction[]>();

/** Offers actions in Find while the component is shown. They may be others with each rendering. */
export function useFindActions(actions: readonly FindAction[]): void {
  const id = useId();
  useEffect(() => void offered.set(id, actions));
  useEffect(() => () => void offered.delete(id), [id]);
}

/** Offers an action in Find while the component is shown. Undefined offers nothing. */
export function useFindAction(action: FindAction | undefined): void {
  useFindActions(action ? [action] : []);
}

/** The actions that are offered now: those of the package, then the others. Of two with one name, the first. */
export function offeredActions(): FindAction[] {
  const all = [...offered.values()].flat();
  const actions = all.filter(({ name }, index) => all.findIndex((other) => other.name === name) === index);
  return [...actions.filter(({ always }) => !always), ...actions.filter(({ always }) => always)];
}
