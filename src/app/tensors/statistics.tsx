import { Button } from '@mantine/core';
import { useState } from 'react';
import { MAX_AUTO_STATISTICS_BYTES } from '../../base/limits.ts';
import { useTensorStatistics } from '../../state/hooks.ts';
import { formatBytes } from '../../widgets/byte-size.ts';
import { CopyButton } from '../../widgets/copy-button.tsx';
import { LoadingView } from '../../widgets/loading-view.tsx';
import classes from './statistics.module.css';

interface Props {
  tensor: string;
  /** The size of its data. */
  bytes: number;
  /** Whether its elements are floats, which can be NaN or infinite. */
  float: boolean;
}

/** Statistics over a whole numeric tensor. Above `MAX_AUTO_STATISTICS_BYTES` only after a click. */
export function StatisticsList({ tensor, bytes, float }: Props) {
  const [asked, setAsked] = useState(bytes <= MAX_AUTO_STATISTICS_BYTES);
  const loading = useTensorStatistics(asked ? tensor : undefined);
  if (!asked) {
    return (
      <div className={classes.ask}>
        <p className={classes.text}>Computing them reads the whole tensor ({formatBytes(bytes)}).</p>
        <Button variant="default" onClick={() => setAsked(true)}>
          Compute statistics
        </Button>
      </div>
    );
  }
  return (
    <LoadingView of={loading} what="the whole tensor" onCancel={() => setAsked(false)}>
      {({ count, min, max, sum, mean, std, nan, infinite }) => {
        // Never rounded: the page shows what the button copies.
        const rows: [label: string, value: string | number | undefined][] = [
          ['Minimum', min],
          ['Maximum', max],
          ['Mean', mean],
          ['Standard deviation', std],
          ['Sum', sum],
          ['Elements', count],
          ['Not a number (NaN)', float ? nan : undefined],
          ['Infinite', float ? infinite : undefined],
        ];
        return (
          <>
            <dl className={classes.list}>
              {rows.map(
                ([label, value]) =>
                  value !== undefined && (
                    <div key={label} className={classes.row}>
                      <dt>{label}</dt>
                      <dd>
                        <span data-value={String(value)}>{String(value)}</span>
                        <CopyButton value={String(value)} label={`Copy ${lowerFirst(label)}`} />
                      </dd>
                    </div>
                  ),
              )}
            </dl>
            {nan + infinite > 0 && (
              <p className={classes.text}>
                {min === undefined
                  ? 'There is no finite value, so there is no minimum, maximum, mean or standard deviation.'
                  : 'Minimum, maximum, mean and standard deviation are of the finite values alone.'}
              </p>
            )}
          </>
        );
      }}
    </LoadingView>
  );
}

function lowerFirst(label: string): string {
  return label.charAt(0).toLowerCase() + label.slice(1);
}
