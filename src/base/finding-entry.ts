/**
 * error: the format's reference reader refuses the package, or bytes are not what its lists or its directory say.
 * warning: it loads, but something is off. info: worth knowing.
 */
export type Severity = 'error' | 'warning' | 'info';

/** The help text of a code. The page shows it, and `npm run findings` writes it to docs/findings.md. */
export interface FindingEntry {
  severity: Severity;
  /** A few words, used as a heading. */
  title: string;
  /** What it means for a person who uses the package. */
  meaning: string;
  /** What that person can do. */
  action: string;
}

const entryOf = (severity: Severity) => (title: string, meaning: string, action: string) => ({
  severity,
  title,
  meaning,
  action,
});

/** Entries of tables: title, meaning and action. */
export const error = entryOf('error');
export const warning = entryOf('warning');
export const info = entryOf('info');
