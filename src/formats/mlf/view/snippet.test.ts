import { describe, expect, it } from 'vitest';
import type { MlfOwn } from '../core/own.ts';
import { compileSnippet, tvmcSnippet } from './snippet.ts';

const own = (paths: readonly string[], hasRuntime = false): MlfOwn => ({
  graphs: [],
  functions: [],
  hasRuntime,
  sources: paths.map((path) => ({ path, size: 1, kind: path.endsWith('.h') ? 'header' : 'source' })),
});

describe('the commands that compile a model library', () => {
  it('name its sources and the folders of headers', () => {
    const library = own(['codegen/host/src/lib0.c', 'codegen/host/include/a.h']);
    expect(compileSnippet(library, 'model.tar')).toBe(
      'mkdir model\ntar -xf model.tar -C model\ncd model\ncc -O2 -c -I codegen/host/include -I "$TVM_CRT/include" codegen/host/src/lib0.c',
    );
    const many = own(
      Array.from({ length: 20 }, (_, at) => `codegen/host/src/lib${at}.c`),
      true,
    );
    expect(compileSnippet(many, 'x')).toContain('-I runtime/include codegen/host/src/*.c');
    expect(compileSnippet(own([]), 'x')).toBeUndefined();
  });

  it('take any name for one word', () => {
    expect(tvmcSnippet("d/a'b.tar")).toContain("project 'a'\\''b.tar' zephyr");
  });
});
