import { Popover } from '@mantine/core';
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { ToneLine } from '../severity.tsx';
import classes from './name-input.module.css';

/** A sentence about a typed name. One with an `error` cannot be taken. */
export interface NameNote {
  readonly severity: 'error' | 'warning' | 'info';
  readonly text: string;
}

interface Props {
  /** Names the field: "Name of a.png". */
  label: string;
  /** As it is now: a name, or a path whose last name is selected. */
  name: string;
  noteOf(name: string): NameNote | undefined;
  /** The name that was typed; undefined where it is given up, or cannot be taken. */
  onDone(name: string | undefined): void;
}

/** Where the last part of a path is, without its extension. */
export function stemOf(path: string): [start: number, end: number] {
  const start = path.lastIndexOf('/') + 1;
  const dot = path.lastIndexOf('.');
  return [start, dot > start ? dot : path.length];
}

/**
 * The name of a row while it is typed. It says at once what is wrong with it. Enter takes it, and leaving the field
 * does; Escape gives it up.
 */
export function NameInput({ label, name, noteOf, onDone }: Props) {
  const [typed, setTyped] = useState(name);
  const input = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  const id = useId();
  const note = typed === name ? undefined : noteOf(typed);
  const refused = note?.severity === 'error';

  // The stem is what people change.
  useLayoutEffect(() => {
    input.current?.focus({ preventScroll: true });
    input.current?.setSelectionRange(...stemOf(name));
  }, [name]);

  function settle(result: string | undefined): void {
    if (isDone.current) return;
    isDone.current = true;
    onDone(result);
  }

  function onKeyDown(event: KeyboardEvent): void {
    // The keys of the tree are not meant.
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') settle(undefined);
    else if (event.key === 'Enter') {
      event.preventDefault();
      if (!refused) settle(typed);
    }
  }

  return (
    <Popover
      withRoles={false}
      opened={note !== undefined}
      position="bottom-start"
      width={320}
      trapFocus={false}
      returnFocus={false}
    >
      <Popover.Target>
        <input
          ref={input}
          className={classes.input}
          aria-label={label}
          aria-invalid={refused || undefined}
          aria-describedby={note ? id : undefined}
          data-undoes=""
          // Escape gives the name up, and not the dialog around the tree.
          data-mantine-stop-propagation="true"
          data-problem={note?.severity}
          spellCheck={false}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onClick={(event) => event.stopPropagation()}
          onBlur={() => settle(refused ? undefined : typed)}
        />
      </Popover.Target>
      <Popover.Dropdown className={classes.problem ?? ''}>
        {note && (
          <ToneLine id={id} role="status" tone={note.severity}>
            {note.text}
          </ToneLine>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
