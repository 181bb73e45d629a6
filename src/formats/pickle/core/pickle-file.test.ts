import { describe, expect, it } from 'vitest';
import { sourceContainer } from '../../../archive/container.ts';
import { memorySource } from '../../../source/memory.ts';
import { openPackage } from '../../registry.ts';
import type { PickleOwn } from './own.ts';

const bytesOf = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));
const open = (name: string, data: string) => openPackage(memorySource(name, bytesOf(data)));

const text = (value: string) => `\x8c${String.fromCharCode(value.length)}${value}`;
const SYSTEM = `\x80\x04${text('os')}${text('system')}\x93${text('id')}\x85R.`;

describe('a pickle', () => {
  it('is known by its first bytes, and earlier protocols by the name', async () => {
    expect((await open('a', SYSTEM)).package).toMatchObject({ format: 'pickle', formatVersion: '(protocol 4)' });
    expect((await open('model.bin', SYSTEM)).package.format).toBe('pickle');
    expect((await open('a.pkl', 'cos\nsystem\n.')).package).toMatchObject({
      format: 'pickle',
      formatVersion: '(protocol 0)',
    });
    expect((await open('a.txt', 'cos\nsystem\n.')).package.format).toBe('file');
    // A byte of the mark begins many files.
    expect((await open('a.bin', '\x80\x04\x01\xff\xff\xff')).package.format).toBe('file');
  });

  it('shows what loading it would run, and problems', async () => {
    const { package: shown } = await open('a.pkl', SYSTEM);
    expect(shown.runs).toMatchObject({
      sentence: 'Loading it calls dangerous code',
      weight: 'error',
      facts: [
        {
          kind: 'unpickles',
          warnings: [{ text: ['Calls ', { name: 'os.system' }, ' with ', { name: '("id",)' }], isError: true }],
        },
      ],
    });
    expect(shown.findings).toMatchObject([{ code: 'pickle/dangerous', severity: 'error', path: 'a.pkl' }]);
    expect(shown.findings[0]?.message).toContain('byte 14');
  });

  it('lists what it imports for the page, dangerous names first', async () => {
    const { package: shown } = await open('a.pkl', `ccollections\nOrderedDict\n)R0cown\nModel\n0${SYSTEM.slice(2)}`);
    const own = shown.own as PickleOwn;
    expect(own.imports.map(({ module, standing, path }) => [module, standing, path])).toEqual([
      ['os', 'dangerous', 'a.pkl'],
      ['own', 'unknown', 'a.pkl'],
      ['collections', 'harmless', 'a.pkl'],
    ]);
    expect(own).toMatchObject({ moreImports: 0, tensors: [] });
    const many = Array.from({ length: 2_003 }, (_, i) => `cown\nm${i}\n0`).join('');
    const cut = (await open('a.pkl', `${many}N.`)).package.own as PickleOwn;
    expect([cut.imports.length, cut.moreImports]).toEqual([2_000, 3]);
  });

  it.each<[string, string, string, string[]]>([
    ['plain values', 'K\x01.', 'Loading it unpickles', []],
    ['a framework', 'ccollections\nOrderedDict\n)R.', 'Loading it unpickles', []],
    ['a name that nobody knows', 'cown\nModel\n.', 'Loading it imports unknown code', ['pickle/unknown']],
    ['an extension', '\x82\x07.', 'Loading it imports unknown code', ['pickle/computed']],
    ['an end too early', 'K\x01', 'What loading it runs is not fully known', ['pickle/cut']],
    ['junk within', 'NN\xff', 'What loading it runs is not fully known', ['pickle/broken']],
    ['junk after it', 'N.\xff', 'Loading it unpickles', ['pickle/trailing']],
    [
      'another one after it',
      'N.cos\nsystem\n.',
      'Loading it calls dangerous code',
      ['pickle/dangerous', 'pickle/several'],
    ],
    ['a changed class', 'ccollections\nOrderedDict\n}b.', 'Loading it imports unknown code', ['pickle/changed']],
    [
      'a computed call',
      'ccollections\nOrderedDict\n)R)R.',
      'Loading it imports unknown code',
      ['pickle/computed-call'],
    ],
    ['objects of the program', 'Pid\n.', 'Loading it unpickles', ['pickle/persistent']],
  ])('of %s says what it is', async (_, data, sentence, codes) => {
    const { package: shown } = await open('a.pkl', data);
    expect(shown.runs?.sentence).toBe(sentence);
    expect(shown.findings.map(({ code }) => code)).toEqual(codes);
  });

  it('is refused where its first byte is none, with the name of what it looks like', async () => {
    await expect(open('a.pkl', '')).rejects.toMatchObject({ code: 'pickle/not-a-pickle' });
    await expect(open('a.pkl', '<!DOCTYPE html><title>Sign in</title>')).rejects.toMatchObject({
      code: 'pickle/not-a-pickle',
      message: expect.stringContaining('web page'),
    });
  });

  it('on a host is read on only when it is asked for', async () => {
    const data = bytesOf(`${'N0'.repeat(1_000_000)}cos\nsystem\n.`);
    let read = 0;
    const counting = {
      ...memorySource('a.pkl', data),
      servedFrom: 'a.example',
      read: async (start: number, end: number) => {
        read += end - start;
        return data.slice(start, end);
      },
    };
    const opened = await openPackage(sourceContainer(counting));
    expect(read).toBeLessThan(1_100_000);
    expect(opened.package.findings.map(({ code }) => code)).toEqual(['pickle/unread']);
    expect(opened.package.more?.action).toBe('Read the rest');
    const whole = await opened.readMore?.();
    expect(whole?.package.findings.map(({ code }) => code)).toEqual(['pickle/dangerous']);
    expect(whole?.package.more).toBeUndefined();
  });
});

describe('a pickle of arrays', () => {
  const dtype = (code: string, order: string) =>
    `cnumpy\ndtype\n${text(code)}\x89\x88\x87R(K\x03${text(order)}NNNJ\xff\xff\xff\xffJ\xff\xff\xff\xffK\0tb`;
  const array = (state: string) =>
    `cnumpy._core.multiarray\n_reconstruct\ncnumpy\nndarray\nK\0\x85C\x01b\x87R(K\x01${state}tb`;
  const bytes = (data: string) => `C${String.fromCharCode(data.length)}${data}`;
  const LITTLE = array(`K\x02K\x03\x86${dtype('u1', '|')}\x89${bytes('\0\x01\x02\x03\x04\x05')}`);
  const BIG_BY_COLUMNS = array(`K\x02K\x03\x86${dtype('i2', '>')}\x88${bytes('\0\0\0\x01\0\x02\0\x03\0\x04\0\x05')}`);
  const AS_TEXT = array(`K\x02\x85${dtype('u1', '|')}\x89c_codecs\nencode\n${text('\x01\x02')}${text('latin1')}\x86R`);
  const FROM_BUFFER = `cnumpy._core.numeric\n_frombuffer\n(${bytes('\x07\x08')}${dtype('u1', '|')}K\x02\x85${text('C')}tR`;

  const SCALAR = `cnumpy.core.multiarray\nscalar\n${dtype('i2', '<')}${bytes('\x05\x01')}\x86R`;

  it('lists them with their values, and the plain values beside them', async () => {
    const items = {
      a: LITTLE,
      b: BIG_BY_COLUMNS,
      c: FROM_BUFFER,
      d: AS_TEXT,
      best: SCALAR,
      lr: 'G\x3f\xe0\0\0\0\0\0\0',
      epoch: 'K\x07',
      zero: 'G\x80\0\0\0\0\0\0\0',
    };
    const opcodes = Object.entries(items).map(([name, value]) => `${text(name)}${value}`);
    const opened = await open('a.pkl', `\x80\x04}(${opcodes.join('')}u.`);
    const { package: shown } = opened;
    expect(shown.tensors.map(({ name, dtype: type, shape }) => `${name} ${type} ${shape}`)).toEqual([
      'a uint8 2,3',
      'b int16 2,3',
      'c uint8 2',
      'd uint8 2',
      'best int16 ',
    ]);
    const values = async (name: string) => {
      const reader = await opened.tensor(name);
      return Array.from(await reader.read(0, reader.count), Number);
    };
    expect(await values('a')).toEqual([0, 1, 2, 3, 4, 5]);
    expect(await values('b')).toEqual([0, 2, 4, 1, 3, 5]);
    expect(await values('c')).toEqual([7, 8]);
    expect(await values('best')).toEqual([261]);
    await expect(opened.tensor('d')).rejects.toMatchObject({ code: 'tensor/not-decoded' });
    expect(shown.facts.filter(({ stored }) => stored).map(({ label, value }) => `${label} ${value}`)).toEqual([
      'lr 0.5',
      'epoch 7',
      'zero -0.0',
    ]);
    expect(shown.neverTensors).toBeUndefined();
  });
});
