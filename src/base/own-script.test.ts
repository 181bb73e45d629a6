import { createHash } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { OWN_SCRIPT, ownAddress } from './own-script.ts';
import { TRUSTED_TYPES_POLICY } from './trusted-types.ts';

const FOLDER = new URL('https://tools.example/box/cutter/');
const built = (address: string) => ownAddress(address, FOLDER, OWN_SCRIPT);

describe('ownAddress', () => {
  it.each([
    ['worker/entry-BkBsecLc.js', 'https://tools.example/box/cutter/worker/entry-BkBsecLc.js'],
    ['https://tools.example/box/cutter/worker/worker-DnjR_-ELf.js', undefined],
    ['sw.js', 'https://tools.example/box/cutter/sw.js'],
    ['./worker/../sw.js', 'https://tools.example/box/cutter/sw.js'],
  ])('gives %s whole', (address, whole = address) => expect(built(address)).toBe(whole));

  it.each([
    'https://evil.example/box/cutter/worker/entry-BkBsecLc.js',
    '//evil.example/box/cutter/worker/entry-BkBsecLc.js',
    'http://tools.example/box/cutter/sw.js',
    'https://tools.example:8443/box/cutter/sw.js',
    'https://tools.example@evil.example/box/cutter/sw.js',
    'https://a:b@tools.example/box/cutter/sw.js',
    'https://tools.example/box/sw.js',
    'https://tools.example/box/cutter/../worker/entry-BkBsecLc.js',
    'https://tools.example/box/cutter/worker/%2e%2e/%2e%2e/sw.js',
    'https://tools.example/box/cutter/worker/a%2f..%2fb.js',
    '/sw.js',
    'data:text/javascript,postMessage(1)',
    'blob:https://tools.example/2f1e0f0e-0000-4000-8000-000000000000',
    'javascript:alert(1)',
    'sw.js?x=1',
    'sw.js#x',
    'worker/sw.js/x',
    'worker/deep/entry-BkBsecLc.js',
    'worker/.js',
    'worker/entry.js.map',
    'assets/index-CPapb09R.js',
    'sample.carton',
    'index.html',
    '',
  ])('refuses %s', (address) => expect(() => built(address)).toThrow(TypeError));
});

describe('ownScript', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.resetModules();
  });

  it('asks the one policy, where there are Trusted Types', async () => {
    vi.resetModules();
    const createPolicy = vi.fn((_name: string, rules: { createScriptURL(address: string): string }) => ({
      createScriptURL: (address: string) => `trusted ${rules.createScriptURL(address)}`,
    }));
    vi.stubGlobal('trustedTypes', { createPolicy });
    const { ownScript } = await import('./own-script.ts');
    expect(createPolicy).toHaveBeenCalledOnce();
    expect(createPolicy.mock.calls[0]?.[0]).toBe(TRUSTED_TYPES_POLICY);
    // No scripts from texts.
    expect(Object.keys(createPolicy.mock.calls[0]?.[1] ?? {})).toEqual(['createScriptURL', 'createHTML']);
    expect(ownScript('src/worker/entry.ts?worker_file&type=module')).toMatch(/^trusted .*\/src\/worker\/entry\.ts/);
    expect(() => ownScript('https://evil.example/x.js')).toThrow(TypeError);
  });

  it('refuses the same where there are none', async () => {
    vi.resetModules();
    const { ownScript } = await import('./own-script.ts');
    expect(() => ownScript('https://evil.example/x.js')).toThrow(TypeError);
  });
});

describe('ownFrame', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.resetModules();
  });

  it('gives the document of the build, and refuses all others, also after it', async () => {
    vi.resetModules();
    let rules: { createHTML(text: string): string } | undefined;
    const createPolicy = (_name: string, given: typeof rules) => {
      rules = given;
      return { createHTML: (text: string) => `trusted ${given?.createHTML(text)}` };
    };
    vi.stubGlobal('trustedTypes', { createPolicy });
    const html = '<!doctype html><p>The frame’s';
    vi.stubGlobal('SANDBOX_DIGEST', createHash('sha256').update(html).digest('base64'));
    const { ownFrame } = await import('./own-script.ts');
    const others = [`${html} `, html.toUpperCase(), '', '<img src=x onerror=alert(1)>'];
    expect(() => rules?.createHTML(html)).toThrow(TypeError);
    for (const other of others) await expect(ownFrame(other)).rejects.toThrow(TypeError);
    expect(await ownFrame(html)).toBe(`trusted ${html}`);
    for (const other of others) {
      await expect(ownFrame(other)).rejects.toThrow(TypeError);
      expect(() => rules?.createHTML(other)).toThrow(TypeError);
    }
  });

  it('says on plain http, where browsers do not hash, that no model runs', async () => {
    vi.stubGlobal('crypto', {});
    const { ownFrame } = await import('./own-script.ts');
    await expect(ownFrame('')).rejects.toMatchObject({ code: 'run/not-started' });
  });
});
