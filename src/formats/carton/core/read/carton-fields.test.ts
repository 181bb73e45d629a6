import { describe, expect, it } from 'vitest';
import { linkedHosts } from '../../../../model/link/linked-hosts.ts';
import type { PackageFile } from '../../../../model/package.ts';
import { scalarText } from '../../../../toml/value-text.ts';
import { entryPoint } from '../run/python-runner.ts';
import { optionType } from './carton-fields.ts';

describe('runner options', () => {
  it.each([
    [1n, 'integer', '1'],
    [9007199254740993n, 'integer', '9007199254740993'],
    [1, 'float', '1.0'],
    [-0, 'float', '-0.0'],
    [0.1, 'float', '0.1'],
    [1e300, 'float', '1e+300'],
    [Number.NaN, 'float', 'nan'],
    [Number.NEGATIVE_INFINITY, 'float', '-inf'],
    ['1', 'string', '1'],
    [true, 'boolean', 'true'],
  ])('tells %s apart by its type', (option, type, text) => {
    expect(optionType(option)).toBe(type);
    expect(scalarText(option)).toBe(text);
  });

  it('have an entry point only for Python', () => {
    const opts = { entrypoint_package: 'main', entrypoint_fn: 'load' };
    expect(entryPoint({ runner_name: 'python', opts })).toEqual({ package: 'main', fn: 'load' });
    expect(entryPoint({ runner_name: 'python', opts: { entrypoint_package: 1n } })).toEqual({});
    expect(entryPoint({ runner_name: 'torchscript', opts })).toBeUndefined();
    expect(entryPoint({})).toBeUndefined();
  });
});

describe('linkedHosts', () => {
  const file = (path: string, hash: PackageFile['hash'], ...urls: string[]): PackageFile => ({
    path,
    hash,
    role: 'model',
    kind: 'file',
    sha256: path.repeat(64),
    link: { urls },
  });

  it('counts each host once for a file, and only files that the package does not hold', () => {
    const files = [
      file('a', 'linked', 'https://one.example/a', 'https://one.example/a2', 'https://two.example/a'),
      file('b', 'linked', 'https://two.example:8443/b', 'https://TWO.example/b'),
      file('c', 'unverified', 'https://three.example/c'),
      file('d', 'linked', 'not a url'),
    ];
    const hosts = linkedHosts(files, 10);
    expect(hosts).toEqual([
      { host: 'two.example', files: 2, paths: ['a', 'b'] },
      { host: 'one.example', files: 1, paths: ['a'] },
      { host: 'two.example:8443', files: 1, paths: ['b'] },
    ]);
    expect(linkedHosts(files, 1)[0]).toEqual({ host: 'two.example', files: 2, paths: ['a'] });
  });
});
