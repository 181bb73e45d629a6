import { createContext, type ReactNode, use, useMemo, useState } from 'react';

interface Stopped {
  has(key: string): boolean;
  set(key: string | undefined, isStopped: boolean): void;
}

const NONE: Stopped = { has: () => false, set() {} };

const Readings = createContext(NONE);

/**
 * Stands around what reads a tensor. What the reader ends in one place ends in all: a reading goes on for as long as
 * anybody waits for it.
 */
export function StoppedReadings({ children }: { children: ReactNode }) {
  const [keys, setKeys] = useState<readonly string[]>([]);
  const stopped = useMemo<Stopped>(
    () => ({
      has: (key) => keys.includes(key),
      set: (key, isStopped) =>
        setKeys((now) => {
          const others = now.filter((each) => each !== key);
          if (key === undefined || (!isStopped && others.length === now.length)) return now;
          return isStopped ? [...others, key] : others;
        }),
    }),
    [keys],
  );
  return <Readings value={stopped}>{children}</Readings>;
}

/** The readings that were ended, by the keys of `useLatest`. */
export function useStopped(): Stopped {
  return use(Readings);
}
