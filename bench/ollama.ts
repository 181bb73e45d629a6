import { createHash } from 'node:crypto';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { writeWeights } from './random.ts';
import { inBinary, type Row, type Sizes } from './row.ts';
import { timeShell } from './tool.ts';

/** The row about a folder of Ollama's models: two models that share half of their blobs. */
export function ollamaRows(folder: string, { store: { count, size } }: Sizes): Row[] {
  const models = join(folder, 'models');
  const blobs = join(models, 'blobs');
  let sums: readonly string[] = [];
  return [
    {
      title: `Verify a folder of Ollama models, ${count} × ${inBinary(size)}`,
      peer: '`sha256sum …`',
      bytes: count * size,
      bar: { atLeast: 1.2 },
      needs: [],
      peerNeeds: ['sh', 'sha256sum'],
      async make() {
        sums = await writeStore(models, blobs, count, size);
      },
      ours: (tab) => tab.verify(models, 'open-folder'),
      theirs: () => ({
        seconds: timeShell(
          'sha256sum "$@"',
          sums.map((sha256) => join(blobs, `sha256-${sha256}`)),
          sums,
        ),
      }),
    },
  ];
}

/** Writes the models, and gives the SHA-256 of each large blob. */
async function writeStore(models: string, blobs: string, count: number, size: number): Promise<string[]> {
  mkdirSync(blobs, { recursive: true });
  const sums: string[] = [];
  for (let index = 0; index < count; index++) {
    const path = join(blobs, 'made');
    const { sha256 } = await setImmediate(writeWeights(path, size, index + 1));
    renameSync(path, join(blobs, `sha256-${sha256}`));
    sums.push(sha256);
  }
  const text = (content: string) => {
    const digest = createHash('sha256').update(content).digest('hex');
    writeFileSync(join(blobs, `sha256-${digest}`), content);
    return { digest: `sha256:${digest}`, size: content.length };
  };
  const template = { mediaType: 'application/vnd.ollama.image.template', ...text('{{ .Prompt }}') };
  const config = {
    mediaType: 'application/vnd.docker.container.image.v1+json',
    ...text('{"model_format":"gguf","model_family":"llama"}'),
  };
  const layers = sums.map((sha256) => ({
    mediaType: 'application/vnd.ollama.image.model',
    digest: `sha256:${sha256}`,
    size,
  }));
  for (const [tag, chosen] of [
    ['all', layers],
    ['half', layers.slice(0, Math.ceil(count / 2))],
  ] as const) {
    const place = join(models, 'manifests/registry.ollama.ai/library/bench');
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, tag), JSON.stringify({ schemaVersion: 2, config, layers: [...chosen, template] }));
  }
  return sums;
}
