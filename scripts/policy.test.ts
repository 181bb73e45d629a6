import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { TRUSTED_TYPES_POLICY } from '../src/base/trusted-types.ts';
import { HEADER_POLICY, HEADERS_FILE, META_POLICY } from './policy.ts';
import { SANDBOX_SOURCE } from './sandbox.ts';
import { parseHeaders } from './serve.mjs';

describe('the Content Security Policy', () => {
  it('is what every file comes with', () => {
    const everywhere = parseHeaders(HEADERS_FILE).find(({ matches }) => matches.test('/any/where.js'));
    expect(new Map(everywhere?.headers).get('Content-Security-Policy')).toBe(HEADER_POLICY);
  });

  it('is the same in the page as in the header, except what a page cannot state', () => {
    expect(HEADER_POLICY.replace('; frame-ancestors *', '')).toBe(META_POLICY);
    expect(META_POLICY).not.toMatch(/frame-ancestors|sandbox|report-uri/);
  });

  it('is explained in docs/security.md, each directive and no other', () => {
    const text = readFileSync(new URL('../docs/security.md', import.meta.url), 'utf8');
    const explained = [...text.matchAll(/^\| `([^`]+)` +\|/gm)].map(([, directive]) => directive);
    expect(explained).toEqual(HEADER_POLICY.replace(SANDBOX_SOURCE, "'sha256-…'").split('; '));
  });

  it('allows code only from the origin of the page', () => {
    const directives = new Map(META_POLICY.split('; ').map((text) => [text.split(' ')[0], text.split(' ').slice(1)]));
    expect(directives.get('default-src')).toEqual(["'none'"]);
    expect(directives.get('script-src')).toEqual(["'self'", "'wasm-unsafe-eval'", SANDBOX_SOURCE]);
    expect(directives.get('worker-src')).toEqual(["'self'", 'blob:']);
    expect(directives.get('require-trusted-types-for')).toEqual(["'script'"]);
    expect(directives.get('trusted-types')).toEqual([TRUSTED_TYPES_POLICY]);
    expect(directives.get('style-src')).toEqual(["'self'"]);
    for (const name of ['object-src', 'base-uri', 'form-action']) expect(directives.get(name)).toEqual(["'none'"]);
  });

  it('lets other sites frame the page', () => {
    expect(HEADERS_FILE).not.toMatch(/^ +X-Frame-Options/m);
    expect(HEADER_POLICY).toContain('frame-ancestors *');
  });
});
