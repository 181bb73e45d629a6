import { Button, TextInput } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { useState } from 'react';
import { MAIN_FORMAT } from '../../formats/views.ts';
import { linkOf } from '../find/link.ts';
import { useOpening } from './opening-ways.tsx';
import classes from './url-form.module.css';

interface Props {
  onOpen?: () => void;
  /** The first text of the field: an address that could not be opened, to correct or to try again. */
  initial?: string | undefined;
  /** Does something else with the address than opening it, and what the button for that says. */
  onUrl?: (url: string) => void;
  action?: string;
}

/** Opens a package by its address. */
export function UrlForm({ onOpen, initial, onUrl, action = 'Open URL' }: Props) {
  const { openUrl } = useOpening();
  const [url, setUrl] = useState(initial ?? '');
  const trimmed = url.trim();
  return (
    // No <form>: it would add only the Enter key.
    <div className={classes.root}>
      <IconLink className={classes.icon} size={16} stroke={1.75} aria-hidden />
      <TextInput
        className={classes.input}
        variant="unstyled"
        aria-label="URL"
        type="url"
        inputMode="url"
        placeholder={`https://host/model${MAIN_FORMAT.extension}`}
        value={url}
        onChange={(event) => setUrl(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // What gets the focus must not be pressed by the same key.
          event.preventDefault();
          submit();
        }}
      />
      <Button disabled={trimmed === ''} onClick={submit}>
        {action}
      </Button>
    </div>
  );

  function submit(): void {
    if (trimmed === '') return;
    (onUrl ?? openUrl)(linkOf(trimmed)?.url ?? trimmed);
    onOpen?.();
  }
}
