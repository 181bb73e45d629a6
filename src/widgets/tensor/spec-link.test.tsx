import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { WebLink } from './spec-link.tsx';

it('lets an address go on in the next line after a slash, and keeps all of a long one', () => {
  expect(renderToStaticMarkup(<WebLink>https://github.com/a/b</WebLink>)).toContain('github.com/<wbr/>a/<wbr/>b</bdi>');
  const many = renderToStaticMarkup(<WebLink>{`https://a.example/${'x/'.repeat(100)}end`}</WebLink>);
  expect(many.match(/<wbr\/>/g)).toHaveLength(19);
  expect(many.match(/>([^<]*)<\/bdi>/)?.[1]).toMatch(/^(x\/)+end$/);
  expect(many.replace(/<[^>]*>/g, '')).toBe(`a.example/${'x/'.repeat(100)}end`);
});
