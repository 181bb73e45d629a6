import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { toHex } from '../../../base/bytes.ts';
import { BoxcutterError } from '../../../base/errors.ts';
import { memorySource } from '../../../source/memory.ts';
import { buildSafetensors } from '../../../testing/builders/safetensors-builder.ts';
import { openPackage } from '../../registry.ts';

// Starting Python takes seconds on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const hasSafetensors = spawnSync('python3', ['-c', 'import safetensors']).status === 0;

const ACCEPTS = `
import sys, safetensors
for line in sys.stdin:
    try:
        safetensors.deserialize(bytes.fromhex(line.strip()))
        print('')
    except Exception as error:
        print(str(error).replace('\\n', ' ') or 'refused')
`;

/** What the reference reader says of each file: '' where it accepts it. */
function refusals(files: readonly Uint8Array[]): string[] {
  const input = files.map((bytes) => `${toHex(bytes)}\n`).join('');
  const { status, stdout, stderr } = spawnSync('python3', ['-c', ACCEPTS], { input, maxBuffer: 2 ** 26 });
  if (status !== 0) throw new Error(stderr.toString());
  return stdout.toString().split('\n').slice(0, files.length);
}

/** The codes of a file's errors. */
async function errorsOf(bytes: Uint8Array): Promise<string[]> {
  try {
    const { package: pkg } = await openPackage(memorySource('a.safetensors', bytes));
    return pkg.findings.flatMap(({ severity, code }) => (severity === 'error' ? [code] : []));
  } catch (error) {
    if (error instanceof BoxcutterError) return [error.code];
    throw error;
  }
}

const whole = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('0', '1', '2', '4', '8', '12', '16', '24') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('-1', '-0', '2.0', '8e0', '"8"', 'null', '01', '1e400', '[8]', 'true'),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('1099511627776', '18446744073709551615', '18446744073709551616', '9007199254740993'),
  },
);

const dtype = fc.constantFrom(
  ...['F32', 'F32', 'F32', 'U8', 'F64', 'F16', 'F4', 'F6_E2M3', 'F6_E3M2', 'BOOL', 'C64', 'F8_E8M0', 'F8_E4M3FNUZ'],
  ...['f32', 'F8', '', 'Q4_K', 'float32'],
);

const name = fc.constantFrom(
  '"a"',
  '"b"',
  '"c"',
  '"\\u0061"',
  '""',
  '"__proto__"',
  '"\\ud800"',
  '"\\ud83d\\ude00"',
  '"é"',
);

const list = fc.array(whole, { maxLength: 3 }).map((items) => `[${items.join(',')}]`);

const offsets = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom('[0,8]', '[8,16]', '[16,24]', '[0,0]', '[8,8]', '[16,16]', '[0,16]', '[8,0]'),
  },
  { weight: 1, arbitrary: list },
);

const shape = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('[2]', '[1]', '[]', '[8]', '[4,2]', '[0]', '[16]', '[2,1]', '[4]') },
  { weight: 1, arbitrary: fc.constantFrom('[0,1099511627776,1099511627776]', '[1099511627776,1099511627776,0]') },
  { weight: 1, arbitrary: list },
);

const entry = fc.oneof(
  {
    weight: 12,
    arbitrary: fc
      .record({ dtype, shape, offsets })
      .map((of) => `{"dtype":"${of.dtype}","shape":${of.shape},"data_offsets":${of.offsets}}`),
  },
  {
    weight: 1,
    arbitrary: fc.record({ dtype, shape, offsets }).map((of) => `["${of.dtype}",${of.shape},${of.offsets}]`),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      ...['{}', 'null', '[]', '3', '"x"', '["F32",[2],[0,8],1]', '{"dtype":"F32","shape":[2]}'],
      ...[
        '{"dtype":"F32","shape":[2],"data_offsets":[0,8],"x":{"y":[1.5,null]}}',
        '{"dtype":"F32","dtype":"F32","shape":[2],"data_offsets":[0,8]}',
        '{"dtype":"F32","shape":[2],"data_offsets":[0,8],"x":1,"x":2}',
        '{"dtype":"F32","shape":[2],"data_offsets":[0,8],"x":"\\udc00"}',
        '{"dtype":["F32"],"shape":[2],"data_offsets":[0,8]}',
        '{"dtype":"F32","shape":"2","data_offsets":[0,8]}',
        '{"dtype":"F32","shape":[2],"data_offsets":{"0":0,"1":8}}',
        '{"data_offsets":[0,8],"shape":[2],"dtype":"F\\u0033\\u0032"}',
      ],
    ),
  },
);

const metadata = fc.constantFrom(
  ...['{"k":"v"}', '{}', 'null', '{"k":1}', '{"k":null}', '[]', '"x"', '{"k":"1","k":"2"}', '{"k":{"l":"m"}}'],
);

const member = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(name, entry).map(([key, value]) => `${key}:${value}`) },
  { weight: 1, arbitrary: metadata.map((value) => `"__metadata__":${value}`) },
);

const header = fc
  .record({
    before: fc.constantFrom('', '', '', '', ' ', '\n', '\t\r', '\ufeff', '[', '\0'),
    members: fc.array(member, { maxLength: 3 }),
    after: fc.constantFrom('', '', '', '', '   ', '\n', '\t', '\0', '\0\0\0', '}', ' x', ','),
  })
  .map(({ before, members, after }) => `${before}{${members.join(',')}}${after}`);

/** Files of parts that mostly do not fit together. */
const wild = fc.tuple(header, fc.constantFrom(0, 8, 8, 8, 16, 24, 7, 9)).map(([text, data]) => ({ text, data }));

/** Types and shapes with their bytes. */
const TENSORS = [
  ['F32', '[2]', 8],
  ['F4', '[4]', 2],
  ['F6_E2M3', '[2,2]', 3],
  ['U8', '[]', 1],
  ['C64', '[1]', 8],
  ['I64', '[0,3]', 0],
  ['F8_E5M2FNUZ', '[5]', 5],
  ['BF16', '[0,1099511627776,1099511627776]', 0],
] as const;

/** Files as they should be, with tensors in any order. */
const sound = fc
  .record({
    tensors: fc.array(fc.constantFrom(...TENSORS), { maxLength: 4 }),
    text: fc.option(fc.constantFrom('{}', '{"k":"v"}', '{"k":"1","k":"2"}', 'null')),
    turn: fc.nat(3),
    after: fc.constantFrom('', ' ', '   ', '\n'),
  })
  .map(({ tensors, text, turn, after }) => {
    let data = 0;
    const members = tensors.map(([dtype, shape, bytes], index) => {
      const begin = data;
      data += bytes;
      return `"${'abcd'[index]}":{"dtype":"${dtype}","shape":${shape},"data_offsets":[${begin},${data}]}`;
    });
    members.push(...members.splice(0, turn));
    if (text !== null) members.splice(turn, 0, `"__metadata__":${text}`);
    return { text: `{${members.join(',')}}${after}`, data };
  });

/** What one token of a header is replaced with. */
const TOKENS = [
  ...['"a"', '"b"', '"dtype"', '"__metadata__"', '"F32"', '"\\ud800"', 'null', 'true', '{}', '[]', '', ' ', '\n', '\0'],
  ...['0', '1', '2', '8', '-0', '8e0', '2.0', '1e400', '18446744073709551616', '99', '[[1]]', ',', ':', '}', ']', 'é'],
];

/** The same with a token of the header replaced, or with fewer or more bytes of data. */
const damaged = fc
  .tuple(sound, fc.nat(), fc.constantFrom(...TOKENS), fc.constantFrom(0, 0, 0, 0, 0, -1, 1))
  .map(([{ text, data }, place, token, more]) => {
    const tokens = text.match(/"[^"]*"|\d+|./gs) ?? [];
    tokens[place % (tokens.length + 1)] = token;
    return { text: tokens.join(''), data: Math.max(0, data + more) };
  });

describe.skipIf(!hasSafetensors)('the reference reader', () => {
  it('refuses what has an error here, and accepts everything else', async () => {
    const files = fc
      .sample(fc.oneof(wild, sound, damaged, damaged), { numRuns: 5000, seed: 20_261_122 })
      .map(({ text, data }) => buildSafetensors(text, data));
    const said = refusals(files);
    const wrong: unknown[] = [];
    let accepted = 0;
    for (const [index, bytes] of files.entries()) {
      const refusal = said[index] as string;
      const errors = await errorsOf(bytes);
      if (refusal === '') accepted++;
      if ((refusal === '') !== (errors.length === 0))
        wrong.push([Buffer.from(bytes.subarray(8)).toString('latin1'), refusal, errors]);
    }
    expect(wrong).toEqual([]);
    expect(accepted).toBeGreaterThan(1000);
    expect(accepted).toBeLessThan(4000);
  });

  it.each([126, 127, 128, 129, 3000])('has the same limit of nesting: %d', async (depth) => {
    const nested = '['.repeat(depth - 2) + ']'.repeat(depth - 2);
    const bytes = buildSafetensors(`{"a":{"dtype":"F32","shape":[],"data_offsets":[0,4],"x":${nested}}}`, 4);
    expect((await errorsOf(bytes)).length > 0).toBe((refusals([bytes])[0] as string) !== '');
  });
});
