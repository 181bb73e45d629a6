import { TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { sliceText, type TensorMapping, withSlice } from '../../tensor/mapping.ts';
import type { Shape } from '../../tensor/shape.ts';
import type { SliceMistake } from '../../tensor/slice.ts';
import { Mistake } from './mistake.tsx';
import classes from './slice-field.module.css';

interface Props {
  shape: Shape;
  mapping: TensorMapping;
  onMapping(mapping: TensorMapping): void;
}

/** Characters of a slice: of 64 dimensions, each with the longest numbers. */
const MAX_SLICE_CHARACTERS = 4096;

/** What is shown, as NumPy writes it. It is taken as it is typed; what is wrong is said, at its place. */
export function SliceField({ shape, mapping, onMapping }: Props) {
  const id = useId();
  const own = sliceText(mapping, shape);
  const [typed, setTyped] = useState<{ text: string; for: string; wrong?: SliceMistake | undefined }>();
  // What was typed stays as it was written while it says what is shown.
  const isTyped = typed !== undefined && (typed.wrong !== undefined || typed.for === own);
  const text = isTyped ? typed.text : own;
  const wrong = isTyped ? typed.wrong : undefined;
  const type = (next: string) => {
    const read = withSlice(mapping, shape, next);
    if ('mistake' in read) setTyped({ text: next, for: own, wrong: read });
    else {
      setTyped({ text: next, for: sliceText(read, shape) });
      onMapping(read);
    }
  };
  return (
    <div className={classes.root}>
      <TextInput
        size="xs"
        aria-label="Slice"
        className={classes.input ?? ''}
        style={{ '--characters': `${Math.min(28, Math.max(9, text.length + 1))}ch` }}
        spellCheck={false}
        autoComplete="off"
        maxLength={MAX_SLICE_CHARACTERS}
        value={text}
        error={wrong !== undefined}
        aria-describedby={wrong ? id : undefined}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        onBlur={() => setTyped(undefined)}
      />
      {wrong && <Mistake id={id} text={text} of={wrong} side="end" />}
    </div>
  );
}
