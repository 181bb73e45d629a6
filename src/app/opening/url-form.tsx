import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useOpening } from './opening.tsx';
import classes from './url-form.module.css';

/** Opens a package by its address. */
export function UrlForm({ onOpen }: { onOpen?: () => void }) {
  const { openUrl } = useOpening();
  const [url, setUrl] = useState('');
  const trimmed = url.trim();
  return (
    // A form would be forbidden by the page's own policy (form-action), and Enter is all that it would give.
    <div className={classes.root}>
      <TextInput
        className={classes.input}
        aria-label="URL"
        type="url"
        inputMode="url"
        placeholder="https://host/model.carton"
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
