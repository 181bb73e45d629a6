import { describe, expect, it } from 'vitest';
import { sourceContainer } from '../../archive/container.ts';
import { encodeUtf8 } from '../../base/bytes.ts';
import { openPackage, REGISTRY } from '../../formats/registry.ts';
import { loadFormatView, PAGES, tabsOf } from '../../formats/views.ts';
import { fileSource } from '../../source/file.ts';
import { memorySource } from '../../source/memory.ts';
import { openedOf } from '../../state/load.ts';
import { createAppStore } from '../../state/store.ts';
import { buildZip } from '../builders/zip-builder.ts';
import { countingSource } from '../counting-source.ts';
import { callsInThread } from '../worker-calls.ts';
import { card } from './descriptor.ts';
import { buildCard } from './format.ts';
import { setTitle } from './step.ts';

/**
 * What adding a format takes: a folder (`testing/card`, with what `core` and `view` of a real one have) and a line in
 * the list. Everything else here is what all formats share.
 */
const formats = [{ ...card, core: () => import('./format.ts') }, ...REGISTRY];
const pages = [...PAGES, { ...card, view: () => import('./view.tsx') }];

/** 1, 2, 0.5, -1, 65504 (the largest) and infinity as float16. */
const TENSOR = new Uint8Array(Uint16Array.of(0x3c00, 0x4000, 0x3800, 0xbc00, 0x7bff, 0x7c00).buffer);
const TEXT = 'A small model\nand what it is for';
const CARD = buildCard(TEXT, TENSOR);

/** The worker's calls and a store over them, with a card open. */
async function openCard(bytes: Uint8Array<ArrayBuffer> = CARD) {
  const file = new File([bytes], 'a.card');
  const source = countingSource(fileSource(file));
  const worker = callsInThread(
    { container: sourceContainer(source) },
    { openPackage: (container, context) => openPackage(container, context, formats) },
  );
  const store = createAppStore({ call: worker.call, onDeath: () => () => {} });
  await store.getState().open({ kind: 'file', file });
  const opened = openedOf(store.getState().load);
  if (!opened) throw new Error('The card is not open.');
  return { source, worker, store, opened };
}

describe('a third format', () => {
  it('is known by its content, beside the others', async () => {
    const open = (name: string, bytes: Uint8Array) => openPackage(memorySource(name, bytes), {}, formats);
    expect((await open('x', CARD)).package.format).toBe('card');
    expect((await open('a.carton', buildZip([{ name: 'MANIFEST', data: '' }]))).package.format).toBe('carton');
    expect((await open('a.zip', buildZip([{ name: 'a', data: 'b' }]))).package.format).toBe('zip');
    await expect(open('x', encodeUtf8('CARD is too short'))).rejects.toMatchObject({ tag: 'bad-file' });
  });

  it('has tabs and views by its line', async () => {
    expect(tabsOf('card', pages)).toEqual(['overview', 'tensors', 'files', 'edit']);
    expect(await loadFormatView('card', pages)).toHaveProperty('Edit');
    expect(tabsOf('carton', pages)).toBe(tabsOf('carton'));
  });

  it('opens without a look at its tensor, and shows what is in it', async () => {
    const { source, opened } = await openCard();
    const { title, words, tensors } = opened.package;
    expect(title).toBe('A small model');
    expect(words.a).toBe('a card');
    const { start, end } = tensors[0]?.data ?? {};
    expect([start, end]).toEqual([8 + TEXT.length, 8 + TEXT.length + 12]);
    expect(source.touched(start as number, CARD.length)).toBe(false);
  });

  it('has a tensor in the middle of its file, with values, statistics and .npy', async () => {
    const { store } = await openCard();
    const { readCells, readStatistics, exportTensor, readBytes } = store.getState();
    const plane = { rows: 2, columns: 3, start: 0, rowStride: 3, columnStride: 1 };
    expect(await readCells('weight', plane)).toEqual(['1', '2', '0.5', '-1', '65504', 'Infinity']);
    expect(await readStatistics('weight')).toMatchObject({ count: 6, min: '-1', max: '65504', infinite: 1, nan: 0 });
    const npy = new Uint8Array(await ((await exportTensor('weight', { kind: 'npy' })) as Blob).arrayBuffer());
    expect(new TextDecoder('latin1').decode(npy)).toContain("'descr': '<f2'");
    expect(npy.slice(-12)).toEqual(TENSOR);
    expect(await readBytes('a.card', 0, 4)).toEqual(encodeUtf8('CARD'));
  });

  it('says what it would run', async () => {
    const { store, worker, opened } = await openCard();
    const { runs } = opened.package;
    expect(runs?.facts.map(({ kind }) => kind)).toEqual(['nothing']);
    expect(await store.getState().auditPackage()).toEqual({ runs, findings: [] });
    expect(await worker.call('audit', { handle: opened.handle })).toEqual({ runs, findings: [] });
  });

  it('is edited, shown as it would be saved, undone, and saved around its tensor', async () => {
    const { store } = await openCard();
    const state = () => store.getState();
    await state().startDraft();
    state().edit(setTitle('A larger model'));
    await state().draftToSave();
    await expect.poll(() => state().draft?.pending).toBe(false);
    expect(state().draft?.shown.title).toBe('A larger model');
    expect(state().draft?.shown.size).toBe(CARD.length + 1);
    expect(state().draft?.shown.tensors[0]?.data?.start).toBe(9 + TEXT.length);
    const page = await loadFormatView('card', pages);
    const { first, current } = state().draft ?? {};
    expect(page?.drafts?.changes(first?.values, current?.values)).toMatchObject([
      { label: 'Title', before: 'A small model', after: 'A larger model' },
    ]);

    const saved = await state().saveDraft({ name: 'b.card' });
    const bytes = new Uint8Array(await (saved.download as Blob).arrayBuffer());
    expect(bytes).toEqual(buildCard('A larger model\nand what it is for', TENSOR));

    state().undo();
    expect(state().draft?.changed).toBe(false);
    const undone = await state().saveDraft({ name: 'b.card' });
    expect(new Uint8Array(await (undone.download as Blob).arrayBuffer())).toEqual(CARD);
  });
});
