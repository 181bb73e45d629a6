import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { uploadLine } from './upload-line.ts';

test('the line is one for any name and URL', () => {
  expect(uploadLine('a.carton', undefined)).toBe("curl -T a.carton --globoff --fail-with-body 'PRESIGNED_URL'");
  expect(uploadLine("it's.carton", "https://b.example/a?sig=1&x=$(id)'")).toBe(
    "curl -T 'it'\\''s.carton' --globoff --fail-with-body 'https://b.example/a?sig=1&x=$(id)%27'",
  );
  expect(uploadLine('a', 'https://x.blob.core.windows.net/c/a?sv=1')).toContain("-H 'x-ms-blob-type: BlockBlob'");
  expect(uploadLine('a', 'https://blob.core.windows.net.example/c/a')).not.toContain('-H');
});

const hasCurl = spawnSync('curl', ['--version']).status === 0;

test.skipIf(!hasCurl)('curl uploads the file that the line names', { timeout: 60_000 }, async () => {
  const put: { path: string; body: string; method: string }[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      put.push({ path: request.url ?? '', body: Buffer.concat(parts).toString(), method: request.method ?? '' });
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const cwd = mkdtempSync(join(tmpdir(), 'boxcutter-upload-'));
  try {
    for (const name of ['plain.carton', "it's [1-3] {a,b} $HOME.carton", '-T.carton', '.hidden']) {
      writeFileSync(join(cwd, name), name);
      const line = uploadLine(name, `http://127.0.0.1:${port}/a.carton?sig=[1]&b={2,3}`);
      await promisify(execFile)('sh', ['-c', line], { cwd, env: { ...process.env, no_proxy: '127.0.0.1' } });
      expect(put.splice(0)).toEqual([{ path: '/a.carton?sig=[1]&b={2,3}', body: name, method: 'PUT' }]);
    }
  } finally {
    server.close();
    rmSync(cwd, { recursive: true });
  }
});
