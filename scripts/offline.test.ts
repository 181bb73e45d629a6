import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { neededNotKept, writeWorker } from './offline.ts';

let folder = '';
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A built page with these files. */
function page(files: Record<string, string | Uint8Array>): string {
  folder = mkdtempSync(join(tmpdir(), 'boxcutter-build-'));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

it('keeps every file of the page, however large, and leaves out only what NOT_KEPT names', async () => {
  const { files } = await writeWorker(
    page({
      'index.html': '<script type="module" src="./assets/index-12345678.js"></script>',
      'assets/index-12345678.js': 'one()',
      'assets/index-12345678.js.map': '{}',
      'worker/large-12345678.js': new Uint8Array(3 * 2 ** 20),
      'sample.carton': 'PK',
      'sample-wasm.carton': 'PK',
      'sw.js': 'the one before',
      _headers: '/*',
    }),
  );
  expect(files.map(([path]) => path).sort()).toEqual(['', 'assets/index-12345678.js', 'worker/large-12345678.js']);
  const worker = readFileSync(join(folder, 'sw.js'), 'utf8');
  for (const [path, integrity] of files) {
    expect(worker).toContain(path);
    expect(worker).toContain(integrity);
  }
});

it('names the files of a build that the list does not have', () => {
  const built = ['index.html', 'assets/a.js', 'assets/a.js.map', 'worker/b.js', 'worker/c.wasm'];
  expect(neededNotKept(built, [['', 'x']])).toEqual(['assets/a.js', 'worker/b.js', 'worker/c.wasm']);
  expect(
    neededNotKept(
      built,
      ['', 'assets/a.js', 'worker/b.js', 'worker/c.wasm'].map((path) => [path, 'x'] as const),
    ),
  ).toEqual([]);
});
