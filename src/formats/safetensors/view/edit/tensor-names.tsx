import { Button, Checkbox, TextInput } from '@mantine/core';
import { type KeyboardEvent, memo, useMemo, useState } from 'react';
import { formatCount, formatNumberOf } from '../../../../base/amounts.ts';
import type { TensorInfo } from '../../../../model/package.ts';
import { useOpenPackage } from '../../../../state/hooks.ts';
import { FilterInput } from '../../../../widgets/filter-input.tsx';
import { NameField } from '../../../../widgets/form-text/name-field.tsx';
import { NameText, visibleText } from '../../../../widgets/name-text.tsx';
import { formatShape } from '../../../../widgets/tensor/spec-shape.ts';
import { useEdit, useValues } from '../../../draft-values.ts';
import classes from './header-editor.module.css';
import { keepTensors, keptOf, namesOf, refusedName, renamedOf, renameTensor, replaceInNames } from './steps.ts';

/** Tensors that get fields. The filter finds the others. */
const MAX_SHOWN = 50;

/** The tensors of the file: their names in the new one, and whether they are saved at all. */
export function TensorNames() {
  const { tensors } = useOpenPackage();
  const values = useValues();
  const edit = useEdit();
  const [filter, setFilter] = useState('');
  const all = useMemo(() => tensors.map(({ name }) => name), [tensors]);
  const kept = keptOf(values);
  const renamed = useMemo(() => renamedOf(values), [values]);
  const names = useMemo(() => namesOf(all, values), [all, values]);
  const taken = useMemo(() => new Set(names.values()), [names]);
  const found = useMemo(() => {
    const wanted = filter.toLowerCase();
    const isFound = (name: string) => `${name}\n${renamed.get(name) ?? ''}`.toLowerCase().includes(wanted);
    return tensors.filter(({ name }) => isFound(name));
  }, [tensors, renamed, filter]);
  if (all.length === 0) return <p className={classes.hint}>The file has no tensors.</p>;
  const keep = (wanted: ReadonlySet<string>) => edit((now) => keepTensors(all, now, wanted));
  const foundNames = () => new Set(found.map(({ name }) => name));
  const left = all.length - names.size;
  return (
    <div className={classes.stack}>
      <ReplaceInNames all={all} />
      <FilterInput label="Filter tensors" value={filter} onChange={setFilter} className={classes.filter} />
      <div className={classes.line}>
        <p role="status" className={classes.status}>
          {left === 0
            ? `All ${formatNumberOf(all.length, 'tensor')} will be saved.`
            : `${formatCount(names.size)} of ${formatNumberOf(all.length, 'tensor')} will be saved.`}
        </p>
        {filter !== '' && found.length > 0 && (
          <>
            <Button size="compact-sm" onClick={() => keep(foundNames())}>
              Save only these {formatCount(found.length)}
            </Button>
            <Button
              size="compact-sm"
              onClick={() => keep(new Set(all.filter((name) => (!kept || kept.has(name)) && !foundNames().has(name))))}
            >
              Leave these {formatCount(found.length)} out
            </Button>
          </>
        )}
        {left > 0 && (
          <Button size="compact-sm" onClick={() => keep(new Set(all))}>
            Save all
          </Button>
        )}
      </div>
      <ul className={classes.tensors} aria-label="Tensors to save">
        {found.slice(0, MAX_SHOWN).map((tensor) => (
          <TensorRow
            key={tensor.name}
            tensor={tensor}
            now={renamed.get(tensor.name) ?? tensor.name}
            isKept={!kept || kept.has(tensor.name)}
            taken={taken}
            onKeep={(isKept) => {
              const wanted = new Set(kept ?? all);
              if (isKept) wanted.add(tensor.name);
              else wanted.delete(tensor.name);
              keep(wanted);
            }}
          />
        ))}
      </ul>
      {found.length === 0 && <p className={classes.hint}>No tensor matches.</p>}
      {found.length > MAX_SHOWN && (
        <p className={classes.hint}>
          and {formatNumberOf(found.length - MAX_SHOWN, 'more', 'more')}. Filter to see them.
        </p>
      )}
    </div>
  );
}

interface RowProps {
  /** As the file has it. */
  tensor: TensorInfo;
  /** Its name in the new file. */
  now: string;
  isKept: boolean;
  taken: ReadonlySet<string>;
  onKeep(isKept: boolean): void;
}

const TensorRow = memo(function TensorRow({ tensor, now, isKept, taken, onKeep }: RowProps) {
  const edit = useEdit();
  const { name, dtype, shape } = tensor;
  const shown = visibleText(name);
  return (
    <li className={classes.tensor} data-name={name}>
      <Checkbox
        aria-label={`Save ${shown}`}
        checked={isKept}
        onChange={(event) => onKeep(event.currentTarget.checked)}
      />
      <NameField
        label={`Name of ${shown}`}
        isLabelHidden
        value={now}
        disabled={!isKept}
        refuse={(text) => refusedName(text, taken)}
        onName={(to) => edit((values) => renameTensor(values, name, to))}
      />
      <span className={classes.about}>
        {now === name ? null : (
          <>
            was <NameText mono>{name}</NameText>,{' '}
          </>
        )}
        {dtype} · {formatShape(shape)}
      </span>
    </li>
  );
});

/** Replaces a text in all names: a prefix that another program wants otherwise, or does not want. */
function ReplaceInNames({ all }: { all: readonly string[] }) {
  const values = useValues();
  const edit = useEdit();
  const [find, setFind] = useState('');
  const [by, setBy] = useState('');
  const made = useMemo(() => (values ? replaceInNames(all, values, find, by) : { count: 0 }), [all, values, find, by]);
  const replace = () => {
    if (!made.step) return;
    edit((now) => replaceInNames(all, now, find, by).step);
    setFind('');
    setBy('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) replace();
  };
  return (
    <div className={classes.line}>
      <TextInput
        label="Find in names"
        classNames={{ input: classes.mono ?? '' }}
        spellCheck={false}
        value={find}
        error={made.problem}
        onChange={(event) => setFind(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <TextInput
        label="Replace with"
        classNames={{ input: classes.mono ?? '' }}
        spellCheck={false}
        value={by}
        onChange={(event) => setBy(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Button disabled={!made.step} onClick={replace}>
        Rename {find === '' ? '' : formatNumberOf(made.count, 'tensor')}
      </Button>
    </div>
  );
}
