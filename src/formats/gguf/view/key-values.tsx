import { useEffect, useState } from 'react';
import { formatCount } from '../../../base/amounts.ts';
import { Section } from '../../../widgets/section.tsx';
import type { GgufOwn } from '../core/own.ts';
import { KeyValueTable } from './key-value-table.tsx';
import classes from './key-values.module.css';

/** More pairs than this are folded. Models have 20 to 60. */
const MOST_SHOWN = 12;

/** What the address calls them on the Overview. */
export const KEY_VALUES = 'key-values';

export function isFolded({ keyValues }: GgufOwn): boolean {
  return keyValues.length > MOST_SHOWN;
}

/**
 * All key-value pairs of the header.
 *
 * @param wanted whether the address leads here: they then unfold and scroll into view
 */
export function KeyValues({ own, wanted }: { own: GgufOwn; wanted: boolean }) {
  const [isOpen, setOpen] = useState(wanted);
  const [was, setWas] = useState(wanted);
  if (was !== wanted) {
    setWas(wanted);
    if (wanted) setOpen(true);
  }
  useEffect(() => {
    if (wanted) goToKeyValues();
  }, [wanted]);
  return (
    <Section title="Key-values" id={KEY_VALUES} className={classes.root}>
      {isFolded(own) ? (
        <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary className={classes.summary}>All {formatCount(own.keyValues.length)} keys</summary>
          {isOpen && <KeyValueTable own={own} />}
        </details>
      ) : (
        <KeyValueTable own={own} />
      )}
    </Section>
  );
}

/** Unfolds the pairs that are shown and scrolls there, also where the address leads there already. */
export function goToKeyValues(): void {
  const region = document.getElementById(KEY_VALUES);
  const details = region?.querySelector('details');
  const show = () => {
    region?.scrollIntoView({ block: 'start' });
    region?.querySelector('summary')?.focus({ preventScroll: true });
  };
  if (!details || details.open) {
    show();
    return;
  }
  // The table is there only then, and before, the page may be too short to scroll.
  details.addEventListener('toggle', show, { once: true });
  details.open = true;
}
