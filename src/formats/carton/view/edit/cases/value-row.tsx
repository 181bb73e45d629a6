import { Button } from '@mantine/core';
import { type ClipboardEvent, type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Finding } from '../../../../../base/findings.ts';
import { useAppReader } from '../../../../../state/hooks.ts';
import { useFileDrop } from '../../../../../widgets/files/file-drop.ts';
import { SuggestInput } from '../../../../../widgets/form-suggest/suggest-input.tsx';
import { suggestionsFor } from '../../../../../widgets/form-suggest/suggestions.ts';
import { NameText, visibleText } from '../../../../../widgets/name-text.tsx';
import { ShapeText } from '../../../../../widgets/tensor/shape-text.tsx';
import { ValueDrop } from '../../../../../widgets/values/value-drop.tsx';
import { useEdit, valuesOf } from '../../../../draft-values.ts';
import { aboutField, FindingTexts } from '../../../../form/notes.tsx';
import { reusableValues } from '../../../core/edit/case-steps.ts';
import type { Slot } from '../../../core/edit/place-values.ts';
import { BINDING_TABLES, removeBinding, renameBinding, setBinding } from '../../../core/edit/steps.ts';
import { ItemLabel } from '../field.tsx';
import { Fixes } from '../fixes.tsx';
import type { CaseIntake } from './case-intake.ts';
import { ChangeMenu } from './change-menu.tsx';
import { type Choices, ReferenceInput, useNoSuch } from './reference-input.tsx';
import { SlotNotes } from './slot-notes.tsx';
import { StoredValue, useReferred } from './stored-value.tsx';
import { canBeTyped, TypedValue } from './typed-value.tsx';
import classes from './values.module.css';

interface Props extends Choices {
  index: number;
  slot: Slot;
  /** "Example 1". */
  item: string;
  /** What the file has: a reference, or anything else. Undefined where there is nothing. */
  value: string | undefined;
  /** Names of this side that have values. */
  taken: object;
  findings: readonly Finding[];
  intake: CaseIntake;
  /** Keeps a picture or a sound as it is. Undefined in a self-test. */
  onKeep: ((file: File) => void) | undefined;
}

type Mode = 'typing' | 'choosing' | 'renaming';

/** One input or output of a self-test or example: its name, its value in short, and what can be done with it. */
export function ValueRow(props: Props) {
  const { list, index, slot, item, value, findings, intake } = props;
  const { side, name } = slot;
  const [mode, setMode] = useState<Mode>();
  const row = useRef<HTMLFieldSetElement>(null);
  const info = useReferred(value ?? '');
  const declared = intake.declaredOf(slot);
  const shape = info?.inner ? undefined : (info?.shape ?? declared.shape);
  const label = `${item} ${side} ${visibleText(name)}`;

  /** Goes back to the value, and gives the focus to what can be done with it. */
  function done(act: () => void = () => {}): void {
    flushSync(() => {
      act();
      setMode(undefined);
    });
    row.current?.querySelector<HTMLElement>('[data-change], [data-ask]')?.focus();
  }
  const onFiles = (files: readonly File[]) => {
    const [only] = files;
    setMode(undefined);
    if (files.length > 1) intake.give(files);
    else if (only) intake.giveSlot(slot, { file: only, name: only.name });
  };
  const drop = useFileDrop(onFiles);
  function onPaste(event: ClipboardEvent): void {
    drop.onPaste(event);
    const isField = event.target instanceof Element && event.target.matches('input, textarea, select');
    const text = event.clipboardData.getData('text/plain');
    if (event.defaultPrevented || isField || text === '') return;
    event.preventDefault();
    intake.giveSlot(slot, { text });
  }

  return (
    <fieldset
      ref={row}
      aria-label={label}
      className={classes.row}
      data-field={`${list}.${index}.${BINDING_TABLES[list][side]}.${name}`}
      data-slot={name}
      {...(intake.problem === undefined && { ...drop, onPaste })}
    >
      <div className={classes.name}>
        <NameText mono>{name}</NameText>
        {shape !== undefined && (
          <span className={classes.shape}>
            <ShapeText shape={shape} short />
          </span>
        )}
      </div>
      <div className={classes.value}>
        {mode === 'typing' ? (
          <TypedValue
            label={label}
            declared={declared}
            info={info}
            onTyped={(typed) => done(() => intake.typed(slot, typed))}
            onCancel={done}
          />
        ) : mode === 'choosing' ? (
          <Chooser {...props} label={label} onDone={done} />
        ) : mode === 'renaming' ? (
          <Renamer {...props} label={label} onDone={done} />
        ) : (
          <Shown {...props} label={label} stated={declared.shape} onMode={setMode} onFiles={onFiles} onDone={done} />
        )}
        <SlotNotes
          slot={slot}
          state={intake.states.get(`${side} ${name}`)}
          value={value}
          declared={declared}
          intake={intake}
          onKeep={props.onKeep}
          onDone={done}
        />
        <FindingTexts findings={findings} />
        <Fixes findings={findings} />
      </div>
    </fieldset>
  );
}

interface PartProps extends Props {
  label: string;
  onDone(act?: () => void): void;
}

interface ShownProps extends PartProps {
  stated: ReturnType<CaseIntake['declaredOf']>['shape'];
  onMode(mode: Mode): void;
  onFiles(files: readonly File[]): void;
}

/** The value with its menu, or the field that asks for one. */
function Shown({ list, index, slot, names, value, label, stated, intake, onMode, onFiles, onDone }: ShownProps) {
  const { side, name } = slot;
  const of = { list, index, side };
  const edit = useEdit();
  const read = useAppReader();
  const info = useReferred(value ?? '');
  const isDeclared = names.some((each) => each.value === name);
  const canType = intake.problem === undefined && canBeTyped(intake.declaredOf(slot));
  if (value === undefined)
    return intake.problem !== undefined ? (
      <Button size="xs" data-ask onClick={() => onMode('choosing')}>
        Choose a tensor
        <span className="visually-hidden"> for {label}</span>
      </Button>
    ) : (
      <ValueDrop label={label} onFiles={onFiles} onType={() => onMode('typing')} onChoose={() => onMode('choosing')} />
    );
  const values = valuesOf(read().draft);
  return (
    <div className={classes.shown}>
      <div className={classes.stored}>
        <StoredValue reference={value} role={name} stated={stated} />
      </div>
      <ChangeMenu
        label={label}
        reusable={values ? reusableValues(values, of, name).filter(({ reference }) => reference !== value) : []}
        onFiles={onFiles}
        onType={canType && !info?.inner ? () => onMode('typing') : undefined}
        onChoose={() => onMode('choosing')}
        onReuse={(reference) => onDone(() => edit((now) => setBinding(now, of, name, reference)))}
        onRename={isDeclared ? undefined : () => onMode('renaming')}
        onRemove={() => onDone(() => edit((now) => removeBinding(now, of, name)))}
      />
    </div>
  );
}

/** Chooses one of the tensors and files of the package. */
function Chooser({ list, index, slot, names, references, value, label, onDone }: PartProps) {
  const { side, name } = slot;
  const edit = useEdit();
  const noSuch = useNoSuch(list);
  const [wrong, setWrong] = useState<string>();
  return (
    <InLine onCancel={onDone}>
      <ReferenceInput
        {...{ label, list, name, names, references }}
        autoFocus
        placeholder="Choose a tensor"
        value={value ?? ''}
        onPick={(picked) => onDone(() => edit((values) => setBinding(values, { list, index, side }, name, picked)))}
        onLeft={setWrong}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onDone();
        }}
        {...aboutField({ problem: wrong === undefined ? undefined : noSuch(wrong) })}
      />
    </InLine>
  );
}

/** Gives a value to another input or output: of a name that the schema does not have. */
function Renamer({ list, index, slot, names, taken, label, onDone }: PartProps) {
  const { side, name } = slot;
  const edit = useEdit();
  const [text, setText] = useState(name);
  const problem =
    text === ''
      ? `The name of the ${side} is missing.`
      : text !== name && Object.hasOwn(taken, text)
        ? `This ${side} already has a value.`
        : undefined;
  const rename = (to: string) => {
    if (to !== '' && !Object.hasOwn(taken, to))
      onDone(() => edit((values) => renameBinding(values, { list, index, side }, name, to)));
    else if (to === name) onDone();
    else setText(to);
  };
  return (
    <InLine onCancel={onDone}>
      <SuggestInput
        label={<ItemLabel item={label}>name</ItemLabel>}
        mono
        autoFocus
        suggest={(query) => suggestionsFor(names, query === name ? '' : query)}
        value={text}
        onText={setText}
        onPick={rename}
        onKeyDown={({ key }) => {
          if (key === 'Enter') rename(text);
          if (key === 'Escape') onDone();
        }}
        {...aboutField({ problem, text })}
      />
    </InLine>
  );
}

function InLine({ onCancel, children }: { onCancel(): void; children: ReactNode }) {
  return (
    <div className={classes.inline}>
      {children}
      <Button variant="subtle" size="xs" className={classes.cancel ?? ''} onClick={() => onCancel()}>
        Cancel
      </Button>
    </div>
  );
}
