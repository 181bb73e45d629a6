import { Button } from '@mantine/core';
import { useState } from 'react';
import { visibleProse } from '../../base/text.ts';
import classes from './spec-prose.module.css';

/** Characters shown before the reader asks for all. */
const FIRST_CHARACTERS = 2_000;

/**
 * A stranger's plain text, with its line ends. It cannot change the direction of the text around it, and hides no
 * characters. Of a very long text, the beginning is shown until the reader asks for all.
 */
export function ProseText({ children }: { children: string }) {
  const [whole, setWhole] = useState(false);
  const text = whole ? children : children.slice(0, FIRST_CHARACTERS);
  return (
    <bdi className={classes.prose}>
      {visibleProse(text.trim())}
      {text.length < children.length && (
        <>
          …{' '}
          <Button size="compact-sm" onClick={() => setWhole(true)}>
            Show all
          </Button>
        </>
      )}
    </bdi>
  );
}
