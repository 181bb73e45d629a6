import { Button } from '@mantine/core';
import { Fragment, useState } from 'react';
import { visibleText } from './name-text.tsx';

/** Characters of a short text that are shown unasked. */
const FIRST_CHARACTERS = 2_000;

/** A stranger's plain text: its lines kept, isolated, with nothing hidden in it; a very long one cut until asked for. */
export function ProseText({ children }: { children: string }) {
  const [whole, setWhole] = useState(false);
  const text = whole ? children : children.slice(0, FIRST_CHARACTERS);
  return (
    <bdi>
      {text
        .trim()
        .split(/\r?\n/)
        .map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its position.
          <Fragment key={index}>
            {index > 0 && <br />}
            {visibleText(line)}
          </Fragment>
        ))}
      {text.length < children.length && (
        <>
          …{' '}
          <Button variant="default" size="compact-sm" onClick={() => setWhole(true)}>
            Show all
          </Button>
        </>
      )}
    </bdi>
  );
}
