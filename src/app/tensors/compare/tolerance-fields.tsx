import { Button, Checkbox, TextInput } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import type { Tolerance } from '../../../tensor/compare/tolerance.ts';
import classes from './comparison.module.css';

interface Props {
  of: Tolerance;
  /** Undefined: the default of the types. */
  onTolerance(tolerance: Partial<Tolerance> | undefined): void;
  /** Whether the reader has chosen it. */
  isOwn: boolean;
  /** What it is and where it comes from, until the reader has chosen one. */
  hint: string;
}

/** The tolerance of a comparison. A number applies on Enter, and when the field is left. */
export function ToleranceFields({ of: { rtol, atol, equalNan }, onTolerance, isOwn, hint }: Props) {
  const all = { rtol, atol, equalNan };
  return (
    <>
      <NumberField key={`rtol ${rtol}`} label="rtol" value={rtol} onValue={(to) => onTolerance({ ...all, rtol: to })} />
      <NumberField key={`atol ${atol}`} label="atol" value={atol} onValue={(to) => onTolerance({ ...all, atol: to })} />
      <Checkbox
        size="xs"
        label="NaN equals NaN"
        checked={equalNan}
        onChange={({ currentTarget }) => onTolerance({ ...all, equalNan: currentTarget.checked })}
      />
      {isOwn ? (
        <Button size="compact-sm" onClick={() => onTolerance(undefined)}>
          Default tolerance
        </Button>
      ) : (
        <span className={classes.hint}>{hint}</span>
      )}
    </>
  );
}

/** "1e-5", "0.01". */
export function numberText(value: number): string {
  return value > 0 && value < 1e-3 ? value.toExponential() : String(value);
}

interface FieldProps {
  label: string;
  value: number;
  onValue(value: number): void;
}

function NumberField({ label, value, onValue }: FieldProps) {
  const [text, setText] = useState(numberText(value));
  const typed = text.trim() === '' ? Number.NaN : Number(text);
  const isValid = Number.isFinite(typed) && typed >= 0;
  const apply = () => {
    if (isValid && typed !== value) onValue(typed);
  };
  return (
    <TextInput
      className={classes.field ?? ''}
      size="xs"
      label={label}
      inputMode="decimal"
      spellCheck={false}
      autoComplete="off"
      value={text}
      error={!isValid && 'A number, not negative'}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onBlur={apply}
      onKeyDown={({ key }: KeyboardEvent) => {
        if (key === 'Enter') apply();
      }}
    />
  );
}
