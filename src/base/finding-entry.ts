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

/** Entries of tables: title, meaning and action. */
export const {
  error,
  warning,
  info,
}: Record<Severity, (title: string, meaning: string, action: string) => FindingEntry> = entriesWith('');

/** The same for a table whose findings mostly have one action, which is left out of their entries. */
export function entriesWith(usual: string) {
  const entryOf =
    (severity: Severity) =>
    (title: string, meaning: string, action = usual): FindingEntry => ({ severity, title, meaning, action });
  return { error: entryOf('error'), warning: entryOf('warning'), info: entryOf('info') };
}
