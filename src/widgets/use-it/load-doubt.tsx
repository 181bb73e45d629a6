import type { LoadVerdict } from '../../model/verdict.ts';
import { PlaceLink } from '../place-link.tsx';
import { ToneLine } from '../severity.tsx';
import classes from './load-doubt.module.css';

/** Sentences for a package that is not fine to load. */
export type LoadDoubts = Readonly<Record<'refused' | 'doubtful', string> & { harmful?: string }>;

const HARMFUL = 'A file in it calls dangerous code when it is unpickled.';

interface Props {
  loading: LoadVerdict;
  doubts: LoadDoubts;
  /** Why loading fails, of a package without errors. */
  failure?: string | undefined;
}

/** Says what loading a package with errors does, above the code that would load it. Nothing where it is fine. */
export function LoadDoubt({ loading, doubts, failure }: Props) {
  if (loading === 'fine' && failure === undefined) return null;
  return (
    <ToneLine
      tone={loading === 'refused' || loading === 'harmful' ? 'error' : 'warning'}
      className={classes.doubt ?? ''}
      data-loading={loading}
    >
      {loading === 'fine' ? `Will not load: ${failure}.` : (doubts[loading] ?? HARMFUL)}{' '}
      <PlaceLink to={{ tab: 'problems' }}>See Problems</PlaceLink>
    </ToneLine>
  );
}
