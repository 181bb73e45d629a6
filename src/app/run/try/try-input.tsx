import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { type ErrorData, toErrorData } from '../../../base/errors.ts';
import type { TensorSpec } from '../../../model/package.ts';
import type { RunTensor } from '../../../model/run/run-thread.ts';
import { ErrorNote } from '../../../widgets/error-note.tsx';
import { NameText, visibleText } from '../../../widgets/name-text.tsx';
import { StringText } from '../../../widgets/tensor/string-text.tsx';
import { shortNumber } from '../../../widgets/tensor-grid/text.ts';
import { ValueInput } from '../../tensors/edit/value-input.tsx';
import { DrawField } from './draw-field.tsx';
import { countOf, numbersOf, planeOf, runTensorOf } from './run-values.ts';
import classes from './try-it.module.css';

/** Types of numbers and texts that models take, the likeliest first. */
const DTYPES = [
  'float32',
  'float64',
  'int64',
  'int32',
  'int16',
  'int8',
  'uint64',
  'uint32',
  'uint16',
  'uint8',
  'string',
];

const FIRST_VALUES = 8;

interface Props {
  spec: TensorSpec;
  value: RunTensor | undefined;
  /** What it was at first. */
  first: RunTensor | undefined;
  isReading: boolean;
  onValue(tensor: RunTensor): void;
}

/** An input: a plane to draw on, or its first values and a way to give others. */
export function TryInput({ spec, value, first, isReading, onValue }: Props) {
  const { name = '', dtype, shape } = spec;
  const [isChanging, setChanging] = useState(false);
  const [error, setError] = useState<ErrorData>();
  const declared = useMemo(() => ({ dtype, shape }), [dtype, shape]);
  const isEmpty = !value && !isReading;
  const canDraw = value !== undefined && value.dtype !== 'string' && planeOf(value) !== undefined;
  return (
    <div className={classes.value} data-input={name}>
      <p className={classes.caption}>
        <NameText mono>{name}</NameText>{' '}
        {value && (
          <span className={classes.type}>
            {value.dtype}
            {value.shape.length > 0 && ` ${value.shape.join(' × ')}`}
          </span>
        )}
        {value && !isChanging && (
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={`Change ${visibleText(name)}`}
            onClick={() => setChanging(true)}
          >
            Change
          </Button>
        )}
      </p>
      {error && <ErrorNote error={error} />}
      {isChanging || isEmpty ? (
        <>
          <ValueInput
            label={`the input ${visibleText(name)}`}
            declared={declared}
            dtypes={DTYPES}
            canNest={false}
            onRead={({ contents }) => {
              setError(undefined);
              runTensorOf(name, contents).then(
                (tensor) => {
                  setChanging(false);
                  onValue(tensor);
                },
                (failed: unknown) => setError(toErrorData(failed)),
              );
            }}
          />
          {isChanging && (
            <Button size="compact-sm" variant="subtle" onClick={() => setChanging(false)}>
              Cancel
            </Button>
          )}
        </>
      ) : canDraw ? (
        <DrawField
          tensor={value}
          first={first && first.dtype !== 'string' && planeOf(first) ? first : value}
          onDraw={onValue}
          onClear={() => onValue({ ...value, data: new Uint8Array(value.data.length) })}
        />
      ) : (
        value && <FirstValues value={value} />
      )}
    </div>
  );
}

function FirstValues({ value }: { value: RunTensor }) {
  const count = countOf(value);
  if (value.dtype === 'string')
    return (
      <div className={classes.texts}>
        <StringText multiline>{value.data[0] ?? ''}</StringText>
        {count > 1 && <span className={classes.type}>… {count - 1} more</span>}
      </div>
    );
  const bytes = value.data.length / Math.max(1, count);
  const numbers = Array.from(numbersOf({ ...value, data: value.data.subarray(0, bytes * FIRST_VALUES) }), Number);
  return (
    <p className={classes.numbers}>
      {numbers.map((each, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an element is its position.
        <span key={at}>{shortNumber(each)}</span>
      ))}
      {count > FIRST_VALUES && <span className={classes.type}>… {count - FIRST_VALUES} more</span>}
    </p>
  );
}
