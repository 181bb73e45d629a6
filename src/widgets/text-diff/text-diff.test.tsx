import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { TextDiff } from './text-diff.tsx';

test('a difference writes out what is invisible or turns the text around it, in lines that stay too', () => {
  const html = renderToStaticMarkup(
    <TextDiff before={'same \u200b\n\told\n'} after={'same \u200b\n\tnew \u202Egnp.exe\n'} label="Difference" />,
  );
  expect(html).toContain('new \\u202Egnp.exe');
  expect(html).toContain('same \\u200B');
  expect(html).toContain('\told');
  expect(html).not.toMatch(/[\u200b\u202e]/);
});
