import { expect, test } from 'vitest';
import { addressedPath } from '../../../../../model/file/file-address.ts';
import { readAddress } from '../../../../../widgets/markdown/markdown-address.ts';
import { MISC_ADDRESS } from '../../../core/paths.ts';
import { markdownFor } from './misc-link.ts';

test.each([
  ['misc/cat.png', true, '', '![cat](@misc/cat.png)'],
  ['misc/Confusion-matrix_v2.png', true, '', '![Confusion matrix v2](@misc/Confusion-matrix_v2.png)'],
  ['misc/_.png', true, '', '![_.png](@misc/_.png)'],
  ['misc/pasted-picture.png', true, '', '![](@misc/pasted-picture.png)'],
  ['misc/pasted-picture-2.png', true, 'two cats', '![two cats](@misc/pasted-picture-2.png)'],
  ['misc/pasted-picture.png', false, '', '[pasted-picture.png](@misc/pasted-picture.png)'],
  ['misc/notes.pdf', false, 'the notes', '[the notes](@misc/notes.pdf)'],
  ['misc/a b (1).png', true, '', '![a b (1)](@misc/a%20b%20%281%29.png)'],
  ['misc/[x]', false, '', '[\\[x\\]](@misc/[x])'],
  ['misc/100%', false, 'two\nlines', '[two lines](@misc/100%25)'],
])('%s', (path, isPicture, selected, markdown) => {
  const made = markdownFor(path, isPicture, selected);
  expect(made).toBe(markdown);
  // It leads to the file.
  const address = /\]\(([^\s()]+)\)$/.exec(made)?.[1] ?? '';
  expect(readAddress(address, (text) => addressedPath(text, MISC_ADDRESS))).toEqual({ kind: 'file', path });
});
