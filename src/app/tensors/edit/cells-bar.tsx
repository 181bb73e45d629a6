import { Button, TextInput } from '@mantine/core';
import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import type { TensorInfo } from '../../../model/package.ts';
import { useActions, useAppReader, useTensorCells } from '../../../state/hooks.ts';
import type { FlatContents } from '../../../tensor/contents/contents.ts';
import { elementAt, elementCount, indexAt, indexText } from '../../../tensor/shape.ts';
import { useJob } from '../../../widgets/loading/job.ts';
import { visibleText } from '../../../widgets/name-text.tsx';
import { ToneLine } from '../../../widgets/severity.tsx';
import classes from './cells-bar.module.css';
import { stepName, type TensorActs } from './use-tensor-acts.ts';

interface Props {
  info: TensorInfo;
  acts: TensorActs;
  /** The chosen cell. */
  index: readonly number[] | undefined;
  onIndex(index: readonly number[]): void;
  onDone(): void;
}

/** A field for the chosen cell of a tensor. Enter sets it, as one step of the draft, and goes on to the next. */
export function CellsBar({ info, acts, index, onIndex, onDone }: Props) {
  const { name, shape, dtype } = info;
  const { editCells, tensorContents } = useActions();
  const read = useAppReader();
  const at = shape.length === 0 ? [] : index;
  const element = at === undefined ? undefined : elementAt(shape, at);
  const plane =
    element === undefined ? undefined : { rows: 1, columns: 1, start: element, rowStride: 0, columnStride: 0 };
  const cell = useTensorCells(plane && name, plane);
  const value = cell.status === 'ready' ? (cell.value[0] ?? '') : undefined;
  const [typed, setTyped] = useState<{ text: string; of: number | undefined }>();
  const text = typed && typed.of === element ? typed.text : (value ?? '');
  const { state, run } = useJob();
  const [losses, setLosses] = useState<readonly string[]>([]);
  /** The elements after the last edit here, and the state of the draft that has them: they need not be read again. */
  const last = useRef<{ contents: FlatContents; of: unknown }>(undefined);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();

  useEffect(() => field.current?.focus(), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another cell is another value to type over.
  useEffect(() => {
    if (document.activeElement === field.current) field.current?.select();
  }, [element, value]);

  const set = () =>
    void run(async (options) => {
      if (element === undefined || value === undefined || text === value) return goOn();
      setLosses([]);
      const known = last.current?.of === read().draft?.current ? last.current?.contents : undefined;
      const contents = known ?? ((await tensorContents(name, options)).contents as FlatContents);
      const made = await editCells({ contents, cells: [{ element, text }] }, options);
      const step = `Set ${indexText(at ?? [])} of ${stepName(name)}`;
      await acts.make([{ kind: 'put', name, contents: made.contents }], step, options);
      last.current = { contents: made.contents, of: read().draft?.current };
      setLosses(made.losses.map(({ words }) => words));
      setTyped(undefined);
      goOn();
    });

  function goOn(): void {
    setTyped(undefined);
    if (element !== undefined && BigInt(element + 1) < elementCount(shape)) onIndex(indexAt(shape, element + 1));
  }

  function onSubmit(event: SubmitEvent): void {
    event.preventDefault();
    set();
  }

  const label = at === undefined ? 'Value' : shape.length === 0 ? 'Value' : `Value at ${indexText(at)}`;
  return (
    <form className={classes.root} aria-label="Edit cells" onSubmit={onSubmit}>
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      <TextInput
        ref={field}
        id={id}
        size="sm"
        className={classes.field ?? ''}
        classNames={{ input: classes.input ?? '' }}
        spellCheck={false}
        autoComplete="off"
        disabled={element === undefined}
        value={text}
        error={state.status === 'failed'}
        onChange={(event) => setTyped({ text: event.currentTarget.value, of: element })}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          if (typed) setTyped(undefined);
          else onDone();
        }}
        {...(typed ? { 'data-undoes': '' } : {})}
      />
      <Button type="submit" size="sm" disabled={element === undefined}>
        Set
      </Button>
      <Button size="sm" variant="subtle" onClick={onDone}>
        Done
      </Button>
      <div className={classes.said} role="status">
        {state.status === 'failed' ? (
          <ToneLine tone="error">{visibleText(state.error.message)}</ToneLine>
        ) : element === undefined ? (
          'Choose a cell below.'
        ) : losses.length > 0 ? (
          losses.map((words) => (
            <ToneLine key={words} tone="warning">
              The last value {visibleText(words)}.
            </ToneLine>
          ))
        ) : dtype === 'string' ? (
          'Enter sets it and goes on to the next.'
        ) : (
          'Enter sets it and goes on to the next. Also nan, inf, -0 and 0x….'
        )}
      </div>
    </form>
  );
}
