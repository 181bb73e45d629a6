import { NativeSelect, TextInput } from '@mantine/core';
import { ToneLine } from '../../widgets/severity.tsx';
import { takeFocus } from '../focus.ts';
import type { Making } from './making.ts';
import classes from './new-package.module.css';

/** The name and the kind of a new package, and the fields of that kind. */
export function MakingFields({ making }: { making: Making }) {
  const { maker, name, setName, kind, setKind, fromNothing, asked, fields, setField, isRunning } = making;
  return (
    <div className={classes.fields}>
      <TextInput
        label="Model name"
        ref={takeFocus}
        value={name}
        readOnly={isRunning}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <NativeSelect
        label={maker.kindLabel}
        description={fromNothing ? kind?.template : kind?.about}
        data={maker.kinds.map(({ id, label }) => ({ value: id, label }))}
        value={kind?.id ?? ''}
        disabled={isRunning}
        onChange={({ currentTarget }) => setKind(currentTarget.value)}
      />
      {asked.map((field) => {
        const { id, label, about, problem } = field;
        const now = fields.valueOf(field);
        const note = fields.noteOf(field);
        return (
          <TextInput
            key={`${kind?.id} ${id}`}
            label={label}
            description={
              <>
                {about}{' '}
                {note !== undefined && (
                  <ToneLine as="span" tone="warning">
                    {note}
                  </ToneLine>
                )}
              </>
            }
            value={now}
            error={problem(now)}
            spellCheck={false}
            readOnly={isRunning}
            onChange={({ currentTarget }) => setField(id, currentTarget.value)}
          />
        );
      })}
    </div>
  );
}
