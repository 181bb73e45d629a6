import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { draftedPackage, type FileChange } from '../../../model/draft.ts';
import { packFiles, unpackFiles } from '../../../model/file/packed-files.ts';
import type { Package } from '../../../model/package.ts';
import { memorySource } from '../../../source/memory.ts';
import { buildZip } from '../../../testing/builders/zip-builder.ts';
import { callsInThread } from '../../../testing/worker-calls.ts';
import { rewrittenFiles } from './rewritten-files.ts';

const TOML = `spec_version = 1
[runner]
runner_name = "python"
required_framework_version = "=3.10"
runner_compat_version = 1
`;
const sha = (text: string) => createHash('sha256').update(text).digest('hex');

/** A carton with one file that is linked, or held, and its calls. */
async function linkedCarton({ isLinked = true } = {}) {
  const files = { 'carton.toml': TOML, 'tensor_data/index.toml': 'tensor = []\n', 'model/far': 'far' };
  const MANIFEST = Object.entries(files)
    .map(([path, text]) => `${path}=${sha(text)}\n`)
    .sort()
    .join('');
  const LINKS = `version = 1\n\n[urls]\n${sha('far')} = ["http://a.example/far"]\n`;
  const { 'model/far': _, ...held } = files;
  const entries = Object.entries(isLinked ? { ...held, MANIFEST, LINKS } : { ...files, MANIFEST }).map(
    ([name, data]) => ({ name, data }),
  );
  const source = memorySource('a.carton', buildZip(entries));
  const { call } = callsInThread({ container: source });
  const opened = await call('open', { descriptor: { kind: 'url', url: 'https://a.example/a.carton' } });
  const saved = async (changes: readonly FileChange[], text = TOML): Promise<Package> => {
    const draft = { texts: new Map([['carton.toml', text]]), files: changes, renew: false } as const;
    const { package: drafted } = await call('editDraft', {
      handle: opened.handle,
      draft,
      texts: draft.texts,
      edits: [],
    });
    if (!drafted) throw new Error('The draft has no package.');
    return draftedPackage(opened.package, drafted);
  };
  return { open: opened.package, saved };
}

test('an edited text and the hash list have the sizes that they will have, and other files are not named', async () => {
  const { open, saved } = await linkedCarton();
  const known = { texts: new Map(), isUnknown: false };
  expect([...rewrittenFiles(open, { files: open.files, ...known })]).toEqual([]);
  const text = `${TOML}# é\n`;
  const { files } = await saved([], text);
  const rewritten = rewrittenFiles(open, { files, ...known });
  expect([...rewritten.keys()]).toEqual(['carton.toml']);
  expect(rewritten.get('carton.toml')?.size).toBe(Buffer.byteLength(text));
  // Another list that says the same gives the same map.
  expect(rewrittenFiles(open, { files: [...files], ...known })).toBe(rewritten);
  const added = await saved([{ kind: 'put', path: 'model/new', blob: new Blob(['new']) }]);
  const before = open.files.find(({ path }) => path === 'MANIFEST')?.size ?? 0;
  expect(rewrittenFiles(open, { files: added.files, ...known }).get('MANIFEST')?.size).toBe(
    before + `model/new=${sha('new')}\n`.length,
  );
});

test('a link list that no file needs any more is left out', async () => {
  const { open, saved } = await linkedCarton();
  expect(open.findings.map(({ code }) => code)).toContain('links/http');
  const { files, findings } = await saved([{ kind: 'put', path: 'model/far', blob: new Blob(['far']) }]);
  const rewritten = rewrittenFiles(open, { files, texts: new Map(), isUnknown: false });
  expect([...rewritten]).toEqual([['LINKS', undefined]]);
  expect(findings.map(({ path }) => path)).not.toContain('LINKS');
});

test('a link list that saving makes is there, as it will be', async () => {
  const { open, saved } = await linkedCarton({ isLinked: false });
  const { files } = await saved([{ kind: 'link', path: 'model/far', urls: ['https://a.example/far'] }]);
  const rewritten = rewrittenFiles(open, { files, texts: new Map(), isUnknown: false });
  expect([...rewritten].map(([path, file]) => [path, file?.role])).toEqual([['LINKS', 'link-list']]);
  expect(rewritten.get('LINKS')?.size).toBe(
    `version = 1\n\n[urls]\n${sha('far')} = ["https://a.example/far"]\n`.length,
  );
});

test('of a draft that cannot be opened, only the size of an edited text is known', async () => {
  const { open } = await linkedCarton();
  const texts = new Map([['carton.toml', 'é']]);
  const rewritten = rewrittenFiles(open, { files: open.files, texts, isUnknown: true });
  expect([...rewritten].map(([path, file]) => [path, file?.size, file?.sha256])).toEqual([
    ['carton.toml', 2, undefined],
    ['MANIFEST', undefined, undefined],
  ]);
});

test('files of a package that cannot be opened keep what is known of them, also where they came in columns', async () => {
  const { open } = await linkedCarton();
  const packed = { ...open, files: Array.from(unpackFiles(packFiles(open.files))) };
  const ask = { texts: new Map([['carton.toml', 'é']]), isUnknown: true };
  const [plain, found] = [open, packed].map((each) => [...rewrittenFiles(each, { files: each.files, ...ask })]);
  expect(found).toEqual(plain);
  expect(found).toContainEqual([
    'carton.toml',
    expect.objectContaining({ path: 'carton.toml', size: 2, role: 'metadata' }),
  ]);
});
