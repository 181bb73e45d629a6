import { TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { cellIndex } from '../../../tensor/mapping.ts';
import { indexText } from '../../../tensor/shape.ts';
import type { TensorViewProps } from '../view-props.ts';
import classes from './numbers.module.css';

interface Props extends Pick<TensorViewProps, 'shape' | 'mapping' | 'onIndex'> {
  /** Of the chosen element. */
  index: readonly number[];
}

/** Goes to an element by its index in the tensor, or by its row and column. */
export function GoTo({ shape, mapping, onIndex, index }: Props) {
  const [typed, setTyped] = useState<string>();
  const [wrong, setWrong] = useState<string>();
  const go = (event: FormEvent) => {
    event.preventDefault();
    const to = indexOf(typed ?? '', { shape, mapping });
    if (typeof to === 'string') return setWrong(to);
    onIndex(to);
    setTyped(undefined);
  };
  return (
    <form className={classes.goto} onSubmit={go}>
      <TextInput
        size="xs"
        aria-label="Go to index"
        placeholder={`Go to ${shape.length > 1 ? indexText(index) : 'index'}`}
        spellCheck={false}
        autoComplete="off"
        maxLength={1000}
        value={typed ?? ''}
        error={wrong}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setWrong(undefined);
        }}
        onBlur={() => setWrong(undefined)}
      />
    </form>
  );
}

/** The index that a text names: of all dimensions, or of those that are shown. Else what is wrong with it. */
function indexOf(text: string, { shape, mapping }: Pick<Props, 'shape' | 'mapping'>) {
  const numbers = text
    .replace(/^\s*\[|\]\s*$/g, '')
    .split(',')
    .map((part) => part.trim());
  if (!numbers.every((number) => /^-?\d+$/.test(number))) return 'Type numbers with commas between them.';
  const given = numbers.map(Number);
  const shown = [mapping.rows, mapping.columns].filter((dimension) => dimension !== undefined);
  const isShort = given.length !== shape.length && given.length === shown.length;
  const index = isShort
    ? cellIndex(mapping, { row: 0, column: 0 }).map((at, dimension) => {
        const which = shown.indexOf(dimension);
        return which < 0 ? at : (given[which] as number);
      })
    : given;
  if (index.length !== shape.length) return `The tensor has ${shape.length} dimensions.`;
  const whole = index.map((at, dimension) => (at < 0 ? at + Number(shape[dimension]) : at));
  const outside = whole.findIndex((at, dimension) => at < 0 || at >= Number(shape[dimension]));
  if (outside >= 0) return `Dimension ${outside} has ${shape[outside]}.`;
  return whole;
}
