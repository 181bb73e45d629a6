import assert from 'node:assert/strict';
import { cpSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buildSafetensors, entryText } from '../../src/testing/builders/safetensors-builder.ts';
import { parseRange } from '../serve.mjs';
import type { Example } from './documented.ts';
import { run } from './process.ts';

/** Elements of the tensor that is read by its address: far more than is to be downloaded. */
const ELEMENTS = 4_000_000;

/** The address in the document. A host of this machine takes its place. */
const DOCUMENTED = 'https://example.com/';

/**
 * Runs the examples that need no browser, in a folder where the package is installed, and compares what they print with
 * what the document says.
 */
export async function runExamples(node: string, folder: string, examples: readonly Example[]): Promise<void> {
  const host = await startHost();
  try {
    for (const { title, programs, prints } of examples) {
      const [program = ''] = programs;
      const script = join(folder, 'example.mjs');
      writeFileSync(script, program.replace(DOCUMENTED, host.address));
      rmSync(join(folder, 'new.carton'), { force: true });
      const { out, code } = await run(node, [script], folder);
      assert.equal(out.trim(), prints, `what “${title}” prints`);
      assert.equal(code, 0, title);
    }
    assert.ok(host.sent() > 0 && host.sent() < host.size / 4, `${host.sent()} of ${host.size} bytes were sent`);
    assert.ok(existsSync(join(folder, 'new.carton')), 'an example saves new.carton');
    const main = await run(
      node,
      ['-e', 'import("@boxcutter-ml/boxcutter").then((all) => console.log(Object.keys(all).join()))'],
      folder,
    );
    assert.equal(main.out.trim(), 'UsageError,isPackageError,openPackage');
    // In a thread of Node.
    const [first] = examples;
    writeFileSync(join(folder, 'example.mjs'), first?.programs[0] ?? '');
    const thread = await run(node, ['-e', 'new (require("node:worker_threads").Worker)("./example.mjs")'], folder);
    assert.equal(thread.out.trim(), first?.prints);
  } finally {
    host.close();
  }
}

/** Type-checks all examples against the types of the package, and these types as well (`skipLibCheck` is off). */
export async function compileExamples(
  folder: string,
  examples: readonly Example[],
  typescript: string,
  types: string,
): Promise<void> {
  const inBrowser = examples.filter(({ programs }) => programs.length > 1);
  const kinds = [
    { name: 'node', lib: ['ES2023'], types: ['node'], examples: examples.filter((one) => !inBrowser.includes(one)) },
    { name: 'web', lib: ['ES2023', 'DOM', 'DOM.Iterable'], types: [], examples: inBrowser },
  ];
  cpSync(types, join(folder, 'node_modules/@types/node'), { recursive: true });
  cpSync(join(types, '../../undici-types'), join(folder, 'node_modules/undici-types'), { recursive: true });
  for (const { name, examples: own, ...options } of kinds) {
    const files = own.flatMap(({ programs }, at) =>
      programs.map((program, i) => {
        const file = programs.length > 1 ? (['worker.ts', 'page.ts'][i] as string) : `${name}-${at}.ts`;
        writeFileSync(join(folder, file), `${program}\nexport {};\n`);
        return file;
      }),
    );
    for (const resolution of [
      { module: 'nodenext', moduleResolution: 'nodenext' },
      { module: 'esnext', moduleResolution: 'bundler' },
    ]) {
      const compilerOptions = {
        ...options,
        ...resolution,
        target: 'es2023',
        strict: true,
        skipLibCheck: false,
        noEmit: true,
      };
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
      const { code, out, err } = await run(process.execPath, [typescript, '-p', folder], folder);
      assert.equal(code, 0, `${name}, ${resolution.moduleResolution}: ${out}${err}`);
    }
  }
}

/** Serves a safetensors file with ranges, and counts what it sends. */
async function startHost() {
  const entry = entryText('fc1.weight', 'F32', [ELEMENTS / 1000, 1000], 0, ELEMENTS * 4);
  const bytes = buildSafetensors(`{${entry}}`, new Uint8Array(new Float32Array(ELEMENTS).fill(0.5, 0, 3).buffer));
  let sent = 0;
  const server = createServer((request, response) => {
    const range = parseRange(request.headers.range, bytes.length);
    const { start, end } = range ?? { start: 0, end: bytes.length - 1 };
    const part = bytes.subarray(start, end + 1);
    sent += part.length;
    const headers = {
      'Content-Length': part.length,
      'Content-Range': `bytes ${start}-${end}/${bytes.length}`,
      ETag: '"1"',
    };
    response.writeHead(range ? 206 : 200, headers).end(part);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    size: bytes.length,
    sent: () => sent,
    close: () => server.close(),
  };
}
