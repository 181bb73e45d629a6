import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { folderContainer } from '../../../archive/container.ts';
import { plannedSource } from '../../../archive/plan.ts';
import type { EditedTexts, Texts } from '../../../model/draft.ts';
import type { Edit, FieldStep } from '../../../model/edit/edit.ts';
import type { FieldValue, FieldValues } from '../../../model/edit/field.ts';
import { memorySource } from '../../../source/memory.ts';
import { MLDEF_FILES, mldefManifest, mldefModel, signatureOf } from '../../../testing/builders/mldef-builder.ts';
import type { OpenPackage } from '../../format.ts';
import { openPackage } from '../../registry.ts';
import { drafts } from './drafts.ts';
import { fieldsOf } from './fields.ts';
import { MAX_SECTIONS, MAX_SIGNATURE_BYTES } from './limits.ts';
import { plainKey } from './manifest.ts';
import { editorOf } from './manifest-edit.ts';
import { keyLike } from './section-edit.ts';
import { addSection, MLDEF_LISTS, renameSection, setText } from './steps.ts';

/** With a layout of its own, an unknown field, and keys in two ways of writing. */
const TEXT = `\ufeff{
    "Unknown": [1.0, 1e400],
  "model" : { "name":"Thermostat" ,  "tags": ["home", "energy"],
      "x": 0 },
  "layers": [
    {"name": "in",\t"capabilities": "input", "count": 2},
    {"name": "out", "prior": "in", "datasource": "w", "startindex": 0, "count": 1, "description": "a\\u00e9b"}
  ],
  "data files": {"name": "w", "path": "w.float32"}
}\r\n`;

function open(text: string, files = MLDEF_FILES): Promise<OpenPackage> {
  return openPackage(memorySource('a.mldef', mldefModel(text, files)));
}

async function edited(opened: OpenPackage, edits: readonly Edit[], texts?: Texts): Promise<EditedTexts> {
  return (await opened.edit?.({ edits, texts })) as EditedTexts;
}

const textAfter = async (opened: OpenPackage, ...edits: Edit[]) =>
  (await edited(opened, edits)).texts.get('manifest.json');

describe('an edit of a manifest', () => {
  it('changes one value, and leaves all else byte for byte', async () => {
    const opened = await open(TEXT);
    expect(await textAfter(opened)).toBe(TEXT);
    const { edits } = setText(['model', 'name'], 'Tür "1"');
    expect(await textAfter(opened, ...edits)).toBe(TEXT.replace('"Thermostat"', '"Tür \\"1\\""'));
    const layer = setText(['layer', 1, 'description'], 'c');
    expect(await textAfter(opened, ...layer.edits)).toBe(TEXT.replace('"a\\u00e9b"', '"c"'));
    const tags = setText(['model', 'tags'], 'home, heat');
    expect(await textAfter(opened, ...tags.edits)).toBe(TEXT.replace('["home", "energy"]', '"home, heat"'));
  });

  it('adds a field as its section is written, and takes it away again', async () => {
    const opened = await open(TEXT);
    const added = await edited(opened, setText(['model', 'authorName'], 'A').edits);
    expect(added.texts.get('manifest.json')).toBe(TEXT.replace('"x": 0', '"x": 0 ,  "author name":"A"'));
    expect(added.values).toMatchObject({ model: { name: 'Thermostat', tags: 'home, energy', authorName: 'A' } });
    const removed = await edited(opened, [{ kind: 'remove', path: ['model', 'authorName'] }], added.texts);
    expect(removed.texts.get('manifest.json')).toBe(TEXT);
  });

  it('writes numbers as numbers, where they are ones and the manifest has them so', async () => {
    const opened = await open(TEXT);
    const count = (text: string) => setText(['layer', 1, 'count'], text).edits;
    expect(await textAfter(opened, ...count('12'))).toBe(TEXT.replace('"count": 1', '"count": 12'));
    expect(await textAfter(opened, ...count('-'))).toBe(TEXT.replace('"count": 1', '"count": "-"'));
    expect(await textAfter(opened, ...count('-'), ...count('-1.50e3'))).toBe(
      TEXT.replace('"count": 1', '"count": -1.50e3'),
    );
    expect(await textAfter(opened, ...count(''), ...count('7'))).toBe(TEXT.replace('"count": 1', '"count": 7'));
    expect(await textAfter(opened, ...setText(['dataFile', 0, 'storageBytes'], '4').edits)).toBe(
      TEXT.replace('"path": "w.float32"', '"path": "w.float32", "storage-bytes": 4'),
    );
    const quoted = TEXT.replace('"count": 1', '"count": "1"');
    expect(await textAfter(await open(quoted), ...count('2'))).toBe(TEXT.replace('"count": 1', '"count": "2"'));
    const path = await edited(opened, setText(['dataFile', 0, 'path'], 'layers/w.float32').edits);
    expect(path.values).toMatchObject({ dataFile: [{ path: 'layers/w.float32' }] });
  });

  it.each([
    ['Author name', ['Name', 'Author email'], 'Author name'],
    ['Author name', ['name', 'author_email'], 'author_name'],
    ['License file', ['name', 'author-name'], 'license-file'],
    ['Author name', ['name', 'authorEmail'], 'authorName'],
    ['Author name', ['Name', 'AuthorEmail'], 'AuthorName'],
    ['Author name', ['name', 'authoremail'], 'authorname'],
    ['Author name', ['NAME'], 'AUTHOR NAME'],
    ['URL', ['name'], 'url'],
    ['URL', [], 'URL'],
  ])('writes the key %s beside %j as %s', (label, keys, key) => {
    const span = { start: 0, end: 0 };
    expect(keyLike(label, { members: keys.map((name) => ({ name, key: span, value: span })) })).toBe(key);
  });

  it('is refused where it is not text, and a text that is no JSON has no values', async () => {
    const opened = await open(TEXT);
    const set = (path: (string | number)[], value: never): Edit => ({ kind: 'set', path, value });
    await expect(edited(opened, [set(['model', 'name'], true as never)])).rejects.toMatchObject({
      code: 'mldef/bad-edit',
    });
    await expect(edited(opened, [set(['layer', 1, 'color'], '8' as never)])).rejects.toMatchObject({
      code: 'mldef/bad-edit',
    });
    await expect(edited(opened, [set(['layer', 8, 'description'], 'a' as never)])).rejects.toMatchObject({
      code: 'mldef/bad-edit',
    });
    const texts = new Map([['manifest.json', '{"model": ']]);
    expect(await edited(opened, [], texts)).toEqual({ texts });
    const long = 'a'.repeat(5 * 1024 * 1024);
    await expect(edited(opened, setText(['model', 'name'], long).edits)).rejects.toMatchObject({
      code: 'mldef/manifest-too-large',
    });
  });
});

describe('sections', () => {
  const stepped = async (make: (values: FieldValues) => FieldStep | undefined, text = TEXT) => {
    const opened = await open(text);
    const { values } = await edited(opened, []);
    const step = make(values as FieldValues);
    return edited(opened, step?.edits ?? []);
  };
  const textOf = ({ texts }: EditedTexts) => texts.get('manifest.json');
  const second = TEXT.slice(TEXT.indexOf('{"name": "out"'), TEXT.indexOf('\n  ],'));

  it('are added as their neighbors are written, and removed again', async () => {
    const added = await stepped((values) => addSection(values, 'layer'));
    const layer =
      '{"name": "layer_3", "prior": "out", "capabilities": "", "datasource": "w", "startindex": 1, "count": 1}';
    expect(textOf(added)).toBe(TEXT.replace(second, `${second},\n    ${layer}`));
    const opened = await open(TEXT);
    const removed = await edited(opened, [{ kind: 'remove', path: ['layer', 2] }], added.texts);
    expect(textOf(removed)).toBe(TEXT);
  });

  it('are moved without what is around them', async () => {
    const moved = await stepped((values) => MLDEF_LISTS.moveItem(values, 'layer', 1, 0));
    const first = '{"name": "in",\t"capabilities": "input", "count": 2}';
    expect(textOf(moved)).toBe(TEXT.replace(first, '\0').replace(second, first).replace('\0', second));
  });

  it('beyond the limit stay where they are, and one of 10,000 is moved in a moment', async () => {
    const layers = Array.from({ length: MAX_SECTIONS }, (_, at) => ({ Name: `l${at}` }));
    const full = await open(JSON.stringify({ Model: {}, Layers: layers }), {});
    const moved = await textAfter(full, { kind: 'move', path: ['layer'], from: MAX_SECTIONS - 1, to: 0 });
    expect(JSON.parse(moved ?? '').Layers).toEqual([layers.at(-1), ...layers.slice(0, -1)]);
    const more = await open(JSON.stringify({ Model: {}, Layers: [...layers, { Name: 'more' }] }), {});
    await expect(textAfter(more, { kind: 'remove', path: ['layer', 5] })).rejects.toMatchObject({
      code: 'mldef/bad-edit',
    });
  });

  it('keep what their values lack, where an order is put back at once', async () => {
    const layers = Array.from({ length: 3000 }, (_, at) => `{ "Name": "l${at % 2999}", "mine": ${at} }`);
    const text = (of: readonly string[]) => `{"Model": {"Name": "m"}, "Layers": [${of.join(' , ')}]}`;
    const opened = await open(text(layers));
    const { layer } = (await edited(opened, [])).values as { layer: FieldValue[] };
    const reversed = await textAfter(opened, { kind: 'set', path: ['layer'], value: [...layer].reverse() });
    // The first and the last have the same values, and keep their order.
    expect(reversed).toBe(text([...layers.slice(0, 1), ...layers.slice(1, -1).reverse(), ...layers.slice(-1)]));
  });

  it('that are alone under their key become a list, and the last one leaves none', async () => {
    const two = await stepped((values) => addSection(values, 'dataFile'));
    expect(JSON.parse((textOf(two) ?? '').slice(1).replace('1e400', '0'))['data files']).toEqual([
      { name: 'w', path: 'w.float32' },
      { name: 'data_2', path: '', 'storage-bytes': 4, 'storage-format': 'float' },
    ]);
    const none = await stepped((values) => MLDEF_LISTS.removeItems(values, 'dataFile', [0]));
    expect(textOf(none)).toBe(TEXT.replace(/,\n {2}"data files": .*\n/, '\n'));
    expect(none.values).not.toHaveProperty('dataFile');
  });

  it('get a key of their own where there is none, behind the kinds before them', async () => {
    const added = await stepped(
      (values) => addSection(values, 'nodeRange'),
      JSON.stringify(JSON.parse('{"Model":{"Name":"a","Author name":"b"},"Layers":[]}'), null, 2),
    );
    expect(textOf(added)).toBe(
      '{\n  "Model": {\n    "Name": "a",\n    "Author name": "b"\n  },\n  "Node ranges": [\n    {\n      "Name": "node_1",\n      "Type": "input",\n      "Count": 1\n    }\n  ],\n  "Layers": []\n}',
    );
  });

  it('are renamed with what refers to them, unless two have the name', async () => {
    const renamed = await stepped((values) => renameSection(values, 'layer', 0, 'input'));
    expect(textOf(renamed)).toBe(
      TEXT.replace('"name": "in"', '"name": "input"').replace('"prior": "in"', '"prior": "input"'),
    );
    const file = await stepped((values) => renameSection(values, 'dataFile', 0, 'x'));
    expect(textOf(file)).toBe(TEXT.replaceAll('"w"', '"x"'));
    const twice = TEXT.replace('"name": "out"', '"name": "in"');
    const one = await stepped((values) => renameSection(values, 'layer', 0, 'input'), twice);
    expect(textOf(one)).toBe(twice.replace('"name": "in"', '"name": "input"'));
  });

  it('that are removed leave a sentence about what refers to them', async () => {
    const { values } = await edited(await open(TEXT), []);
    expect(MLDEF_LISTS.leftBehind(values as FieldValues, 'layer', 0)).toBe(
      'Layer in is removed; 1 layer still takes input from it.',
    );
    expect(MLDEF_LISTS.leftBehind(values as FieldValues, 'dataFile', 0)).toBe(
      'Data file w is removed; 1 layer still takes weights from it.',
    );
    expect(MLDEF_LISTS.leftBehind(values as FieldValues, 'layer', 1)).toBeUndefined();
  });

  it('of any text change as the steps say, whatever its layout is', async () => {
    const section = fc.record({ name: fc.string(), x: fc.nat() }, { requiredKeys: ['name'] });
    const list = fc.oneof(fc.array(section, { maxLength: 4 }), section);
    const act = fc.tuple(fc.constantFrom('add', 'remove', 'move', 'duplicate'), fc.nat(), fc.nat());
    const kinds = fc.constantFrom('dataFile' as const, 'nodeRange' as const, 'layer' as const);
    await fc.assert(
      fc.asyncProperty(list, kinds, fc.array(act, { maxLength: 6 }), fc.nat(3), async (given, kind, acts, indent) => {
        const key = { dataFile: 'data_files', nodeRange: 'NodeRanges', layer: 'Layer' }[kind];
        const text = JSON.stringify({ a: [1], [key]: given, model: {} }, null, indent);
        const edit = editorOf(text);
        let now = await edit({});
        for (const [what, from, to] of acts) {
          const values = now.values as FieldValues;
          const count = (values[kind] as FieldValue[] | undefined)?.length ?? 0;
          const [a, b] = [count === 0 ? 0 : from % count, count === 0 ? 0 : to % count];
          const step =
            what === 'add'
              ? addSection(values, kind)
              : count === 0
                ? undefined
                : what === 'remove'
                  ? MLDEF_LISTS.removeItems(values, kind, [a])
                  : what === 'move'
                    ? MLDEF_LISTS.moveItem(values, kind, a, b)
                    : MLDEF_LISTS.duplicateItem(values, kind, a);
          // Rejects where the text has other values than the step.
          if (step) now = await edit({ texts: now.texts, edits: step.edits });
        }
        const after = JSON.parse(now.texts.get('manifest.json') ?? '');
        expect(after).toMatchObject({ a: [1], model: {} });
      }),
    );
  });
});

it('any edit of any section changes that field alone', async () => {
  const keys = fc.constantFrom('name', 'Author name', 'author_email', 'URL', 'x', 'TAGS', '__proto__');
  const entries = fc.uniqueArray(fc.tuple(keys, fc.string()), { selector: ([key]) => key });
  const model = entries.map((list) => Object.fromEntries(list));
  const field = fc.constantFrom(...fieldsOf('model').map(([key, { label }]) => ({ key, label })));
  await fc.assert(
    fc.asyncProperty(model, field, fc.string(), fc.nat(4), async (stored, { key, label }, value, indent) => {
      const text = JSON.stringify({ a: 1, Model: stored, Layers: [] }, null, indent);
      const edit = editorOf(text);
      const { texts, values } = await edit({ edits: setText(['model', key], value).edits });
      expect((values as Record<string, unknown>).model).toMatchObject({ [key]: value });
      const after = JSON.parse(texts.get('manifest.json') ?? '');
      const others = (of: object) => Object.entries(of).filter(([name]) => plainKey(name) !== plainKey(label));
      expect(others(after.Model)).toEqual(others(stored));
      expect({ ...after, Model: 0 }).toEqual({ a: 1, Model: 0, Layers: [] });
    }),
  );
});

describe('a saved model', () => {
  const manifest = JSON.stringify(mldefManifest(), null, 2);

  async function saved(files: typeof MLDEF_FILES) {
    const bytes = mldefModel(manifest, files);
    const opened = await openPackage(memorySource('a.mldef', bytes));
    const { texts } = await edited(opened, setText(['model', 'name'], 'Heater').edits);
    const plan = await opened.plan?.({ texts, files: [], renew: false });
    if (!plan) throw new Error('It cannot be saved.');
    const result = plannedSource(plan);
    await plan.check(result);
    return { bytes, opened, plan, result: await openPackage(result) };
  }

  it('has the edited manifest, and everything else as it was', async () => {
    const { plan, result, opened } = await saved(MLDEF_FILES);
    expect(plan.review.files).toMatchObject([{ path: 'manifest.json', kind: 'changed', before: manifest }]);
    expect(plan.review.notes).toEqual([]);
    expect(result.package).toMatchObject({ title: 'Heater', findings: [] });
    const own = await Promise.all(
      Object.keys(MLDEF_FILES).map(async (path) => {
        const [before, after] = [opened.source(path), result.source(path)];
        return [await before?.read(0, before.size), await after?.read(0, after.size)];
      }),
    );
    for (const [before, after] of own) expect(after).toEqual(before);
    expect((await result.verify?.())?.findings).toEqual([]);
  });

  it('is the same file where nothing changed', async () => {
    const bytes = mldefModel(manifest);
    const opened = await openPackage(memorySource('a.mldef', bytes));
    const plan = await opened.plan?.({ texts: new Map([['manifest.json', manifest]]), files: [], renew: true });
    expect(plan?.segments).toEqual([{ kind: 'old', start: 0, end: bytes.length }]);
    expect(plan?.review).toMatchObject({ files: [], notes: [] });
    const texts = new Map([['license.txt', 'GPL']]);
    await expect(opened.plan?.({ texts, files: [], renew: false })).rejects.toMatchObject({ code: 'internal/bug' });
  });

  it.each([
    ['a checksum of the manifest', signatureOf({ 'manifest.json': manifest }), true],
    ['checksums of other files', signatureOf(MLDEF_FILES), true],
    ['lines that nobody can check', 'MEUCIQDx\n', false],
    ['both', `MEUCIQDx\n${signatureOf(MLDEF_FILES)}`, true],
  ])('has a signature with %s written again, and says what it cannot write', async (_, signature, isWritten) => {
    const { plan, result } = await saved({ ...MLDEF_FILES, SIGNATURE: signature });
    const isOpaque = signature.includes('MEUCIQDx');
    expect(plan.review.notes).toEqual(isOpaque ? [expect.stringContaining('1 line of SIGNATURE')] : []);
    const source = result.source('SIGNATURE');
    const text = new TextDecoder().decode(await source?.read(0, source.size));
    expect(text === signature).toBe(!isWritten);
    expect(text.includes('manifest.json')).toBe(isWritten);
    expect((await result.verify?.())?.mismatches).toEqual([]);
  });

  it('is signed with the SHA-256 of every file where there is no signature, as sha256sum reads it', async () => {
    const opened = await openPackage(memorySource('a.mldef', mldefModel(manifest)));
    const draft = { texts: new Map(), files: [], renew: 'reseal' } as const;
    const plan = await opened.plan?.(draft, undefined, await opened.hash?.());
    if (!plan) throw new Error('It cannot be saved.');
    expect(plan.review.reseal).toMatchObject({ files: 4, differing: [], dropped: [] });
    const result = await openPackage(plannedSource(plan));
    const source = result.source('SIGNATURE');
    const text = new TextDecoder().decode(await source?.read(0, source.size));
    const lines = signatureOf({ 'manifest.json': manifest, ...MLDEF_FILES })
      .trim()
      .split('\n');
    expect(text.trim().split('\n').sort()).toEqual(lines.sort());
    expect(result.package.words.hashList).toBe('SIGNATURE');
    expect(await result.verify?.()).toMatchObject({ files: 4, mismatches: [] });
  });

  it.each([
    ['not text', Uint8Array.of(0x30, 0x82, 0xff, 0x0a)],
    ['too long', 'x'.repeat(MAX_SIGNATURE_BYTES + 1)],
  ])('gets a new SIGNATURE where the old one is %s, and says so', async (_, signature) => {
    const opened = await openPackage(
      memorySource('a.mldef', mldefModel(manifest, { ...MLDEF_FILES, SIGNATURE: signature })),
    );
    const draft = { texts: new Map(), files: [] };
    expect((await opened.plan?.({ ...draft, renew: false }))?.review).toMatchObject({ files: [], notes: [] });
    const plan = await opened.plan?.({ ...draft, renew: 'reseal' }, undefined, await opened.hash?.());
    if (!plan) throw new Error('It cannot be saved.');
    expect(plan.review.notes).toEqual([expect.stringContaining('written as a new one')]);
    const result = await openPackage(plannedSource(plan));
    expect(result.package.findings).toEqual([]);
    expect(await result.verify?.()).toMatchObject({ files: 4, mismatches: [] });
  });

  it('is not made of a folder, whose manifest is edited all the same', async () => {
    const files = Object.entries({ 'manifest.json': manifest, ...MLDEF_FILES }).map(([path, data]) => ({
      path: `top/${path}`,
      file: new File([data], path),
    }));
    const { package: pkg, plan } = await openPackage(folderContainer('top', files));
    expect(pkg.can).toMatchObject({ edit: true, save: false });
    expect(pkg.cannot?.save).toBeTruthy();
    expect(plan).toBeUndefined();
    const latin = mldefModel(manifest.replace('Thermostat', 'x'), MLDEF_FILES);
    latin[Buffer.from(latin).indexOf('"x"') + 1] = 0xff;
    const broken = await openPackage(memorySource('a.mldef', latin));
    expect(broken.package).toMatchObject({ can: { edit: false, save: false } });
  });
});

it('changes of a draft are said in words, taken back alone, and made again on another version', async () => {
  const opened = await open(TEXT);
  const first = (await edited(opened, [])).values;
  const steps = [setText(['model', 'name'], 'Heater'), setText(['layer', 1, 'description'], 'c')];
  const now = (
    await edited(
      opened,
      steps.flatMap(({ edits }) => edits),
    )
  ).values;
  const changes = drafts.changes(first, now);
  expect(changes.map(({ label, before, after, item }) => [label, before, after, item])).toEqual([
    ['Name of model', 'Thermostat', 'Heater', 'model.name'],
    ['Description of layer 2', 'aéb', 'c', 'layer.1.description'],
  ]);
  const putBacks = drafts.putBackSteps(first, now, 10);
  const step = putBacks.get(changes[0]?.key ?? '');
  expect(drafts.changes(first, step?.apply(now))).toHaveLength(1);
  const { fits, misfits } = drafts.rebase(first, now, {
    model: { name: 'Other' },
    layer: [{ name: 'in' }, { name: 'out', description: 'aéb' }],
  });
  expect([fits.length, misfits.length]).toEqual([1, 1]);
});
