import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../scripts/serve.mjs';
import type { RunThread } from '../../src/model/run/run-thread.ts';
import { modelComponent } from '../../src/testing/wasm/component.ts';
import { modelModule } from '../../src/testing/wasm/model-module.ts';
import { expect, goTo, test } from './journey.ts';

const ECHO = [...modelComponent(modelModule())];
const ENDLESS = [...modelComponent(modelModule({ infer: '(loop $again (br $again)) (i32.const 0)' }))];

/** The file of the build that starts threads for models. */
const SCRIPT = readdirSync(join(ROOT, 'assets')).find((name) => /^run-thread-[\w-]+\.js$/.test(name));

interface Threads {
  startRunThread(): Promise<RunThread>;
}

test('runs a model in a thread of its own, and ends one that does not end', async ({ driver, site }) => {
  await goTo(driver, site.url);
  const run = (model: number[], time: number) =>
    driver.run(
      async (script, bytes, ms) => {
        const { startRunThread } = (await import(script)) as Threads;
        const thread = await startRunThread();
        const data = new Uint8Array(Float32Array.of(1, -0.5).buffer);
        try {
          await thread.ask({ kind: 'load', model: new Uint8Array(bytes), limits: { memory: 2 ** 26, time: ms } });
          const reply = await thread.ask({
            kind: 'infer',
            inputs: [{ name: 'a', dtype: 'float32', shape: [2], data }],
          });
          const [output] = reply.kind === 'outputs' ? reply.outputs : [];
          return output && [output.name, ...new Float32Array(new Uint8Array(output.data as Uint8Array).buffer)];
        } catch (error) {
          return (error as { code: string }).code;
        } finally {
          thread.end();
        }
      },
      `${site.url}assets/${SCRIPT}`,
      model,
      time,
    );
  expect(await run(ECHO, 60_000)).toEqual(['a', 1, -0.5]);
  expect(await run(ENDLESS, 500)).toBe('run/too-long');
  expect(await run(ECHO, 60_000)).toEqual(['a', 1, -0.5]);
  expect(await driver.run(() => document.querySelectorAll('iframe').length)).toBe(0);
});
