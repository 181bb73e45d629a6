import { describe, expect, it } from 'vitest';
import { grouped } from '../../../base/amounts.ts';
import { encodeUtf8 } from '../../../base/bytes.ts';
import { BoxcutterError } from '../../../base/errors.ts';
import { memorySource } from '../../../source/memory.ts';
import { buildSafetensors, entryText } from '../../../testing/builders/safetensors-builder.ts';
import { openPackage } from '../../registry.ts';
import { parseHeader } from './header.ts';
import { MAX_DTYPE_UNITS, MAX_TENSORS } from './limits.ts';

const A = entryText('a', 'F32', [2], 0, 8);

const BOOLS = `${entryText('a', 'BOOL', [3], 0, 3)},${entryText('b', 'U8', [2], 3, 5)}`;

/** A header with an unknown part, this many levels deep. */
const deepPart = (levels: number) => {
  const nested = '['.repeat(levels) + ']'.repeat(levels);
  return `{"a":{"x":${nested},"dtype":"F32","shape":[2],"data_offsets":[0,8]}}`;
};

/** The codes of a file's findings but `unaligned`; that of the error where it does not open. */
async function codesOf(bytes: Uint8Array, name = 'a.safetensors'): Promise<string[]> {
  try {
    const { findings } = (await openPackage(memorySource(name, bytes))).package;
    return findings.flatMap(({ code }) => (code === 'safetensors/unaligned' ? [] : code.replace('safetensors/', '')));
  } catch (error) {
    if (error instanceof BoxcutterError) return [`refused: ${error.code.replace('safetensors/', '')}`];
    throw error;
  }
}

describe('the rules of the format', () => {
  it.each<[what: string, header: string, data: number | Uint8Array, codes: string[]]>([
    ['an empty header', '{}', 0, []],
    ['a tensor', `{${A}}`, 8, []],
    ['spaces after it', `{${A}}      `, 8, []],
    ['a scalar', `{${entryText('s', 'F64', [], 0, 8)}}`, 8, []],
    ['a tensor without elements', `{${entryText('e', 'F64', [0, 3], 0, 0)}}`, 0, []],
    ['tensors in any order', `{${entryText('b', 'U8', [1], 8, 9)},${A}}`, 9, []],
    [
      'names like those of objects',
      `{${entryText('__proto__', 'U8', [1], 0, 1)},${entryText('', 'U8', [1], 1, 2)}}`,
      2,
      [],
    ],
    ['nothing', '', 0, ['refused: header-start']],
    ['a list', '[]', 0, ['refused: header-start']],
    ['a mark', `\ufeff{${A}}`, 8, ['refused: header-start']],
    ['space in front', ` {${A}}`, 8, ['space-before-header']],
    ['a line end after it', `{${A}}\n`, 8, ['padding']],
    ['zeros after it', `{${A}}\0\0`, 8, ['header-syntax']],
    ['a break after a tensor', `{${A},"b":{`, 8, ['header-syntax']],
    ['a break before any tensor', '{"a":', 8, ['refused: header-syntax']],
    ['deep nesting', `{${A},"b":${'['.repeat(1000)}`, 8, ['too-deep']],
    ['a type in lower case', `{${entryText('a', 'f32', [2], 0, 8)}}`, 8, ['unknown-dtype']],
    ['a missing part', '{"a":{"dtype":"F32","shape":[2]}}', 8, ['bad-entry']],
    ['a part twice', `{"a":{"dtype":"F32","dtype":"F32","shape":[2],"data_offsets":[0,8]}}`, 8, ['duplicate-field']],
    ['a part too many', `{"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8],"x":{}}}`, 8, ['unknown-field']],
    // Two levels are around it. The reference reader refuses the 128th; the tensor is shown all the same.
    ['a part too many, as deep as it may be', deepPart(125), 8, ['unknown-field']],
    ['a part too many, deeper', deepPart(126), 8, ['too-deep', 'unknown-field']],
    ['a part too many, much deeper', deepPart(3000), 8, ['too-deep', 'unknown-field']],
    ['a part too many, deeper than is read', deepPart(100_001), 8, ['refused: too-deep']],
    ['truth values', `{${entryText('a', 'BOOL', [4], 0, 4)}}`, Uint8Array.of(0, 1, 1, 0), []],
    ['truth values that are none', `{${BOOLS}}`, Uint8Array.of(0, 1, 2, 255, 0), ['bad-bool']],
    ['three offsets', `{"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8,8]}}`, 8, ['bad-entry']],
    ['an entry that is text', '{"a":"F32"}', 0, ['bad-entry']],
    ['an entry that is a list', '{"a":["F32",[2],[0,8]]}', 8, ['entry-as-list']],
    ['a list that is too long', '{"a":["F32",[2],[0,8],0]}', 8, ['bad-entry']],
    ['a negative offset', '{"a":{"dtype":"F32","shape":[2],"data_offsets":[-1,8]}}', 8, ['bad-number']],
    ['a size with a point', '{"a":{"dtype":"F32","shape":[2.0],"data_offsets":[0,8]}}', 8, ['bad-number']],
    ['two tensors of one name', `{${A},${A}}`, 8, ['duplicate-tensor']],
    ['metadata', `{"__metadata__":{"format":"pt"},${A}}`, 8, []],
    ['metadata that is a number', `{"__metadata__":{"n":1},${A}}`, 8, ['bad-metadata']],
    ['metadata that is a list', `{"__metadata__":[],${A}}`, 8, ['bad-metadata']],
    ['metadata twice', `{"__metadata__":{"k":"1"},"__metadata__":{"k":"2"},${A}}`, 8, ['duplicate-metadata']],
    ['a name twice, then no entry', `{${A},"a":7}`, 8, ['bad-entry', 'duplicate-tensor']],
    ['a name twice, and the end of the text', `{${A},"a":{`, 8, ['header-syntax', 'duplicate-tensor']],
    ['a key twice, not as text', `{"__metadata__":{"k":"1","k":2},${A}}`, 8, ['bad-metadata', 'duplicate-key']],
    ['a key twice, neither as text', `{"__metadata__":{"k":1,"k":2},${A}}`, 8, ['bad-metadata', 'duplicate-key']],
    ['a key twice', `{"__metadata__":{"k":"1","k":"2"},${A}}`, 8, ['duplicate-key']],
    ['offsets the wrong way round', `{${entryText('a', 'F32', [2], 8, 0)}}`, 8, ['bad-offsets']],
    ['an overlap', `{${A},${entryText('b', 'F32', [2], 4, 12)}}`, 12, ['overlap']],
    ['a hole', `{${A},${entryText('b', 'F32', [1], 12, 16)}}`, 16, ['hole']],
    ['a hole in front', `{${entryText('b', 'F32', [1], 4, 8)}}`, 8, ['hole']],
    ['bytes after the last tensor', `{${A}}`, 9, ['trailing-bytes']],
    ['data that is cut off', `{${A}}`, 7, ['truncated']],
    ['fewer bytes than the shape needs', `{${entryText('a', 'F32', [3], 0, 8)}}`, 8, ['size-mismatch']],
    ['a size beyond 64 bits', `{${entryText('a', 'U8', [2n ** 40n, 2n ** 40n, 0], 0, 0)}}`, 0, ['size-overflow']],
    ['bits beyond 64 bits', `{${entryText('a', 'U8', [2n ** 62n], 0, 0)}}`, 0, ['size-overflow']],
    ['a size that begins with zero', `{${entryText('a', 'U8', [0, 2n ** 40n, 2n ** 40n], 0, 0)}}`, 0, []],
    ['a name of a million characters', `{${entryText('n'.repeat(1_000_000), 'U8', [1], 0, 1)}}`, 1, ['long-name']],
    ['half a byte', `{${entryText('a', 'F4', [3], 0, 2)}}`, 2, ['not-whole-bytes']],
    ['65 dimensions', `{${entryText('a', 'U8', Array(65).fill(1), 0, 1)}}`, 1, ['too-many-dimensions']],
  ])('%s', async (_, header, data, codes) => {
    expect(await codesOf(buildSafetensors(header, data))).toEqual(codes);
  });

  it.each<[what: string, bytes: Uint8Array, code: string]>([
    ['an empty file', new Uint8Array(0), 'too-short'],
    ['seven bytes', new Uint8Array(7), 'too-short'],
    ['a header past the end', buildSafetensors('{}', 0, 3n), 'header-past-end'],
    ['a header of 2^63 bytes', buildSafetensors('{}', 0, 2n ** 63n), 'header-too-large'],
    ['a header of more than 100 MB', buildSafetensors('{}', 0, 100_000_001n), 'header-too-large'],
    ['a web page', encodeUtf8('<!DOCTYPE html><html></html>'), 'not-safetensors'],
    [
      'a Git LFS pointer',
      encodeUtf8('version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 9\n'),
      'lfs-pointer',
    ],
  ])('%s is refused', async (_, bytes, code) => {
    expect(await codesOf(bytes)).toEqual([`refused: ${code}`]);
  });

  it('bytes that are no UTF-8 are shown as they can be', async () => {
    const header = Buffer.from(`{${entryText('\u00ff', 'U8', [1], 0, 1)}}`, 'latin1');
    const { package: pkg } = await openPackage(memorySource('x', buildSafetensors(header, 1)));
    expect(pkg.findings.map(({ code, message }) => [code, message])).toEqual([
      ['safetensors/not-utf8', 'Byte 10 of the file is not valid UTF-8.'],
    ]);
    expect(pkg.tensors[0]?.name).toBe('\ufffd');
  });
});

describe('a header', () => {
  it('has each text of the metadata, and the place of all', () => {
    const text = `{ "__metadata__" : {"k\\n": "v"}, ${A} }`;
    const { metadata, tensors } = parseHeader(encodeUtf8(text));
    expect(metadata.span && text.slice(metadata.span.start, metadata.span.end)).toBe('{"k\\n": "v"}');
    expect(metadata.entries).toEqual([{ key: 'k\n', value: 'v' }]);
    expect(tensors.map(({ name }) => name)).toEqual(['a']);
  });

  it('says where it breaks, in bytes of the file', () => {
    const [found] = parseHeader(encodeUtf8(`{"é":{"dtype":"F32",}}`)).findings;
    expect(found?.message).toBe('At byte 29 of the file, a name in quotation marks is missing.');
  });

  it('keeps so much of a hostile one as a tab has room for', () => {
    const entries = Array.from({ length: MAX_TENSORS + 2 }, (_, index) => entryText(String(index), 'U8', [0], 0, 0));
    const { tensors, isWhole, findings } = parseHeader(encodeUtf8(`{${entries}}`));
    expect([tensors.length, isWhole]).toEqual([MAX_TENSORS, false]);
    expect(findings.map(({ code, message }) => [code, message])).toEqual([
      ['safetensors/too-many-tensors', grouped`The header has 2 tensors beyond the first ${MAX_TENSORS}.`],
    ]);
    // An entry that is there again counts, too: each costs time.
    const again = parseHeader(encodeUtf8(`{${'"a":{},'.repeat(MAX_TENSORS)}"b":{}}`));
    expect([again.tensors.length, again.isWhole, again.findings.at(-1)?.code]).toEqual([
      1,
      false,
      'safetensors/too-many-tensors',
    ]);
    const wide = parseHeader(encodeUtf8(`{${entryText('a', 'F'.repeat(1_000_000), [0], 0, 0)}}`));
    expect(wide.tensors[0]?.dtype?.length).toBe(MAX_DTYPE_UNITS);
    const keys = Array.from({ length: 10_001 }, (_, index) => `"${index}":""`);
    const { metadata, findings: cut } = parseHeader(encodeUtf8(`{"__metadata__":{${keys}}}`));
    expect([metadata.entries.length, cut[0]?.code]).toEqual([10_000, 'safetensors/metadata-cut']);
  });
});

describe('an entry as most writers write it', () => {
  it.each([
    '{"dtype":"F32","shape":[2],"data_offsets":[0,8]}',
    '{"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24]}',
    '{"dtype":"F8_E4M3","shape":[],"data_offsets":[7,8]}',
    '{"dtype":"what","shape":[0,1,2,3,4,5,6,7],"data_offsets":[0,0]}',
    '{"dtype":"F32","shape":[0,1,2,3,4,5,6,7,8],"data_offsets":[0,0]}',
    '{"dtype":"F32","shape":[999999999999999],"data_offsets":[0,999999999999999]}',
    '{"dtype":"F32","shape":[9007199254740993],"data_offsets":[0,18446744073709551615]}',
    '{"dtype":"F32","shape":[18446744073709551616],"data_offsets":[0,8]}',
    '{"dtype":"F32","shape":[02],"data_offsets":[0,8]}',
    '{"dtype":"F32","shape":[2,],"data_offsets":[0,8]}',
    '{"dtype":"F32","shape":[2 ,3],"data_offsets":[0,24]}',
    '{"dtype":"F32","shape":[2e0],"data_offsets":[0,8]}',
    '{"dtype":"F32","shape":[-0],"data_offsets":[0,8]}',
    '{"dtype":"F32","shape":[2],"data_offsets":[8,0]}',
    '{"dtype":"F32","shape":[2],"data_offsets":[0,8],"x":1}',
    '{"dtype":"F32","shape":[2],"data_offsets":[0,8]',
    '{"dtype":"","shape":[2],"data_offsets":[0,8]}',
    '{"dtype":"\\u0046","shape":[2],"data_offsets":[0,8]}',
  ])('is read as with a tab in it: %s', (entry) => {
    const read = (text: string) => {
      const { tensors, findings, isWhole } = parseHeader(encodeUtf8(`{"a":${text},"b":${text}}`));
      return { tensors, codes: findings.map(({ code }) => code), isWhole };
    };
    expect(read(entry)).toStrictEqual(read(entry.replace('{', '{\t')));
  });
});
