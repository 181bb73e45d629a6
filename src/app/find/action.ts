import type { TablerIcon } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';

/** Something that a control of the page does, and that Find offers as long as the control is there. */
export interface FindAction {
  /** What it does, as on its button. */
  name: string;
  /** Other words that people type for it. */
  also?: string;
  Icon: TablerIcon;
  /** Whether it is there without a package, too. Such actions are listed last. */
  always?: boolean;
  run(): void;
}

const offered = new Set<() => readonly FindAction[]>();

/** Offers actions in Find while the component is shown. They may be others with each rendering. */
export function useFindActions(actions: readonly FindAction[]): void {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    const give = () => latest.current;
    offered.add(give);
    return () => {
      offered.delete(give);
    };
  }, []);
}

/** Offers an action in Find while the component is shown. Undefined offers nothing. */
export function useFindAction(action: FindAction | undefined): void {
  useFindActions(action ? [action] : []);
}

/** The actions that are offered now: those of the package, then the others. Of two with one name, the first. */
export function offeredActions(): FindAction[] {
  const all = [...offered].flatMap((give) => give());
  const actions = all.filter(({ name }, index) => all.findIndex((other) => other.name === name) === index);
  return [...actions.filter(({ always }) => !always), ...actions.filter(({ always }) => always)];
}
