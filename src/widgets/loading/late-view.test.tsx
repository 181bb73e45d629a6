import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { lateView, preloadView } from './late-view.tsx';

const Greeting = ({ name }: { name: string }) => <b>{name}</b>;

test('a view that was loaded before is there at once; until then, what stands for it is', async () => {
  const load = async () => ({ default: Greeting });
  const Late = lateView(load, <i>…</i>);
  expect(renderToStaticMarkup(<Late name="Ada" />)).toBe('<i>…</i>');
  await preloadView(load);
  expect(renderToStaticMarkup(<Late name="Ada" />)).toBe('<b>Ada</b>');
});

test('a load that failed is not kept: the next one can succeed', async () => {
  let isOnline = false;
  const load = async () => {
    if (!isOnline) throw new Error('offline');
    return { default: Greeting };
  };
  const Late = lateView(load);
  await expect(preloadView(load)).rejects.toMatchObject({ code: 'internal/part-not-loaded', tag: 'network' });
  expect(renderToStaticMarkup(<Late name="Ada" />)).toBe('');
  isOnline = true;
  await preloadView(load);
  expect(renderToStaticMarkup(<Late name="Ada" />)).toBe('<b>Ada</b>');
});
