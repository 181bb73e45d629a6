import { useEffect, useState } from 'react';
import classes from './elapsed.module.css';

/** How often the time is shown, in milliseconds. */
const EVERY_MS = 100;

/** How long something has been running. Its room is kept while nothing has begun. */
export function Elapsed({ began }: { began: number | undefined }) {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    if (began === undefined) return;
    const timer = setInterval(() => setNow(performance.now()), EVERY_MS);
    return () => clearInterval(timer);
  }, [began]);
  const seconds = began === undefined ? undefined : Math.max(0, now - began) / 1000;
  return <span className={classes.root}>{seconds === undefined ? '' : `${seconds.toFixed(1)} s`}</span>;
}
