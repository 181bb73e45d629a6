import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CODE_POINT } from '../../../../testing/code-point.ts';
import { cpuClock } from '../../../../testing/cpu-clock.ts';
import { parseRequirements } from './requirements.ts';

const one = (text: string) => parseRequirements(text).items[0];

describe('parseRequirements', () => {
  it.each<[line: string, expected: object | undefined]>([
    ['numpy', { kind: 'package', name: 'numpy' }],
    ['scikit-learn[extra]>=1.0; python_version < "3.9"  # why', { kind: 'package', name: 'scikit-learn' }],
    ['numpy == 1.25.0 --hash=sha256:00', { kind: 'package', name: 'numpy' }],
    ['# numpy', undefined],
    ['   ', undefined],
    ['--pre', undefined],
    ['--index-url https://evil.example/simple', { kind: 'index', host: 'evil.example' }],
    ['--extra-index-url=https://Evil.example:8443/', { kind: 'index', host: 'evil.example:8443' }],
    ['-i "https://evil.example"', { kind: 'index', host: 'evil.example' }],
    ['-fhttps://evil.example/wheels', { kind: 'index', host: 'evil.example' }],
    ['-f ./wheels', { kind: 'index', target: './wheels' }],
    ['-r more.txt', { kind: 'file', target: 'more.txt' }],
    ['-c https://evil.example/c.txt', { kind: 'file', host: 'evil.example' }],
    ['-e git+https://evil.example/a.git#egg=a', { kind: 'editable', host: 'evil.example', program: 'git' }],
    ['-e .', { kind: 'editable', target: '.' }],
    ['git+https://evil.example/a.git', { kind: 'address', host: 'evil.example', program: 'git' }],
    ['git+git@evil.example:a/b.git', { kind: 'address', host: 'evil.example', program: 'git' }],
    ['a @ git+ssh://git@evil.example/a.git', { kind: 'address', name: 'a', host: 'evil.example', program: 'git' }],
    ['a@https://evil.example/a.whl', { kind: 'address', name: 'a', host: 'evil.example' }],
    ['https://pypi.org@evil.example/a.whl', { kind: 'address', host: 'evil.example' }],
    ['https://xn--bcher-kva.example/a.whl', { kind: 'address', host: 'xn--bcher-kva.example' }],
    ['./wheels/a.whl', { kind: 'path', target: './wheels/a.whl' }],
    ['wheels/a-1.0-py3-none-any.whl', { kind: 'path' }],
    ['a-1.0.tar.gz', { kind: 'path' }],
    ['num\\\npy==1', { kind: 'package', name: 'numpy' }],
    ['\u202enumpy', { kind: 'path' }],
  ])('reads %s', (line, expected) => {
    if (expected === undefined) expect(one(line)).toBeUndefined();
    else expect(one(line)).toMatchObject(expected);
  });

  it('counts lines as the file has them', () => {
    const { items } = parseRequirements('# a\r\nnumpy \\\r\n  >=1\r\n\r\nscipy\n# b \\\ntorch');
    expect(items.map(({ line, text }) => [line, text.replace(/\s+/g, ' ')])).toEqual([
      [2, 'numpy >=1'],
      [5, 'scipy'],
      [7, 'torch'],
    ]);
  });

  it('keeps a named number, and takes time in proportion', () => {
    const seconds = cpuClock();
    const { items, more } = parseRequirements('a\n'.repeat(500_000));
    expect(items.length + more).toBe(500_000);
    for (const hostile of [' ', '\\\n', '#', 'a-', '-', '"', 'a @', '\t#\\\n'])
      parseRequirements(hostile.repeat(300_000));
    expect(seconds()).toBeLessThan(15);
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: CODE_POINT, maxLength: 200 }), (text) => {
        for (const { line } of parseRequirements(text).items) expect(line).toBeGreaterThan(0);
      }),
    );
  });
});
