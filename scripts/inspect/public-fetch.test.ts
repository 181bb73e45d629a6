import { expect, test } from 'vitest';
import { publicFetch } from './public-fetch.ts';

/** A `fetch` of hosts that redirect, and what was asked of them. */
function hosts(redirects: Readonly<Record<string, string>>) {
  const asked: string[] = [];
  const fetchFile = async (url: unknown, init?: RequestInit) => {
    asked.push(`${url} ${init?.redirect ?? 'follow'}`);
    const to = redirects[String(url)];
    return new Response(
      to === undefined ? 'content' : null,
      to === undefined ? {} : { status: 302, headers: { Location: to } },
    );
  };
  return { asked, fetchFile: fetchFile as typeof fetch };
}

const PUBLIC = async () => ['203.0.113.7'];

test('a public host is asked, also where another public one leads to it', async () => {
  const { asked, fetchFile } = hosts({
    'https://a.example/w': '/moved',
    'https://a.example/moved': 'https://b.example/w',
  });
  const response = await publicFetch(new Set(), PUBLIC, fetchFile)('https://a.example/w', { method: 'GET' });
  expect(await response.text()).toBe('content');
  expect(asked).toEqual(['https://a.example/w manual', 'https://a.example/moved manual', 'https://b.example/w manual']);
});

test.each([
  ['https://localhost/w', []],
  ['https://192.168.0.1:8443/w', []],
  ['https://[::1]/w', []],
  // By a redirect, and by the address that a name has.
  ['https://leads.example/w', ['https://leads.example/w manual']],
  ['https://inside.example/w', []],
])('%s is not asked', async (url, before) => {
  const { asked, fetchFile } = hosts({ 'https://leads.example/w': 'http://169.254.169.254/latest' });
  const resolve = async (host: string) => (host === 'inside.example' ? ['203.0.113.7', '10.0.0.8'] : PUBLIC());
  await expect(publicFetch(new Set(), resolve, fetchFile)(url)).rejects.toThrow('in a local network');
  expect(asked).toEqual(before);
});

test('a URL of the user is asked wherever it is', async () => {
  const { asked, fetchFile } = hosts({});
  await publicFetch(new Set(['http://127.0.0.1/w']), PUBLIC, fetchFile)('http://127.0.0.1/w');
  expect(asked).toEqual(['http://127.0.0.1/w follow']);
});

test('redirects that do not end, and those to no URL, are refused', async () => {
  const { fetchFile } = hosts({ 'https://a.example/': 'https://a.example/', 'https://b.example/': 'https://' });
  for (const url of ['https://a.example/', 'https://b.example/'])
    await expect(publicFetch(new Set(), PUBLIC, fetchFile)(url)).rejects.toMatchObject({ code: 'source/bad-url' });
});
