import { Button, TextInput } from '@mantine/core';
import { MAIN_FORMAT } from '../../formats/views.ts';
import classes from './url-line.module.css';

interface Props {
  value: string;
  onChange(value: string): void;
  /** What the button says. */
  action: string;
  disabled: boolean;
  /** By the button or by Enter, also while `disabled`. */
  onSubmit(): void;
}

/** A line for the URL of the file once a host has it. No <form>: it would add only the Enter key. */
export function UrlLine({ value, onChange, action, disabled, onSubmit }: Props) {
  return (
    <div className={classes.line}>
      <TextInput
        className={classes.field ?? ''}
        label="Its URL, once it is there"
        placeholder={`https://host/model${MAIN_FORMAT.extension}`}
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          // What gets the focus must not be pressed by the same key.
          event.preventDefault();
          onSubmit();
        }}
      />
      <Button disabled={disabled} onClick={onSubmit}>
        {action}
      </Button>
    </div>
  );
}
