import { Button } from '@mantine/core';
import { formatBytes, formatNumberOf } from '../../base/amounts.ts';
import { readBytes } from '../../model/tensor/tensor-size.ts';
import { useActions } from '../../state/hooks.ts';
import type { PairSides } from '../../state/pair-slice.ts';
import { NameText, visibleText } from '../../widgets/name-text.tsx';
import { Figures } from '../tensors/compare/comparison.tsx';
import classes from './pair-panes.module.css';
import { isFailed, type TensorRow } from './pair-values.tsx';
import { usePairValues } from './use-package-diff.ts';

/** Blocks of a sample of each tensor: a few requests of a host, and an error that is known to a few per cent. */
export const SAMPLE_BLOCKS = 32;

const BY_WORDS = {
  name: 'They have one name.',
  prefix: 'Their names are the same once a common prefix is cut.',
  rule: 'A rule of yours says that they belong together.',
  origin: 'The converter that made one of them renames it so.',
} as const;

/** One pair of tensors: how they found each other, and how their values differ. */
export function ChosenPair({ sides, row: { a, b, pair, found } }: { sides: PairSides; row: TensorRow }) {
  const { comparePairValues } = useActions();
  const isRunning = usePairValues(sides).running !== undefined;
  const name = (a ?? b)?.name ?? '';
  const one = a && b && pair && { a, b, pair };
  return (
    <section aria-label="Comparison of the tensor">
      <h2 className={classes.title}>
        <NameText mono>{name}</NameText>
      </h2>
      {!one && (
        <p className={classes.quiet}>{a ? 'Only the first package has it.' : 'Only the second package has it.'}</p>
      )}
      {one && (
        <>
          {one.a.name !== one.b.name && (
            <p className={classes.quiet}>
              Called <NameText mono>{one.b.name}</NameText> in the second package. {BY_WORDS[one.pair.by]}
            </p>
          )}
          {one.pair.converted && (
            <p className={classes.quiet}>Its elements are compared in the order that they had before the conversion.</p>
          )}
          {one.pair.shape === 'transposed' && (
            <p className={classes.quiet}>One is compared as the transpose of the other.</p>
          )}
          {found === undefined && one.pair.shape !== 'different' && (
            <div className={classes.act}>
              <Button size="compact-sm" disabled={isRunning} onClick={() => void comparePairValues(sides, [one])}>
                {`Compare values, ${formatBytes(readBytes(one.a) + readBytes(one.b))}`}
              </Button>
              <Button
                size="compact-sm"
                disabled={isRunning}
                onClick={() => void comparePairValues(sides, [one], { blocks: SAMPLE_BLOCKS })}
              >
                Compare a sample
              </Button>
            </div>
          )}
          {one.pair.shape === 'different' && (
            <p className={classes.quiet}>Their shapes do not go together, so their values cannot be compared.</p>
          )}
          {found && isFailed(found) && <p className={classes.quiet}>{visibleText(found.message)}</p>}
          {found && !isFailed(found) && <Figures found={found} of={{ info: one.a, other: one.b }} />}
          {found && !isFailed(found) && found.sample && (
            <p className={classes.quiet}>
              {`A sample: ${formatNumberOf(found.count, 'element')} of ${formatNumberOf(found.sample.elements, 'element')} were compared. What was not read may differ more.`}
            </p>
          )}
        </>
      )}
    </section>
  );
}
