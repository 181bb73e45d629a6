const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const relative = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' });

/**
 * When something was, in few words: "2 hours ago", "yesterday", "Monday", and from a week on the date. Times are
 * milliseconds since 1970; one to come counts as now.
 */
export function timeAgo(at: number, now: number): string {
  const past = now - at;
  if (past < MINUTE_MS) return 'just now';
  if (past < HOUR_MS) return relative.format(-Math.floor(past / MINUTE_MS), 'minute');
  const days = Math.round((dayOf(now) - dayOf(at)) / DAY_MS);
  if (days === 0 || past < DAY_MS / 2) return relative.format(-Math.floor(past / HOUR_MS), 'hour');
  if (days === 1) return relative.format(-1, 'day');
  if (days < 7) return new Date(at).toLocaleDateString('en-US', { weekday: 'long' });
  return new Date(at).toLocaleDateString(undefined, { dateStyle: 'medium' });
}

/** Midnight of the day, in local time. */
function dayOf(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0);
}

/** A date with its time, as the reader's language writes them: "July 4, 2025 at 9:30 PM". `at` as in `timeAgo`. */
export function momentText(at: number): string {
  return new Date(at).toLocaleString(undefined, { dateStyle: 'long', timeStyle: 'short' });
}
