import { Button, TextInput } from '@mantine/core';
import { type KeyboardEvent, useId, useState } from 'react';
import { formatCount } from '../../base/amounts.ts';
import { parseWanted } from '../../tensor/statistics/search.ts';
import { ErrorNote } from '../../widgets/error-note.tsx';
import { useSlow } from '../../widgets/loading/loading-view.tsx';
import type { ElementSearches } from './element-search.ts';
import { SearchSteps } from './search-steps.tsx';
import classes from './value-search.module.css';

/** Characters of what is looked for: two ends with all the digits that a number of 64 bits has. */
const MAX_CHARACTERS = 100;

/** What is said of a search that did not just go on. */
const CAME = { back: 'This is the only one.', around: 'No more: from the other end again.' };

/** Looks for a value, or for one in a range, from the chosen element on. Enter goes to the next, with Shift back. */
export function ValueSearch({ search }: { search: ElementSearches }) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState(false);
  const isSlow = useSlow(search.progress !== undefined);
  const wanted = parseWanted(typed);
  const find = (isBackward: boolean) => {
    setWrong(wanted === undefined && typed.trim() !== '');
    if (wanted) search.find(wanted, isBackward);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    find(event.shiftKey);
  };
  return (
    <div className={classes.root}>
      <div className={classes.bar}>
        <TextInput
          size="xs"
          className={classes.input ?? ''}
          aria-label="Find a value"
          aria-describedby={id}
          placeholder="Find > 9000 or nan"
          spellCheck={false}
          autoComplete="off"
          maxLength={MAX_CHARACTERS}
          value={typed}
          error={wrong}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            setWrong(false);
          }}
          onKeyDown={onKeyDown}
        />
        <SearchSteps
          size="md"
          previous="Previous found value"
          next="Next found value"
          disabled={typed.trim() === ''}
          onStep={find}
        />
      </div>
      <div id={id} role="status" className={classes.status}>
        {wrong && 'Type a number, a range as 0..1, > 1, nan, or inf.'}
        {search.missing && !wrong && 'No such value in this tensor.'}
        {search.came && !wrong && CAME[search.came]}
        {search.progress && isSlow && (
          <>
            {formatCount(search.progress.done)} looked at
            <Button size="compact-xs" variant="subtle" onClick={search.cancel}>
              Cancel
            </Button>
          </>
        )}
      </div>
      {search.error && <ErrorNote error={search.error} />}
    </div>
  );
}
