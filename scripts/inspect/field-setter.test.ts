import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CARTON_FIELDS } from '../../src/formats/carton/core/edit/field-guide.ts';
import { applyEdits, type Edit } from '../../src/model/edit/edit.ts';
import type { FieldValues } from '../../src/model/edit/field.ts';
import { parseAssignment } from './assignment.ts';
import { FieldSetter } from './field-setter.ts';
import { UsageError } from './usage.ts';

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inspect-'));
});

afterAll(() => rm(folder, { recursive: true }));

describe('an assignment', () => {
  const values: FieldValues = {
    license: 'MIT',
    input: [{ name: 'x', dtype: 'float32', shape: ['batch', 3n] }],
    required_platforms: ['a'],
    runner: { opts: { 'a.b': '4', threads: 4n } },
    self_test: [{ inputs: { x: '@tensor_data/t' } }],
  };
  const editsOf = async (text: string, force = false) =>
    (await new FieldSetter(CARTON_FIELDS, force).step(values, parseAssignment(text)))?.edits;

  it.each([
    ['license=Apache-2.0', ['license'], 'Apache-2.0'],
    ['license="Apache-2.0"', ['license'], 'Apache-2.0'],
    ["license='a\\b'", ['license'], 'a\\b'],
    ['license=', ['license'], ''],
    ['license=1.0', ['license'], '1.0'],
    ['license=a = "b"', ['license'], 'a = "b"'],
    ['license="a"\nother = 1', ['license'], '"a"\nother = 1'],
    ['runner.required_framework_version=1.2', ['runner', 'required_framework_version'], '1.2'],
    ['runner.opts.threads=1.0', ['runner', 'opts', 'threads'], 1],
    ['runner.opts.threads=9007199254740993', ['runner', 'opts', 'threads'], 9007199254740993n],
    ['runner . "opts" . \'a.b\' = true', ['runner', 'opts', 'a.b'], true],
    ['runner.opts."a.b"=free text', ['runner', 'opts', 'a.b'], 'free text'],
    ['runner.opts."\\u0041"=1', ['runner', 'opts', 'A'], 1n],
    ['runner.opts."4"=1', ['runner', 'opts', '4'], 1n],
    ['input.0.shape=[1, "n"]', ['input', 0, 'shape'], [1n, 'n']],
    ['input.0.shape=*', ['input', 0, 'shape'], '*'],
    ['input.0.dtype=string', ['input', 0, 'dtype'], 'string'],
    ['required_platforms.0=x86_64-unknown-linux-gnu', ['required_platforms', 0], 'x86_64-unknown-linux-gnu'],
    ['required_platforms=[]', ['required_platforms'], []],
    ['self_test.0.inputs.x=@tensor_data/u', ['self_test', 0, 'inputs', 'x'], '@tensor_data/u'],
  ])('%s', async (text, path, value) => {
    expect(await editsOf(text)).toEqual([{ kind: 'set', path, value }]);
  });

  it.each<[string, Edit[]]>([
    ['input.x.dtype=string', [{ kind: 'set', path: ['input', 0, 'dtype'], value: 'string' }]],
    ['input."x".dtype=string', [{ kind: 'set', path: ['input', 0, 'dtype'], value: 'string' }]],
    ['input.-=x', [{ kind: 'remove', path: ['input', 0] }]],
    ['input.-=1', [{ kind: 'remove', path: ['input', 1] }]],
    ['input.y.#=0', [{ kind: 'move', path: ['input'], from: 1, to: 0 }]],
    ['input.+="y"', [{ kind: 'insert', path: ['input'], at: 2, value: { name: 'y_2', dtype: 'int8', shape: [] } }]],
  ])('acts on an item by its name or number: %s', async (text, edits) => {
    const two = { ...values, input: [...(values.input as []), { name: 'y', dtype: 'int8', shape: [] }] };
    expect((await new FieldSetter(CARTON_FIELDS).step(two, parseAssignment(text)))?.edits).toEqual(edits);
  });

  it.each([
    ['input.-=z', 'input has no item named z'],
    ['input.-=4', 'input has no item named 4'],
    ['input.z.dtype=int8', 'no z'],
    ['input.x.#=1', '1 is not a place in input'],
    ['input.x.#=up', 'up is not a place in input'],
  ])('finds no item: %s', async (text, message) => {
    await expect(editsOf(text)).rejects.toThrow(message);
  });

  it('takes no item by a name that two have', async () => {
    const twice = { input: [{ name: 'x' }, { name: 'x' }] };
    const step = (text: string) => new FieldSetter(CARTON_FIELDS).step(twice, parseAssignment(text));
    await expect(step('input.x.dtype=int8')).rejects.toThrow('several items named x');
    await expect(step('input.-=x')).rejects.toThrow('several items named x');
  });

  it('renames an input with its keys', async () => {
    expect(await editsOf('input.0.name=image')).toEqual([
      { kind: 'set', path: ['input', 0, 'name'], value: 'image' },
      { kind: 'rename', path: ['self_test', 0, 'inputs', 'x'], to: 'image' },
    ]);
  });

  it('makes no step if nothing changes', async () => {
    for (const text of ['license=MIT', 'input.0.name=x', 'runner.opts.threads=4', 'input.0.shape=["batch", 3]'])
      expect(await editsOf(text)).toBeUndefined();
  });

  it.each([
    ...['license', '=1', 'a..b=1', '.a=1', 'a.=1', '"a=1', 'input.1.name=x', 'input."0".name=x', 'input.name=x'],
    ...[
      'license.x=1',
      'unknown=text',
      'unknown=1\nother = 2',
      'input.0.shape=batch, 3',
      'runner.opts.n=99999999999999999999',
    ],
  ])('is refused: %s', async (text) => {
    await expect((async () => editsOf(text))()).rejects.toThrow(UsageError);
  });

  it.each([
    ['licence=MIT', 'no key licence. Did you mean license'],
    ['LICENSE=MIT', 'Did you mean license'],
    ['name=x', 'Did you mean model_name\\?$'],
    ['description=x', 'Did you mean short_description'],
    ['runner_name=x', 'Did you mean runner.runner_name'],
    ['runner.name=x', 'Did you mean runner.runner_name'],
    ['input.0.nam=x', 'Did you mean input.0.name'],
    ['input.0.dtyp=string', 'no key input.0.dtyp. Did you mean input.0.dtype'],
    ['runner.opt.threads=1', 'no key runner.opt. Did you mean runner.opts'],
    ['runner={runner_name = "x", runer = 1}', 'no key runner.runer\\. '],
    ['input=[{name = "x", unit = "m"}]', 'no key input.0.unit\\. '],
    ['runner.opts.a={b = 1}', 'no key runner.opts.a.b\\. '],
    ['xyzzyxyzzy=1', '--help lists its keys'],
    ['__proto__=1', 'no key __proto__'],
  ])('is refused, as the format does not know the key: %s', async (text, why) => {
    await expect(editsOf(text)).rejects.toThrow(new RegExp(why));
  });

  it('sets a key that the format does not know if it is forced', async () => {
    expect(await editsOf('licence="MIT"', true)).toEqual([{ kind: 'set', path: ['licence'], value: 'MIT' }]);
    expect(await editsOf('future.+.a=1', true)).toEqual([
      { kind: 'insert', path: ['future'], at: 0, value: { a: 1n } },
    ]);
    await expect(editsOf('licence=MIT', true)).rejects.toThrow('not a TOML 1.0 value');
  });

  it.each([
    ['input.+.name=y', ['input'], 1, { name: 'y', dtype: 'float32', shape: '*' }],
    ['output.+.shape=[3]', ['output'], 0, { name: 'output_1', dtype: 'float32', shape: [3n] }],
    ['input.+={name = "y", dtype = "string", shape = []}', ['input'], 1, { name: 'y', dtype: 'string', shape: [] }],
    ['self_test.+.inputs.x=@tensor_data/t', ['self_test'], 1, { inputs: { x: '@tensor_data/t' } }],
    ['required_platforms.+=b', ['required_platforms'], 1, 'b'],
  ])('adds an item: %s', async (text, path, at, value) => {
    expect(await editsOf(text)).toEqual([{ kind: 'insert', path, at, value }]);
  });

  it('sets fields of one new item until one is set twice', async () => {
    const setter = new FieldSetter(CARTON_FIELDS);
    let now: FieldValues = values;
    for (const text of [
      'input.+.name=a',
      'input.+.dtype=int8',
      'input.0.dtype=int16',
      'input.+.name=b',
      'input.+.shape=n',
    ])
      now = applyEdits(now, (await setter.step(now, parseAssignment(text)))?.edits ?? []);
    expect(now.input).toEqual([
      { name: 'x', dtype: 'int16', shape: ['batch', 3n] },
      { name: 'a', dtype: 'int8', shape: '*' },
      { name: 'b', dtype: 'float32', shape: 'n' },
    ]);
  });

  it.each([
    ['input.2.name=y', 'has 1 item, counted from 0, and no 2. input.\\+.name adds one'],
    ['output.0.name=y', 'there is no list output. output.\\+.name creates it'],
    ['license.+=y', 'license is not a list'],
    ['+=y', 'the file is not a list'],
    ['input.+.shape.+=1', 'input.1.shape is not a list'],
    ['input.+.new.+=1', 'only one \\+'],
    ['input.+.unit=m', 'no key input.1.unit'],
  ])('adds no item: %s', async (text, why) => {
    await expect(editsOf(text)).rejects.toThrow(new RegExp(why));
  });

  it('takes the content of a file as text, or as TOML', async () => {
    const file = async (name: string, content: string | Uint8Array) => {
      await writeFile(join(folder, name), content);
      return join(folder, name);
    };
    const setValue = async (text: string) => {
      const [edit] = (await editsOf(text)) ?? [];
      return edit?.kind === 'set' ? edit.value : undefined;
    };
    const line = await file('line.txt', '\ufeffApache-2.0\r\n');
    expect(await setValue(`license=@${line}`)).toBe('Apache-2.0');
    expect(await setValue(`model_description=@${line}`)).toBe('Apache-2.0\r\n');
    const quoted = await file('quoted.txt', '"as it stands"');
    expect(await setValue(`model_description=@${quoted}`)).toBe('"as it stands"');
    expect(await setValue(`input.0.shape=@${await file('shape.toml', '[\n  1, # one\n  "n",\n]\n')}`)).toEqual([
      1n,
      'n',
    ]);
    expect(await setValue(`input.0.shape=@${await file('symbol.txt', 'n\n')}`)).toBe('n');
    expect(await setValue('license="@x"')).toBe('@x');
    await expect(editsOf(`license=@${join(folder, 'gone')}`)).rejects.toThrow(/there is no file .*quotation marks/);
    await expect(editsOf(`license=@${folder}`)).rejects.toThrow('EISDIR');
    await expect(editsOf(`license=@${await file('bytes', new Uint8Array([0xff]))}`)).rejects.toThrow('not UTF-8');
    await expect(editsOf(`spec_version=@${line}`)).rejects.toThrow('not a TOML 1.0 value');
    const long = await file('long.txt', 'x'.repeat(16 * 1024 * 1024 + 1));
    await expect(editsOf(`license=@${long}`)).rejects.toThrow('more than 16,777,216 bytes');
  });
});
