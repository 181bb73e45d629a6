import { describe, expect, it } from 'vitest';
import { plannedSource } from '../../../archive/plan.ts';
import { encodeUtf8 } from '../../../base/bytes.ts';
import type { Texts } from '../../../model/draft.ts';
import type { Package } from '../../../model/package.ts';
import { memorySource } from '../../../source/memory.ts';
import { buildZip } from '../../../testing/builders/zip-builder.ts';
import { textIn, textsOf } from '../../../testing/draft.ts';
import type { OpenPackage } from '../../format.ts';
import { openPackage } from '../../registry.ts';
import { MAX_CARTON_TOML_BYTES } from './limits.ts';

const TEXT = `# about
spec_version = 1

[[input]]
name = "x"
dtype = "float32"
shape = []

[[output]]
name = "y"
dtype = "float16"
shape = []

[[self_test]]
inputs = { z = "@tensor_data/t" }

[runner]
runner_name = "noop"
required_framework_version = "1"
runner_compat_version = 1
`;

const open = (toml: Uint8Array | undefined) =>
  openPackage(
    memorySource(
      'a.carton',
      buildZip([
        ...(toml ? [{ name: 'carton.toml', data: toml }] : []),
        { name: 'tensor_data/index.toml', data: encodeUtf8('tensor = []\n') },
        { name: 'MANIFEST', data: encodeUtf8('') },
      ]),
    ),
  );

/** The package that saving a text would give. */
async function savedWith(opened: OpenPackage, texts: Texts | undefined): Promise<Package> {
  const plan = await opened.plan?.({ texts: texts ?? new Map(), files: [], renew: false });
  if (!plan) throw new Error('It cannot be saved.');
  return (await openPackage(plannedSource(plan))).package;
}

describe('editing an open carton', () => {
  it('gives the text, its values and everything that follows from them', async () => {
    const opened = await open(encodeUtf8(`\ufeff${TEXT}`));
    expect(opened.package.can.edit).toBe(true);
    const first = await opened.edit?.({});
    const own = opened.package;
    expect(first).toMatchObject({
      texts: textsOf(`\ufeff${TEXT}`),
      values: { spec_version: 1n, output: [{ dtype: 'float16' }] },
    });
    const saved = await savedWith(opened, first?.texts);
    expect(saved).toEqual(own);
    const fields = saved.findings.map(({ code, field }) => `${code} ${field}`);
    expect(fields).toEqual(
      expect.arrayContaining([
        'schema/dtype output.0.dtype',
        'reference/tensor-missing self_test.0.inputs.z',
        'schema/unknown-binding self_test.0.inputs.z',
      ]),
    );
    const next = await opened.edit?.({
      texts: first?.texts,
      edits: [
        { kind: 'set', path: ['output', 0, 'dtype'], value: 'int8' },
        { kind: 'set', path: ['model_name'], value: 'new' },
      ],
    });
    expect(textIn(next)).toBe(
      `\ufeff${TEXT.replace('float16', 'int8').replace('version = 1\n', 'version = 1\nmodel_name = "new"\n')}`,
    );
    const changed = await savedWith(opened, next?.texts);
    expect(changed).toMatchObject({ title: 'new', outputs: [{ dtype: 'int8' }] });
    expect(changed.findings.map(({ code }) => code)).not.toContain('schema/dtype');
    // The open package is unchanged, and so is the text that it gives when asked again.
    expect(opened.package).toMatchObject(own);
    expect(await opened.edit?.({})).toEqual(first);
    expect(await opened.edit?.({})).toEqual(first);
  });

  it('takes a text that is not TOML, and says where it goes wrong', async () => {
    const opened = await open(encodeUtf8('spec_version ='));
    expect(opened.package.can.edit).toBe(true);
    const state = await opened.edit?.({});
    expect(state).not.toHaveProperty('values');
    expect((await savedWith(opened, state?.texts)).findings[0]).toMatchObject({ code: 'toml/syntax', line: 1 });
    await expect(opened.edit?.({ edits: [{ kind: 'remove', path: ['a'] }] })).rejects.toMatchObject({
      code: 'toml/syntax',
    });
    expect((await opened.edit?.({ texts: textsOf(TEXT) }))?.values).toBeDefined();
  });

  it('says why there is nothing to edit', async () => {
    const bad = await open(new Uint8Array([0xff]));
    expect([bad.edit, bad.package.can.edit]).toEqual([undefined, false]);
    expect(bad.package.cannot?.edit).toBe('carton.toml is not UTF-8 text.');
    expect((await open(undefined)).package.cannot?.edit).toBe('carton.toml is missing.');
  });

  it('refuses a text that would be too long, and stops when it is canceled', async () => {
    const opened = await open(encodeUtf8(TEXT));
    const long = '€'.repeat(MAX_CARTON_TOML_BYTES / 3);
    await expect(opened.edit?.({ texts: textsOf(`# ${long}`) })).rejects.toMatchObject({
      code: 'carton/file-too-large',
    });
    await expect(opened.edit?.({ edits: [{ kind: 'set', path: ['license'], value: long }] })).rejects.toMatchObject({
      code: 'carton/file-too-large',
    });
    await expect(opened.edit?.({}, AbortSignal.abort())).rejects.toMatchObject({ code: 'internal/cancelled' });
  });
});
