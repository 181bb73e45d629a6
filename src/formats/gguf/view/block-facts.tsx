import { useState } from 'react';
import { formatCount } from '../../../base/amounts.ts';
import type { TensorInfo } from '../../../model/package.ts';
import { useTensorBlock } from '../../../state/hooks.ts';
import { type BlockNumber, blockNumbers, type ElementBlock } from '../../../tensor/element-block.ts';
import { elementText } from '../../../tensor/elements.ts';
import { shortestFloat } from '../../../tensor/short-float.ts';
import { ErrorNote } from '../../../widgets/error-note.tsx';
import { ExactValue } from '../../../widgets/tensor/exact-value.tsx';
import classes from './block-facts.module.css';

/**
 * The block that has an element, and the numbers by which its value is computed. The last block stays until the next
 * one is read, so that nothing jumps when somebody walks from cell to cell.
 */
export function BlockFacts({ info, index }: { info: TensorInfo; index: number }) {
  const loading = useTensorBlock(info.name, index);
  const [last, setLast] = useState<ElementBlock>();
  const block = loading.status === 'ready' ? loading.value : last;
  if (block !== last) setLast(block);
  if (loading.status === 'failed') {
    return (
      <section className={classes.root} aria-label="Block">
        <ErrorNote error={loading.error} onRetry={loading.retry} />
      </section>
    );
  }
  return (
    <section className={classes.root} aria-label="Block" aria-busy={loading.status === 'loading'}>
      {block ? (
        <BlockTable block={block} dataStart={info.data?.start ?? 0} />
      ) : (
        <h3 className={classes.caption}>Block</h3>
      )}
    </section>
  );
}

/** @param dataStart the byte of the file at which the tensor begins */
export function BlockTable({ block, dataStart }: { block: ElementBlock; dataStart: number }) {
  const { number, element, elements, start, end } = block;
  return (
    <>
      <h3 className={classes.caption}>
        Block {formatCount(number)}
        <span className={classes.aside}>
          bytes {formatCount(dataStart + start)} to {formatCount(dataStart + end)}
        </span>
      </h3>
      <dl className={classes.numbers}>
        <div className={classes.row}>
          <dt>element, from 0</dt>
          <dd>
            {element} of {elements}
          </dd>
        </div>
        {blockNumbers(block).map((given) => (
          <NumberRow key={given.name} given={given} />
        ))}
      </dl>
    </>
  );
}

/** All numbers are float32. */
function NumberRow({ given: { name, value, stored, formula } }: { given: BlockNumber }) {
  const exact = elementText(value);
  return (
    <div className={classes.row}>
      <dt>
        {name}
        {stored !== undefined && `, stored as ${stored}`}
        {formula && ` = ${formula}`}
      </dt>
      <dd>
        <ExactValue exact={exact} short={shortestFloat('float32', exact)} />
      </dd>
    </div>
  );
}
