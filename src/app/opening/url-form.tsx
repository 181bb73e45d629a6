import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { MAIN_FORMAT } from '../../formats/views.ts';
import { useOpening } from './opening.tsx';
import classes from './url-form.module.css';

interface Props {
  onOpen?: () => void;
  /** What stands in the field at first: an address that could not be opened, to be corrected or tried again. */
  initial?: string | undefined;
}

/** Opens a package by its address. */
export function UrlForm({ onOpen, initial }: Props) {
  const { openUrl } = useOpening();
  const [url, setUrl] = useState(initial ?? '');
  const trimmed = url.trim();
  return (
    // A form would be forbidden by the page's own policy (form-action), and Enter is all that it would give.
    <div className={classes.root}>
      <TextInput
        className={classes.input}
        aria-label="URL"
        type="url"
        inputMode="url"
        placeholder={`https://host/model${MAIN_FORMAT.extension}`}
        value={url}
        onChange={(event) => setUrl(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') submit();
        }}
      />
      <Button variant="default" disabled={trimmed === ''} onClick={submit}>
        Open URL
      </Button>
    </div>
  );

  function submit(): void {
    if (trimmed === '') return;
    openUrl(trimmed);
    onOpen?.();
  }
}
