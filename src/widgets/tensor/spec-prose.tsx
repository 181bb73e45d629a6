import { Button } from '@mantine/core';
import { Fragment, useState } from 'react';
import { visibleProse } from '../../base/text.ts';

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
    <bdi>
      {visibleProse(text.trim())
        .split('\n')
        .map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its position.
          <Fragment key={index}>
            {index > 0 && <br />}
            {line}
          </Fragment>
        ))}
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
