import { expect, test } from 'vitest';
import { elsewhereOf, redirectedTo, refusal, unaskedFetch } from './request.ts';

const answer = (status: number, url: string, headers: Record<string, string> = {}) =>
  Object.defineProperty(new Response(status === 200 ? 'x' : null, { status, headers }), 'url', { value: url });
const named = (url: string) => answer(200, '', { 'x-carton-dl-url': url });

test.each(['https://192.168.1.5/a', 'http://localhost:1/a', 'https://[::ffff:10.0.0.1]/a', 'https://2130706433/a'])(
  'a public host cannot name %s for the file',
  (url) => {
    expect(() => elsewhereOf(named(url), 'https://a.example/a')).toThrow(
      expect.objectContaining({ code: 'source/private-host', fields: { url: new URL(url).href } }),
    );
  },
);

test('another public host can, and a private one can name what it likes', () => {
  expect(elsewhereOf(named('https://b.example/a'), 'https://a.example/a')).toBe('https://b.example/a');
  expect(elsewhereOf(named('https://10.0.0.1/a'), 'https://nas.local/a')).toBe('https://10.0.0.1/a');
});

test('a refusal says where redirects led', () => {
  const led = answer(404, 'https://192.168.1.5/b');
  expect(redirectedTo('https://a.example/a', led)).toBe('192.168.1.5');
  expect(refusal('https://a.example/a', led).message).toBe(
    'The host has no such file (status 404). It redirected to 192.168.1.5.',
  );
  const same = answer(404, 'https://a.example/b');
  expect(redirectedTo('https://a.example/a', same)).toBeUndefined();
  expect(refusal('https://a.example/a', same).message).toBe('The host has no such file (status 404).');
});

test.each([
  ['a redirect that a browser hides', { type: 'opaqueredirect', status: 0 }],
  ['a redirect', { type: 'basic', status: 302 }],
])('requests that nobody has asked for follow no redirect: %s', async (_, given) => {
  const asked: unknown[] = [];
  const host = (async (_url: string, init: RequestInit) => {
    asked.push(init.redirect);
    return given;
  }) as unknown as typeof fetch;
  const notAsked = { code: 'source/not-asked' };
  await expect(unaskedFetch({ times: 1, areLed: false }, host)('https://a.example/', {})).rejects.toMatchObject(
    notAsked,
  );
  const led = unaskedFetch({ times: 1, areLed: true }, host);
  expect(await led('https://a.example/', {})).toBe(given);
  await expect(led('https://a.example/', {})).rejects.toMatchObject(notAsked);
  expect(asked).toEqual(['manual', 'follow']);
});
