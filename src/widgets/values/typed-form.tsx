import { Button, NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type SubmitEvent, useCallback, useId, useRef, useState } from 'react';
import { formatNumberOf } from '../../base/amounts.ts';
import type { TypedValues } from '../../tensor/contents/typed.ts';
import type { Shape, ShapeSpec } from '../../tensor/shape.ts';
import { RemoveButton } from '../form-entries/entry-list.tsx';
import { ToneLine } from '../severity.tsx';
import { CellGrid } from './cell-grid.tsx';
import {
  gridOf,
  MAX_GRID_CELLS,
  newDraft,
  shapeOf,
  TYPED_WAYS,
  type TypedDraft,
  type TypedDtype,
  type TypedProblem,
  type TypedWay,
  typedOf,
  withPasted,
} from './typed-draft.ts';
import classes from './typed-form.module.css';

/** Tensors of a list that are typed. */
const MAX_PARTS = 32;

interface Props {
  /** What is typed, for screen readers: "Example 1 input x". */
  label: string;
  /** The types to choose from, the likeliest first. One alone is not asked. */
  dtypes: readonly TypedDtype[];
  /** The shape that is declared. One without symbols is not asked. */
  shape: ShapeSpec | undefined;
  symbols?: ReadonlyMap<string, bigint> | undefined;
  /** Values that are changed. */
  first?: { dtype: TypedDtype; shape: Shape; cells: readonly string[] } | undefined;
  /** Whether it can be a list of tensors. */
  canNest: boolean;
  /** What the button says. */
  button: string;
  onTyped(typed: TypedValues): void;
  /** What leaves the form without a value. "Cancel" by default. */
  leave?: string;
  onCancel(): void;
}

const WAY_LABELS: Readonly<Record<TypedWay, string>> = {
  cells: 'Values',
  fill: 'Fill',
  range: 'Range',
  random: 'Random',
};

/** Types the elements of a tensor, of a scalar in one line, or of several tensors as a list. */
export function TypedForm({
  label,
  dtypes,
  shape,
  symbols,
  first,
  canNest,
  button,
  leave = 'Cancel',
  onTyped,
  onCancel,
}: Props) {
  const [drafts, setDrafts] = useState<readonly TypedDraft[]>(() => {
    const draft = newDraft(first?.dtype ?? (dtypes[0] as TypedDtype), first?.shape ?? shape, symbols);
    return [{ ...draft, cells: first?.cells ?? [] }];
  });
  const [isNested, setNested] = useState(false);
  // What was typed of the others is there again once it is a list again.
  const shown = isNested ? drafts : drafts.slice(0, 1);
  const [problem, setProblem] = useState<TypedProblem & { part: number }>();
  const form = useRef<HTMLFormElement>(null);
  const isScalar = !isNested && Array.isArray(shape) && shape.length === 0;
  const change = useCallback((part: number, make: (draft: TypedDraft) => TypedDraft) => {
    setProblem((before) => (before?.part === part ? undefined : before));
    setDrafts((before) => before.with(part, make(before[part] as TypedDraft)));
  }, []);

  function onSubmit(event: SubmitEvent): void {
    event.preventDefault();
    const made = [];
    for (const [part, draft] of shown.entries()) {
      const found = typedOf(draft);
      if ('problem' in found) {
        setProblem({ ...found.problem, part });
        const { field, cell } = found.problem;
        const name = field === 'cell' ? `cell-${cell}` : field;
        form.current?.querySelector<HTMLElement>(`[data-part="${part}"] [data-typed="${name}"]`)?.focus();
        return;
      }
      made.push(found.typed);
    }
    setProblem(undefined);
    const [only] = made;
    if (isNested) onTyped({ kind: 'nested', inner: made });
    else if (only) onTyped(only);
  }

  return (
    <form
      ref={form}
      className={classes.form}
      data-scalar={isScalar || undefined}
      aria-label={`Type ${label}`}
      onSubmit={onSubmit}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.stopPropagation();
        onCancel();
      }}
    >
      {shown.map((draft, part) => (
        <fieldset
          // biome-ignore lint/suspicious/noArrayIndexKey: a part is its position.
          key={part}
          data-part={part}
          className={classes.part}
          aria-label={isNested ? `Tensor ${part}` : 'Values'}
        >
          {isNested && (
            <div className={classes.partHead}>
              <span>Tensor {part}</span>
              {drafts.length > 1 && (
                <RemoveButton
                  label={`Remove tensor ${part}`}
                  onClick={() => setDrafts(drafts.filter((_, at) => at !== part))}
                />
              )}
            </div>
          )}
          <TypedFields
            part={part}
            draft={draft}
            dtypes={dtypes}
            shape={isNested ? undefined : shape}
            problem={problem?.part === part ? problem : undefined}
            change={change}
          />
        </fieldset>
      ))}
      <div className={classes.actions}>
        <Button type="submit" size="xs">
          {button}
        </Button>
        <Button variant="subtle" size="xs" onClick={onCancel}>
          {leave}
        </Button>
        {isNested && drafts.length < MAX_PARTS && (
          <Button
            variant="subtle"
            size="xs"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => setDrafts([...drafts, newDraft(drafts[0]?.dtype as TypedDtype, undefined)])}
          >
            Add tensor
          </Button>
        )}
        {canNest && !isScalar && (
          <Button variant="subtle" size="xs" aria-pressed={isNested} onClick={() => setNested(!isNested)}>
            {isNested ? 'One tensor' : 'A list of tensors'}
          </Button>
        )}
      </div>
    </form>
  );
}

interface FieldsProps {
  part: number;
  draft: TypedDraft;
  dtypes: readonly TypedDtype[];
  shape: ShapeSpec | undefined;
  problem: TypedProblem | undefined;
  /** Always the same function. */
  change(part: number, make: (draft: TypedDraft) => TypedDraft): void;
}

function TypedFields({ part, draft, dtypes, shape: declared, problem, change }: FieldsProps) {
  const id = useId();
  const onDraft = (next: Partial<TypedDraft>) => change(part, (before) => ({ ...before, ...next }));
  const onCell = useCallback(
    (cell: number, text: string) =>
      change(part, (before) => {
        const cells = Array.from(
          { length: Math.max(before.cells.length, cell + 1) },
          (_, at) => before.cells[at] ?? '',
        );
        return { ...before, cells: cells.with(cell, text) };
      }),
    [change, part],
  );
  const [left, setLeft] = useState(0);
  const shape = shapeOf(draft);
  const isFixed = typeof declared === 'object' && declared.every((size) => typeof size === 'bigint');
  const isLarge = shape !== undefined && gridOf(shape).rows * gridOf(shape).columns > MAX_GRID_CELLS;
  const isScalar = isFixed && declared.length === 0;
  const field = (name: Exclude<TypedProblem['field'], 'cell'> & keyof TypedDraft, label: string) => (
    <TextInput
      label={label}
      size="xs"
      classNames={{ input: classes.mono ?? '' }}
      data-typed={name}
      data-undoes=""
      spellCheck={false}
      autoComplete="off"
      placeholder={name === 'shape' ? '2, 3' : undefined}
      value={draft[name]}
      error={problem?.field === name && problem.message}
      onChange={(event) => onDraft({ [name]: event.currentTarget.value })}
    />
  );
  return (
    <>
      {(dtypes.length > 1 || !isFixed) && (
        <div className={classes.fields}>
          {dtypes.length > 1 && (
            <NativeSelect
              label="Type"
              size="xs"
              data={[...dtypes]}
              value={draft.dtype}
              onChange={(event) => onDraft({ dtype: event.currentTarget.value as TypedDtype })}
            />
          )}
          {!isFixed && field('shape', 'Shape')}
        </div>
      )}
      {!isScalar && (
        <SegmentedControl
          size="xs"
          className={classes.ways}
          aria-label="How they are typed"
          data={TYPED_WAYS.filter((way) => draft.dtype !== 'string' || way === 'cells' || way === 'fill').map(
            (value) => ({
              value,
              label: WAY_LABELS[value],
            }),
          )}
          value={draft.way}
          onChange={(way) => onDraft({ way: way as TypedWay })}
        />
      )}
      {draft.way === 'cells' && shape && !isLarge && (
        <CellGrid
          dtype={draft.dtype}
          shape={shape}
          cells={draft.cells}
          hasFocus={part === 0}
          marked={problem?.field === 'cell' ? problem.cell : undefined}
          describedBy={id}
          onCell={onCell}
          onPaste={(pasted, at) => {
            const made = withPasted(draft, pasted, at, !isFixed);
            setLeft(made.left);
            onDraft(made.draft);
          }}
        />
      )}
      {draft.way === 'fill' && <div className={classes.fields}>{field('fill', 'Every value')}</div>}
      {draft.way === 'range' && (
        <div className={classes.fields}>
          {field('start', 'First value')}
          {field('step', 'Step')}
        </div>
      )}
      {draft.way === 'random' && (
        <div className={classes.fields}>
          <NativeSelect
            label="Distribution"
            size="xs"
            data={[
              { value: 'uniform', label: 'Uniform' },
              { value: 'normal', label: 'Normal' },
            ]}
            value={draft.random}
            onChange={(event) => onDraft({ random: event.currentTarget.value as TypedDraft['random'] })}
          />
          {field('first', draft.random === 'uniform' ? 'From' : 'Mean')}
          {field('second', draft.random === 'uniform' ? 'To' : 'Deviation')}
          {field('seed', 'Seed')}
        </div>
      )}
      <div id={id} role="status">
        {draft.way === 'cells' && isLarge && (
          <ToneLine tone="info">
            Up to {formatNumberOf(MAX_GRID_CELLS, 'value')} can be typed one by one. Fill them, or choose a file.
          </ToneLine>
        )}
        {problem?.field === 'cell' && <ToneLine tone="error">{problem.message}</ToneLine>}
        {left > 0 && (
          <ToneLine tone="warning">
            {formatNumberOf(left, 'pasted value')} {left === 1 ? 'has' : 'have'} no cell and{' '}
            {left === 1 ? 'was' : 'were'} left out.
          </ToneLine>
        )}
      </div>
    </>
  );
}
