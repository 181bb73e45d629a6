import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { CancelledError } from '../base/errors.ts';
import { byteChanges, mutate } from '../testing/mutation.ts';
import { joblibArray, ODD_ARRAYS, type OddArray } from '../testing/pickles/joblib-array.ts';
import { hasPython, pythonPickles } from '../testing/pickles/python-pickles.ts';
import { type Walk, type WalkOptions, walkPickles } from './walk.ts';

vi.setConfig({ testTimeout: 120_000 });

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));

function walk(data: Uint8Array | string, options: WalkOptions = {}): Promise<Walk> {
  const bytes = typeof data === 'string' ? bytesOf(data) : data;
  return walkPickles({ size: bytes.length, read: async (start, end) => bytes.slice(start, end) }, options);
}

const names = ({ imports }: Walk) => imports.list.map(({ module, name }) => `${module} ${name}`);
const standings = ({ imports }: Walk) => imports.list.map(({ standing }) => standing);

/** A text of protocol 4, shorter than 256 bytes. */
const text = (value: string) => `\x8c${String.fromCharCode(value.length)}${value}`;

describe('a walk over opcodes', () => {
  it.each<[string, string, string[], string]>([
    ['GLOBAL', 'cos\nsystem\n(S"x"\ntR.', ['os system'], 'dangerous'],
    ['STACK_GLOBAL', `\x80\x04${text('os')}${text('system')}\x93.`, ['os system'], 'dangerous'],
    [
      'STACK_GLOBAL of the memo',
      `\x80\x04${text('os')}\x940${text('system')}\x940h\x00h\x01\x93.`,
      ['os system'],
      'dangerous',
    ],
    ['STACK_GLOBAL of quoted bytes', "S'\\x6fs'\nS'sys\\164em'\n\x93.", ['os system'], 'dangerous'],
    ['STACK_GLOBAL of escapes', 'V\\u006fs\nVsystem\n\x93.', ['os system'], 'dangerous'],
    ['INST', "(S'x'\nios\nsystem\n.", ['os system'], 'dangerous'],
    ['OBJ', "(cos\nsystem\nS'x'\no.", ['os system'], 'dangerous'],
    ['NEWOBJ', 'cown\nModel\n)\x81.', ['own Model'], 'unknown'],
    ['NEWOBJ_EX', '\x80\x04cown\nModel\n)}\x92.', ['own Model'], 'unknown'],
    ['a framework', 'ctorch._utils\n_rebuild_tensor_v2\n.', ['torch._utils _rebuild_tensor_v2'], 'harmless'],
    [
      'a framework, through an attribute',
      `${text('torch')}${text('serialization.os.system')}\x93.`,
      ['torch serialization.os.system'],
      'dangerous',
    ],
    ['a module within a framework', 'ctorch._utils\nwarnings\n.', ['torch._utils warnings'], 'unknown'],
    ['Python 2', 'c__builtin__\neval\n.', ['__builtin__ eval'], 'dangerous'],
  ])('lists the name of %s', async (_, data, found, standing) => {
    const walked = await walk(data);
    expect(names(walked)).toEqual(found);
    expect(standings(walked)).toEqual([standing]);
    expect(walked.problem).toBeUndefined();
  });

  it('lists names that are computed or of the registry as unknown', async () => {
    const computed = await walk(`\x80\x04${text('os')}cown\njoin\n)R\x93.`);
    expect(computed.imports.list[1]).toMatchObject({ module: 'os', name: '', standing: 'dangerous' });
    const both = await walk('\x80\x04cown\njoin\n)Rcown\njoin\n)R\x93.');
    expect(both.imports.list[1]).toMatchObject({ standing: 'unknown', unnamed: expect.stringContaining('computed') });
    for (const code of ['\x82\x07', '\x83\x07\x00', '\x84\x07\x00\x00\x00']) {
      expect((await walk(`${code}.`)).imports.list[0]).toMatchObject({
        standing: 'unknown',
        unnamed: expect.stringContaining('extension 7'),
      });
    }
  });

  it('counts persistent objects, and calls of what a call returns', async () => {
    const { asked } = await walk('P1\nK\x05Q\x86cown\nmake\n)R)R.');
    expect(asked).toMatchObject({ persistent: 2, computedCalls: 1, computedCallAt: 20 });
  });

  it('says what is called, how often and with what, and where', async () => {
    const [item] = (await walk("Ncos\nsystem\nS'rm -rf /'\n\x85Rcos\nsystem\nNR.")).imports.list;
    expect(item).toMatchObject({ offset: 1, uses: 2, calls: 2, calledWith: '("rm -rf /",)' });
  });

  it('takes a function that runs methods of what it is given for harmless only where it is not called', async () => {
    const scorer = 'csklearn.metrics._scorer\n_passthrough_scorer\n';
    for (const [text, standing] of [
      [`${scorer}.`, 'harmless'],
      [`${scorer}Np0\n0)R.`, 'dangerous'],
      [`N.${scorer})R.h\0.`, 'dangerous'],
    ] as const) {
      expect([text, (await walk(text)).imports.list[0]?.standing]).toEqual([text, standing]);
    }
  });

  it('says where a name itself is changed', async () => {
    const { imports } = await walk('cown\nModel\n}Vforward\ncos\nsystem\nsb.');
    expect(imports.list.map(({ isChanged }) => isChanged)).toEqual([true, undefined]);
  });

  it.each<[string, string, string[], Partial<Walk['problem']>]>([
    ['junk', 'cos\nsystem\n)R\xff', ['os system'], { reason: 'bad', offset: 13 }],
    ['the end of the file', 'cos\nsystem\n)R', ['os system'], { reason: 'cut', offset: 13 }],
    ['a name that is cut off', 'cos\nsystem\n)Rcos\nsys', ['os system'], { reason: 'cut', offset: 13 }],
    ['a text that is cut off', 'cos\nsystem\n)RX\xff\xff\0\0', ['os system'], { reason: 'cut' }],
    ['an empty stack', 'cos\nsystem\n)RRR.', ['os system'], { reason: 'bad' }],
    ['a mark', 'cos\nsystem\n)R(.', ['os system'], { reason: 'bad' }],
    ['a number that is not there', 'cos\nsystem\n)Rh\x09.', ['os system'], { reason: 'bad' }],
    ['nothing', '', [], { reason: 'cut', offset: 0 }],
  ])('keeps what it found before %s', async (_, data, found, problem) => {
    const walked = await walk(data);
    expect(names(walked)).toEqual(found);
    expect(walked.problem).toMatchObject(problem ?? {});
  });

  it('goes on with the pickles after STOP, and lists what it finds in what is not a pickle', async () => {
    const walked = await walk('N.cown\nModel\n.cos\nsystem\n)R\xffjunk');
    expect(names(walked)).toEqual(['own Model', 'os system']);
    expect(walked).toMatchObject({
      trailingAt: 14,
      pickles: [
        { start: 0, end: 2 },
        { start: 2, end: 14 },
      ],
    });
    expect(walked.problem).toBeUndefined();
    // Weights that happen to begin like opcodes name no module of Python.
    expect(names(await walk('N.c\x01\x02\n\xff\xfe\n\xff'))).toEqual([]);
  });

  it('goes on where nothing is added to what is not a list, as CPython does', async () => {
    for (const opcodes of ['N(e', 'N(u', 'N(\x90']) {
      const walked = await walk(`${opcodes}0cos\nsystem\n.`);
      expect([names(walked), walked.problem]).toEqual([['os system'], undefined]);
    }
  });

  it('lists the names of later pickles as a program has them that reads all with one memo', async () => {
    const first = `${text('os')}\x940${text('system')}\x94.`;
    const second = `${text('collections')}\x940${text('OrderedDict')}\x940h\x00h\x01\x93.`;
    const walked = await walk(first + second);
    expect(names(walked).sort()).toEqual(['collections OrderedDict', 'os system']);
  });

  it('says of a name what a later pickle does with it', async () => {
    const { imports } = await walk("cos\nsystem\n.cos\nsystem\nS'id'\n\x85R0cos\nsystem\n}b.");
    expect(imports.list[0]).toMatchObject({ uses: 3, calls: 1, calledWith: '("id",)', isChanged: true });
  });

  it('does not pass over pickles beyond its limit', async () => {
    const { problem } = await walk(`${'N.'.repeat(10_000)}cos\nsystem\n.`);
    expect(problem).toMatchObject({ reason: 'limit', offset: 20_000 });
  });

  const frame = (size: number) => `\x80\x04\x95${String.fromCharCode(size)}\0\0\0\0\0\0\0`;

  it('lists what readers see that drop the rest of a frame, and of those that do not', async () => {
    // The frame ends within a text. CPython then reads the text behind the frame, where its file has no `peek`.
    const split = await walk(`${frame(3)}\x8c\x05X0123cos\nsystem\n0N.`);
    expect(names(split)).toEqual(['os system']);
    expect(split.brokenFrameAt).toBe(11);
    const hidden = await walk(`${frame(4)}N\x8c\x11X\x01234567890123456cos\nsystem\n0N.`);
    expect(names(hidden)).toEqual(['os system']);
    // One that goes on after the pickle: what is behind the frame is the next pickle.
    const after = await walk(`${frame(9)}N.\0\0\0\0\0\0\0cos\nsystem\n.`);
    expect(names(after)).toEqual(['os system']);
    expect(after.brokenFrameAt).toBe(13);
    const sound = await walk(`${frame(2)}N0${frame(2).slice(2)}N.N.`);
    expect(sound.brokenFrameAt).toBeUndefined();
  });

  it('lists what an array of joblib means as opcodes, computed names and calls among them', async () => {
    const array = (bytes: string) => `${joblibArray({ size: bytes.length })}${bytes}.`;
    const hidden = "0cown\njoin\n)R(S'o'\nS's'\nt0cown\njoin\n)R\x93.";
    const walked = await walk(array(hidden));
    expect(walked.blocks).toHaveLength(1);
    expect(walked.imports.list.map(({ unnamed, name }) => unnamed ?? name)).toContainEqual(
      expect.stringContaining('computed'),
    );
    // A real array ends such a walk after some bytes.
    const real = await walk(array('\x93\x82\x01\x00\x00'));
    expect(real.imports.list.map(({ name }) => name)).toEqual(['NumpyArrayWrapper', 'ndarray', 'dtype']);
    expect(real.imports.list.map(({ uses }) => uses)).toEqual([1, 1, 1]);
    expect(real.problem).toBeUndefined();
  });

  it('takes an array of joblib for one in any order of its attributes', async () => {
    const { problem, blocks } = await walk(`${joblibArray({ size: 3, isReversed: true })}abc.`);
    expect([problem, blocks.length]).toEqual([undefined, 1]);
  });

  it('lists the name that the file ends in where only opcodes of an array lead there', async () => {
    // As opcodes, the text goes on up to the line feed after `os`; joblib skips five bytes and reads a name.
    const walked = await walk(`${joblibArray({ size: 5 })}VabcdNcos\ncos\nsystem\n.`);
    expect(names(walked)).toContain('os cos');
    expect(names(await walk(`${joblibArray({ size: 5 })}VabcdNcos\ncown\n0.`))).toContain('own 0');
  });

  it.each(ODD_ARRAYS)('says that an array is not what joblib writes: %s', async (odd) => {
    const walked = await walk(`${joblibArray({ size: 5, odd })}\x07\x07\x07\x07\x07N.`);
    expect(walked.problem).toMatchObject({ reason: 'joblib' });
  });

  it.each<[OddArray, number, string]>([
    ['class', 5, '\x07\x07\x07\x07\x07'],
    ['text', 1, '\x07'.repeat(64)],
    ['text', 1, '\x07'.repeat(4)],
    ['text', 1, ''],
    ['alignment', 5, '\x02\xff\xff\x07\x07\x07\x07\x07'],
  ])('lists what follows such an array, whatever is taken for its bytes: %s, %i', async (odd, size, skipped) => {
    expect(names(await walk(`${joblibArray({ size, odd })}${skipped}0cos\nsystem\n.`))).toContain('os system');
  });

  it('takes the numbers of objects as int() does', async () => {
    for (const number of ['1_0', ' 10', '10 ', '+10', '010', '\t10\r', '10\0junk', `${'0'.repeat(600)}10`])
      expect(names(await walk(`Vos\np${number}\n0g10\nVsystem\n\x93.`))).toEqual(['os system']);
    for (const number of ['', '1__0', '_10', '-10', '0x10', '10L', '\xd9\xa1'])
      expect((await walk(`Np${number}\n0cos\nsystem\n.`)).problem).toMatchObject({ reason: 'bad' });
    expect(names(await walk('N.Np1_0\n0cos\nsystem\n.'))).toEqual(['os system']);
    const long = await walk(`N.Np${'0'.repeat(100_000)}\n0cos\nsystem\n.`);
    expect(long.problem).toMatchObject({ reason: 'limit' });
  });

  it('lists what the Python unpickler asks for where the C one stops, and the other way around', async () => {
    expect(names(await walk('iown\nModel\n.'))).toEqual(['own Model']);
    expect(names(await walk('c\nModel\n.'))).toEqual([' Model']);
    expect(names(await walk('N.N0cos\nsystem'))).toEqual(['os syste']);
    expect(names(await walk('I010\n0cos\nsystem\n.'))).toEqual(['os system']);
    expect(names(await walk('F1_0\n0cos\nsystem\n.'))).toEqual(['os system']);
  });

  it('reads texts as Python decodes them', async () => {
    expect(names(await walk('V\xe9\nVx\n\x93.'))).toEqual(['\xe9 x']);
    expect(names(await walk('c\xc3\xa9\nx\n.'))).toEqual(['\xe9 x']);
    expect((await walk('c\xe9\nx\n.')).problem).toMatchObject({ reason: 'bad' });
    expect((await walk('(i\xc3\xa9\nx\n.')).problem).toMatchObject({ reason: 'bad' });
    expect(names(await walk('\x8c\x03\xed\xa0\xbd\x8c\x01x\x93.'))).toEqual(['\ud83d x']);
    // Which encoding a text of Python 2 has is for the program to say.
    const [item] = (await walk('U\x02\xc3\xa9U\x01x\x93.')).imports.list;
    expect(item).toMatchObject({ module: '\xe9', unnamed: expect.stringContaining('computed') });
  });

  it('lists names of pickles after several others as one memo for all has them', async () => {
    const file = `${text('os')}\x94.N.${text('system')}\x94.h\x00h\x01\x93.`;
    const walked = await walk(file);
    expect(names(walked)).toEqual(['os system']);
    expect(walked.pickles).toHaveLength(4);
    expect(walked.trailingAt).toBeUndefined();
  });

  it('reads lines of any length once', async () => {
    let reads = 0;
    const size = 20_000_000;
    const end = bytesOf('\n0cos\nsystem\n.');
    const { imports } = await walkPickles({
      size: size + end.length,
      async read(start, stop) {
        reads += stop - start;
        const bytes = new Uint8Array(stop - start).fill(0x61);
        if (start === 0) bytes[0] = 0x56;
        if (stop > size) bytes.set(end.subarray(Math.max(0, start - size), stop - size), Math.max(0, size - start));
        return bytes;
      },
    });
    expect(imports.list).toHaveLength(1);
    expect(reads).toBe(size + end.length);
  });

  it('ends at a limit of different names, and says so', async () => {
    const many = Array.from({ length: 100_001 }, (_, at) => `c${at}\nb\n0`).join('');
    expect((await walk(`${many}N.`)).problem).toMatchObject({ reason: 'limit' });
  });

  it('does not read the content of long texts and bytes', async () => {
    const size = 50_000_000;
    const head = bytesOf('\x80\x04\x8e\x80\xf0\xfa\x02\0\0\0\0');
    const tail = bytesOf('0cos\nsystem\n.');
    let reads = 0;
    const found = await walkPickles({
      size: head.length + size + tail.length,
      async read(start, end) {
        reads += end - start;
        const bytes = new Uint8Array(end - start);
        bytes.set(head.subarray(start, end));
        const at = head.length + size;
        if (end > at) bytes.set(tail.subarray(Math.max(0, start - at), end - at), Math.max(0, at - start));
        return bytes;
      },
    });
    expect(names(found)).toEqual(['os system']);
    expect(reads).toBeLessThan(200_000);
  });

  it('ends where it may not read on, and says so', async () => {
    const walked = await walk(`cown\nModel\n${'N0'.repeat(100_000)}cos\nsystem\n.`, { maxRead: 100_000 });
    expect(walked).toMatchObject({ problem: { reason: 'unread' } });
    expect(names(walked)).toEqual(['own Model']);
  });

  it('does not overflow on what is nested, and keeps a bounded number of objects', async () => {
    const deep = await walk(`)${'\x85'.repeat(1_500_000)}cos\nsystem\n\x86.`);
    expect(names(deep)).toEqual(['os system']);
    const lists = await walk(`${']'.repeat(1_500_000)}${'a'.repeat(1_499_999)}.`);
    expect(lists.problem).toBeUndefined();
    expect(await walk('N'.repeat(5_000_000))).toMatchObject({ problem: { reason: 'limit' } });
    expect(await walk('('.repeat(5_000_000))).toMatchObject({ problem: { reason: 'limit' } });
  });

  it('counts names beyond a limit by their standing', async () => {
    const many = Array.from({ length: 2500 }, (_, i) => `cown\nn${i}\n0`).join('');
    const { imports } = await walk(`${many}cos\nsystem\n.`);
    expect(imports.list).toHaveLength(2001);
    expect(imports.more).toEqual({ harmless: 0, unknown: 500, dangerous: 0 });
    expect(imports.list.at(-1)).toMatchObject({ standing: 'dangerous' });
  });

  it('stops when it is canceled', async () => {
    await expect(walk('N.', { signal: AbortSignal.abort() })).rejects.toBeInstanceOf(CancelledError);
  });

  it('is the same however the file is split into reads', async () => {
    // The first window ends in the middle of each of these opcodes.
    const opcodes = `cos\nsystem\n0X\x06\0\0\0own.ms\x8c\x03abc\x930I123\n0L4L\n0\x8a\x02\xff\x010`;
    for (let pad = 0; pad < opcodes.length; pad++) {
      const start = 'N'.repeat(64 * 1024 - pad);
      const walked = await walk(`${start}${opcodes}.`);
      expect([names(walked), walked.problem]).toEqual([['os system', 'own.ms abc'], undefined]);
    }
  });
});

describe.skipIf(!hasPython)('pickles that Python writes', () => {
  const written = hasPython ? pythonPickles() : [];

  it.each(written.map((one) => [one.name, one.protocol, one] as const))('%s, protocol %i', async (_, protocol, one) => {
    const walked = await walk(one.bytes);
    expect(walked.problem).toBeUndefined();
    expect(walked.trailingAt).toBeUndefined();
    expect(names(walked).sort()).toEqual(one.imports);
    if (protocol >= 2) expect(walked.pickles[0]?.protocol).toBe(protocol);
    const isHarmless = ['plain', 'nested', 'objects'].includes(one.name);
    expect(standings(walked).includes('dangerous')).toBe(!isHarmless);
  });

  it('5,000 damaged ones are walked over to an end', async () => {
    const small = written.filter(({ bytes }) => bytes.length < 5000);
    let problems = 0;
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...small), byteChanges, async ({ bytes }, changes) => {
        const { problem, imports } = await walk(mutate(new Uint8Array(bytes), changes));
        if (problem) problems++;
        for (const { offset } of imports.list) expect(offset).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 5000, seed: 14 },
    );
    expect(problems).toBeGreaterThan(1000);
  });
});
