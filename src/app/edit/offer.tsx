import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useActions, useApp } from '../../state/hooks.ts';
import { formatNumberOf } from '../../widgets/byte-size.ts';
import { ErrorNote } from '../../widgets/error-note.tsx';
import { textDiff } from '../../widgets/text-diff/hunks.ts';
import { TextDiff } from '../../widgets/text-diff/text-diff.tsx';
import classes from './offer.module.css';

/** A draft of an earlier visit: when, how much, and what to do with it. */
export default function DraftOffer() {
  const offer = useApp((state) => state.draftOffer);
  // Why it could not be restored: editing did not begin.
  const error = useApp((state) => (state.draft ? undefined : state.draftError));
  const { restoreDraft, discardOffer } = useActions();
  const [looked, setLooked] = useState(false);
  const diff = useMemo(() => (offer ? textDiff(offer.firstText, offer.text) : undefined), [offer]);
  if (!offer || !diff) return null;
  const when = new Date(offer.at).toLocaleString(undefined, { dateStyle: 'long', timeStyle: 'short' });
  return (
    <section className={classes.root} aria-label="Kept draft">
      <IconHistory className={classes.icon} size={20} stroke={1.75} aria-hidden />
      <div className={classes.body}>
        <p className={classes.text} role="status">
          You changed this carton on {when} and did not save it: {formatNumberOf(diff.added, 'line')} of carton.toml
          added or changed, {formatNumberOf(diff.removed, 'line')} gone or replaced.
        </p>
        <div className={classes.actions}>
          <Button variant="default" onClick={() => void restoreDraft()}>
            Restore
          </Button>
          <Button variant="subtle" aria-expanded={looked} onClick={() => setLooked(!looked)}>
            {looked ? 'Hide' : 'Look at it'}
          </Button>
          <Button variant="subtle" onClick={() => void discardOffer()}>
            Discard
          </Button>
        </div>
        {error && <ErrorNote error={error} />}
        {looked && <TextDiff before={offer.firstText} after={offer.text} label="Difference of carton.toml" />}
      </div>
    </section>
  );
}
