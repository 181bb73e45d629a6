import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { OUTERMOST } from '../../model/place.ts';
import type { SourceDescriptor } from '../../state/load.ts';
import { ShortOrigin } from './origin.tsx';

const FILE: SourceDescriptor = { kind: 'file', file: new File([], 'x.carton') };
const LINK: SourceDescriptor = { kind: 'url', url: 'https://a.example/m/x.carton?sig=1' };

afterEach(() => vi.unstubAllGlobals());

/** What stands above the name of a package that is called so. */
function textOf(descriptor: SourceDescriptor, name: string, of: { inside?: string[]; servedFrom?: string } = {}) {
  const { inside = OUTERMOST, servedFrom } = of;
  const html = renderToStaticMarkup(
    <ShortOrigin descriptor={descriptor} inside={inside} servedFrom={servedFrom} name={name} />,
  );
  return html
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

test('above the name stands where a package came from, and never only its name again', () => {
  const title = 'OpenAI verified';
  vi.stubGlobal('window', { location: { href: 'https://boxcutter.example/' } });
  expect(textOf(FILE, title)).toBe('x.carton');
  expect(textOf(FILE, 'x.carton')).toBe('This computer');
  expect(textOf(FILE, title, { inside: ['a/b.npz'] })).toBe('a/b.npz');
  expect(textOf(LINK, title)).toBe('a.example › x.carton');
  expect(textOf(LINK, 'x.carton', { servedFrom: 'a.example' })).toBe('a.example');
  expect(textOf(LINK, title, { servedFrom: 'b.example' })).toBe('a.example (sent by b.example) › x.carton');
});
