import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatBytes } from '../../base/amounts.ts';
import { MAX_AUTO_STATISTICS_BYTES } from '../../base/limits.ts';
import { useTensorStatistics } from '../../state/hooks.ts';
import type { DecodedDtype } from '../../tensor/dtype.ts';
import { CopyButton } from '../../widgets/copy-button.tsx';
import { ErrorNote } from '../../widgets/error-note.tsx';
import { JobProgress } from '../../widgets/loading/loading-view.tsx';
import { ExactValue } from '../../widgets/tensor/exact-value.tsx';
import { type Figure, figuresOf } from './figures.ts';
import classes from './statistics.module.css';

interface Props {
  tensor: string;
  /** The size of its data. */
  bytes: number;
  /** Of its elements. */
  dtype: DecodedDtype;
}

/**
 * Statistics over a whole numeric tensor, a line each. It is as high while they are computed as with them.
 * Above `MAX_AUTO_STATISTICS_BYTES` they are computed only after a click.
 */
export function StatisticsStrip({ tensor, bytes, dtype }: Props) {
  const [asked, setAsked] = useState(bytes <= MAX_AUTO_STATISTICS_BYTES);
  const loading = useTensorStatistics(asked ? tensor : undefined);
  if (loading.status === 'failed') {
    return (
      <section aria-label="Statistics">
        <ErrorNote error={loading.error} onRetry={loading.retry} />
      </section>
    );
  }
  const statistics = loading.status === 'ready' ? loading.value : undefined;
  const isLarge = bytes > MAX_AUTO_STATISTICS_BYTES;
  return (
    <section className={classes.root} aria-label="Statistics" aria-busy={asked && !statistics}>
      <h3 className={classes.caption}>
        Statistics <span className={classes.of}>whole tensor</span>
      </h3>
      <dl className={classes.strip}>
        {figuresOf(statistics, dtype).map((figure) => (
          <Cell key={figure.stat} figure={figure} />
        ))}
      </dl>
      {isLarge && !statistics && (
        <div className={classes.over}>
          {asked ? (
            <JobProgress
              what="Reading the whole tensor"
              progress={loading.status === 'loading' ? loading.progress : undefined}
            />
          ) : (
            <p className={classes.text}>Statistics read the whole tensor ({formatBytes(bytes)}).</p>
          )}
          <Button size="compact-sm" onClick={() => setAsked(!asked)}>
            {asked ? 'Cancel' : 'Compute statistics'}
          </Button>
        </div>
      )}
    </section>
  );
}

function Cell({ figure: { stat, label, name, value, short } }: { figure: Figure }) {
  return (
    <div className={classes.cell}>
      <dt>{label}</dt>
      <dd>
        {value === undefined ? (
          <span>{'\u00a0'}</span>
        ) : (
          <>
            <ExactValue data-stat={stat} exact={value} short={short ?? value} />
            <CopyButton value={value} label={`Copy ${name}`} />
          </>
        )}
      </dd>
    </div>
  );
}
