import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isCancelled } from '../../base/errors.ts';
import { type FindKind, type FindSource, MAX_SHOWN, search } from './search.ts';

const signal = new AbortController().signal;
const Icon = (() => null) as unknown as ReturnType<FindSource['entry']>['Icon'];

function source(kind: FindKind, texts: readonly string[], more: Partial<FindSource> = {}): FindSource {
  return {
    kind,
    label: kind,
    items: texts,
    text: (_, index) => texts[index] as string,
    entry: () => ({ Icon, choose: () => {} }),
    atRest: false,
    ...more,
  };
}

const shown = async (sources: FindSource[], typed: string) =>
  (await search(sources, typed, signal)).map(({ kind, entries, total }) => ({
    kind,
    total,
    texts: entries.map(({ text }) => text),
  }));

test('lists the group of the best match first, and nothing of groups without one', async () => {
  const sources = [source('tab', ['Files']), source('file', ['a/file.py', 'model.py']), source('tensor', ['model'])];
  expect(await shown(sources, 'model')).toEqual([
    { kind: 'tensor', total: 1, texts: ['model'] },
    { kind: 'file', total: 1, texts: ['model.py'] },
  ]);
  expect(await shown(sources, 'zzz')).toEqual([]);
});

test('with nothing typed lists what is listed at rest, in its order', async () => {
  const sources = [source('file', ['a']), source('tab', ['Z', 'A'], { atRest: true })];
  expect(await shown(sources, ' ')).toEqual([{ kind: 'tab', total: 2, texts: ['Z', 'A'] }]);
});

test('other words find an entry too, after the texts', async () => {
  const sources = [
    source('tab', ['Schema', 'Inputs of old'], { also: (_, index) => (index === 0 ? 'inputs' : undefined) }),
  ];
  expect(await shown(sources, 'inputs')).toEqual([{ kind: 'tab', total: 2, texts: ['Inputs of old', 'Schema'] }]);
  expect((await shown(sources, 'schema inputs'))[0]?.texts).toEqual(['Schema']);
  expect((await shown(sources, 'puts'))[0]?.texts).toEqual(['Inputs of old']);
});

test('a source that answers for itself is first or last', async () => {
  const files = source('file', ['x']);
  for (const place of ['first', 'last'] as const) {
    const kinds = (await shown([files, source('link', ['https://x'], { place })], 'x')).map(({ kind }) => kind);
    expect(kinds).toEqual(place === 'first' ? ['link', 'file'] : ['file', 'link']);
  }
});

test('keeps the best of any list, in the order that sorting all of it would give', async () => {
  const name = fc.string({ unit: fc.constantFrom('a', 'b', '/', '_'), maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(name, { maxLength: 80 }),
      fc.constantFrom('a', 'ab', 'a b', 'b/'),
      async (names, typed) => {
        const all = (await shown([source('file', names)], typed))[0];
        const one = async (of: string) => (await shown([source('file', [of])], typed)).length > 0;
        const matching = await Promise.all(names.map(one));
        expect(all?.total ?? 0).toBe(matching.filter(Boolean).length);
        expect(all?.texts.length ?? 0).toBe(Math.min(MAX_SHOWN, matching.filter(Boolean).length));
        // Each is at least as good as the one after it: of the two alone, it comes first.
        for (const [at, text] of (all?.texts ?? []).entries()) {
          const next = all?.texts[at + 1];
          if (next !== undefined) expect((await shown([source('file', [text, next])], typed))[0]?.texts[0]).toBe(text);
        }
      },
    ),
    { numRuns: 200 },
  );
});

test('a million files leave the page time between steps, and only those that are shown are made', async () => {
  let made = 0;
  const files: FindSource = {
    ...source('file', []),
    items: { length: 1_000_000 },
    text: (_, index) => `model/layers/block_${index}/weight.safetensors`,
    entry(_, index) {
      made++;
      const text = { text: String(index) };
      return { ...text, Icon, choose: () => {} };
    },
  };
  /** Milliseconds that the processor worked for this process. A machine that is busy adds none. */
  const worked = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  };
  let longest = 0;
  let last = worked();
  const timer = setInterval(() => {
    const now = worked();
    longest = Math.max(longest, now - last);
    last = now;
  });
  const [group] = await search([files], 'block_99', signal);
  clearInterval(timer);
  expect(group?.total).toBe(11_111);
  expect(group?.entries[0]?.text).toBe('99');
  expect(made).toBe(MAX_SHOWN);
  // A step takes 6 ms, and garbage collection may add to it. A search in one piece takes several hundred.
  expect(longest).toBeLessThan(150);
});

test('ends when it is aborted', async () => {
  const controller = new AbortController();
  const files: FindSource = { ...source('file', []), items: { length: 1_000_000 }, text: (_, index) => `f${index}` };
  const searching = search([files], 'x', controller.signal);
  setTimeout(() => controller.abort());
  await expect(searching).rejects.toSatisfy(isCancelled);
});
