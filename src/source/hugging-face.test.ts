import { describe, expect, it } from 'vitest';
import { httpSource } from './http.ts';
import { listRepository } from './hugging-face.ts';
import { type Repository, repositoryAt } from './hugging-face-address.ts';

const MODEL: Repository = { kind: 'models', name: 'o/r', revision: 'main', folder: '' };

describe('repositoryAt', () => {
  it.each<[string, Partial<Repository>]>([
    ['https://huggingface.co/o/r', {}],
    ['https://www.huggingface.co/o/r/?x=1', {}],
    ['https://hf.co/o/r', {}],
    ['https://huggingface.co/gpt2', { name: 'gpt2' }],
    ['https://huggingface.co/gpt2/tree/v1', { name: 'gpt2', revision: 'v1' }],
    ['https://huggingface.co/o/tree', { name: 'o/tree' }],
    ['https://huggingface.co/o/r/tree/refs%2Fpr%2F1/a%20b/c', { revision: 'refs%2Fpr%2F1', folder: 'a%20b/c' }],
    ['https://huggingface.co/datasets/o/r/tree/main', { kind: 'datasets' }],
    ['https://huggingface.co/datasets/squad', { kind: 'datasets', name: 'squad' }],
    ['https://huggingface.co/spaces/o/r', { kind: 'spaces' }],
  ])('finds one at %s', (url, parts) => {
    expect(repositoryAt(new URL(url))).toEqual({ ...MODEL, ...parts });
  });

  it.each([
    'https://huggingface.co/',
    'https://huggingface.co/docs/safetensors',
    'https://huggingface.co/assets/x',
    'https://huggingface.co/datasets',
    'https://huggingface.co/datasets/docs/x',
    'https://huggingface.co/spaces/o',
    'https://huggingface.co/o/r/resolve/main/m.safetensors',
    'https://huggingface.co/o/r/discussions/1',
    'https://huggingface.co.evil.example/o/r',
    'https://example.org/o/r',
  ])('finds none at %s', (url) => {
    expect(repositoryAt(new URL(url))).toBeUndefined();
  });
});

/** A host that answers each request with the next answer, and notes what it was asked. */
function host(...answers: readonly (() => Response)[]) {
  const asked: { url: string; init: RequestInit | undefined }[] = [];
  const fake: typeof fetch = async (url, init) => {
    asked.push({ url: String(url), init });
    const answer = answers[asked.length - 1];
    if (!answer) throw new TypeError('One request too many.');
    return answer();
  };
  return { asked, fetch: fake, pause: async () => {} };
}

const list =
  (items: unknown, headers: Record<string, string> = {}) =>
  () =>
    Response.json(items, { headers });
const status =
  (code: number, headers: Record<string, string> = {}) =>
  () =>
    new Response('x', { status: code, headers });

describe('the files of a repository', () => {
  it('are listed page by page with their sizes, and their addresses encoded', async () => {
    const next = 'https://huggingface.co/api/models/o/r/tree/main?recursive=true&cursor=x';
    const { asked, ...ports } = host(
      list(
        [
          { type: 'directory', path: 'sub', size: 0 },
          { type: 'file', path: 'sub/a b#1.safetensors', size: 5_000_000_000, lfs: { size: 1 } },
        ],
        { Link: `<${next}>; rel="next"` },
      ),
      list([{ type: 'file', path: 'README.md', size: -1 }, null, 7, { type: 'file', path: '../../../evil' }]),
    );
    expect(await listRepository(MODEL, ports)).toEqual({
      files: [
        {
          path: 'sub/a b#1.safetensors',
          size: 5_000_000_000,
          url: 'https://huggingface.co/o/r/resolve/main/sub/a%20b%231.safetensors',
        },
        { path: 'README.md', url: 'https://huggingface.co/o/r/resolve/main/README.md' },
      ],
      isWhole: true,
    });
    expect(asked.map(({ url }) => url)).toEqual([
      'https://huggingface.co/api/models/o/r/tree/main?recursive=true',
      next,
    ]);
    // No cookies, and no word of the page.
    expect(asked[0]?.init).toMatchObject({ credentials: 'omit', referrerPolicy: 'no-referrer' });
  });

  it('are those of a folder, a dataset and a revision', async () => {
    const { asked, ...ports } = host(list([{ type: 'file', path: 'a/b', size: 1 }]));
    const repository = { kind: 'datasets', name: 'o/r', revision: 'v%2F1', folder: 'a' };
    const { files } = await listRepository(repository, ports);
    expect(asked[0]?.url).toBe('https://huggingface.co/api/datasets/o/r/tree/v%2F1/a?recursive=true');
    expect(files[0]?.url).toBe('https://huggingface.co/datasets/o/r/resolve/v%2F1/a/b');
  });

  it('are bounded: no other host is asked, and no endless list is read', async () => {
    const elsewhere = host(list([], { Link: '<https://evil.example/api/x>; rel="next"' }));
    expect(await listRepository(MODEL, elsewhere)).toEqual({ files: [], isWhole: true });
    const page = list([{ type: 'file', path: 'a', size: 1 }], { Link: '</api/models/o/r/tree/main>; rel="next"' });
    const endless = host(page, page, page, page, page);
    expect((await listRepository(MODEL, endless)).isWhole).toBe(false);
    expect(endless.asked).toHaveLength(4);
    const many = host(list(Array.from({ length: 2_500 }, (_, at) => ({ type: 'file', path: `f${at}`, size: 1 }))));
    expect((await listRepository(MODEL, many)).files).toHaveLength(2_000);
    const long = host(() => new Response('['.padEnd(9 * 1024 * 1024)));
    await expect(listRepository(MODEL, long)).rejects.toMatchObject({ code: 'source/too-large' });
    for (const text of ['<html>', '{"error":"x"}', '']) {
      await expect(
        listRepository(
          MODEL,
          host(() => new Response(text)),
        ),
      ).rejects.toMatchObject({
        code: 'source/bad-listing',
      });
    }
  });

  it('are the choice that an address of a repository leads to', async () => {
    const { asked, ...ports } = host(list([{ type: 'file', path: 'm.gguf', size: 7 }]));
    await expect(httpSource('https://hf.co/o/r?download=true#x', ports)).rejects.toMatchObject({
      code: 'source/repository',
      message: 'o/r is a repository with 1 file. Choose one of them.',
      fields: {
        url: 'https://huggingface.co/o/r',
        files: [{ path: 'm.gguf', size: 7, url: 'https://huggingface.co/o/r/resolve/main/m.gguf' }],
      },
    });
    expect(asked).toHaveLength(1);
  });

  it('of a gated or private repository are refused with what is missing, also one file', async () => {
    const gated = { 'X-Error-Code': 'GatedRepo' };
    const file = 'https://huggingface.co/o/r/blob/main/m.safetensors';
    await expect(httpSource(file, host(status(401, gated)))).rejects.toMatchObject({
      code: 'source/forbidden',
      message: expect.stringContaining('gated'),
      fields: { status: 401 },
    });
    await expect(httpSource('https://huggingface.co/o/r', host(status(403, gated)))).rejects.toMatchObject({
      code: 'source/forbidden',
      message: expect.stringContaining('agreed to its terms'),
    });
    await expect(listRepository(MODEL, host(status(401)))).rejects.toMatchObject({
      code: 'source/forbidden',
      message: expect.stringContaining('private, or does not exist'),
    });
    await expect(listRepository(MODEL, host(status(404)))).rejects.toMatchObject({ code: 'source/not-found' });
    await expect(httpSource('https://example.org/m', host(status(401, gated)))).rejects.toMatchObject({
      message: 'The host refuses access (status 401).',
    });
    // A host that is busy is asked again.
    expect((await listRepository(MODEL, host(status(503), list([])))).files).toEqual([]);
  });
});
