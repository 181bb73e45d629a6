import { Button } from '@mantine/core';
import { useState } from 'react';
import { MAX_AUTO_STATISTICS_BYTES } from '../base/limits.ts';
import { useTensorStatistics } from '../state/hooks.ts';
import { formatBytes, formatCount } from '../widgets/byte-size.ts';
import { LoadingView } from '../widgets/loading-view.tsx';
import { shortNumber } from '../widgets/tensor-grid-text.ts';
import classes from './tensor-statistics.module.css';

interface Props {
  tensor: string;
  /** Of its data. */
  bytes: number;
  /** Whether its elements are floats, shown at six digits with the exact value as title. */
  float: boolean;
}

/** Statistics over a whole numeric tensor; above `MAX_AUTO_STATISTICS_BYTES` only when asked for. */
export function TensorStatistics({ tensor, bytes, float }: Props) {
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
        const value = (exact: string) => (float ? shortNumber(Number(exact)) : exact);
        const rows: [string, string, string][] = [['Elements', formatCount(count), String(count)]];
        if (min !== undefined) rows.push(['Minimum', value(min), min]);
        if (max !== undefined) rows.push(['Maximum', value(max), max]);
        if (mean !== undefined) rows.push(['Mean', shortNumber(mean), String(mean)]);
        if (std !== undefined) rows.push(['Standard deviation', shortNumber(std), String(std)]);
        if (sum !== undefined) rows.push(['Sum', sum, sum]);
        if (float) {
          rows.push(['NaN', formatCount(nan), String(nan)], ['Infinite', formatCount(infinite), String(infinite)]);
        }
        return (
          <>
            <dl className={classes.list}>
              {rows.map(([label, short, exact]) => (
                <div key={label} className={classes.row}>
                  <dt>{label}</dt>
                  <dd data-value={exact} title={short === exact ? undefined : exact}>
                    {short}
                  </dd>
                </div>
              ))}
            </dl>
            {nan + infinite > 0 && (
              <p className={classes.text}>
                {min === undefined ? 'There is no finite value.' : 'All but the counts are over the finite values.'}
              </p>
            )}
          </>
        );
      }}
    </LoadingView>
  );
}
