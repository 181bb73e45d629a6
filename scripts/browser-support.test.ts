import { describe, expect, it } from 'vitest';
import { EXCEPTIONS } from './browser-support/exceptions.ts';
import { Judge } from './browser-support/judge.ts';
import { COMPAT_DATA, oldestTargets } from './browser-support/support.ts';
import { scriptUses, styleUses } from './browser-support/uses.ts';

const judge = new Judge(COMPAT_DATA);
const lacksOf = (code: string) =>
  judge
    .script(scriptUses(code))
    .map(({ feature }) => feature)
    .sort();
const styleLacksOf = (css: string) => judge.style(styleUses(css)).map(({ feature }) => feature);

describe('oldestTargets', () => {
  it('are the versions that were current two years before the day of the data, whatever day it is now', () => {
    const day = { __meta: { timestamp: '2026-11-12T14:10:29.391Z', version: '' } };
    const targets = oldestTargets({ ...COMPAT_DATA, ...day });
    expect(Object.fromEntries(targets.map(({ browser, version }) => [browser, version]))).toMatchObject({
      chrome: '131',
      firefox: '132',
      safari: '18.1',
      safari_ios: '18.1',
    });
    const earlier = { __meta: { timestamp: '2026-09-20T00:00:00.000Z', version: '' } };
    expect(oldestTargets({ ...COMPAT_DATA, ...earlier })).toContainEqual({ browser: 'safari', version: '18' });
  });
});

describe('what a script uses', () => {
  it('is found where a browser lacks it: globals, members of globals, destructured ones, and methods', () => {
    expect(lacksOf('const editor = new EditContext();')).toEqual(['api.EditContext']);
    expect(lacksOf('navigator.gpu.requestAdapter();')).toContain('api.Navigator.gpu');
    expect(lacksOf('const { showDirectoryPicker } = window;')).toEqual(['api.Window.showDirectoryPicker']);
    expect(lacksOf('await window.showDirectoryPicker();')).toEqual(['api.Window.showDirectoryPicker']);
    expect(lacksOf('Promise.try(f); Uint8Array.fromBase64(text);')).toEqual([
      'javascript.builtins.Promise.try',
      'javascript.builtins.Uint8Array.fromBase64',
    ]);
    expect(lacksOf('bytes.toBase64(); map.getOrInsert(key, 1);')).toEqual([
      'javascript.builtins.Map.getOrInsert',
      'javascript.builtins.Uint8Array.toBase64',
    ]);
    expect(lacksOf('list.values().toArray()')).toEqual(['javascript.builtins.Iterator.toArray']);
  });

  it('is not found where all have it, where the name is its own, and where it is asked for before', () => {
    expect(lacksOf('structuredClone(a); list.toSorted(); list.at(-1); Object.groupBy(list, f);')).toEqual([]);
    expect(lacksOf('class EditContext {} new EditContext(); function f(Temporal) { return Temporal; }')).toEqual([]);
    expect(lacksOf("typeof EditContext; 'EditContext' in window; bytes.toBase64?.(); ({ EditContext: 1 });")).toEqual(
      [],
    );
  });

  it('names every browser that lacks it, in the version that it is held against', () => {
    const [lack] = judge.script(scriptUses('window.showSaveFilePicker();'));
    const browsers = lack?.missing.map(({ browser }) => browser);
    expect(browsers).toEqual(expect.arrayContaining(['firefox', 'safari', 'safari_ios']));
    expect(browsers).not.toContain('chrome');
  });
});

describe('what a style sheet uses', () => {
  it('is found where a browser lacks it: properties, at-rules and selectors', () => {
    expect(styleLacksOf('a{field-sizing:content}')).toEqual(['css.properties.field-sizing']);
    expect(styleLacksOf('@position-try --a{top:0}')).toEqual(['css.at-rules.position-try']);
    expect(styleLacksOf('a::scroll-marker{color:red}')).toEqual(['css.selectors.scroll-marker']);
  });

  it('is not found where all have it, under @supports, in texts, and where a vendor’s own stands beside it', () => {
    expect(styleLacksOf('@container (width>1px){a:has(b)::before{content:"x{field-sizing:a}";inset:0}}')).toEqual([]);
    expect(styleLacksOf('@supports (field-sizing:content){a{field-sizing:content}}b{color:red}')).toEqual([]);
    expect(styleLacksOf('a{-webkit-user-select:none;user-select:none}')).toEqual([]);
    expect(styleLacksOf('a{user-select:none}')).toEqual(['css.properties.user-select']);
  });
});

describe('exceptions', () => {
  it('name each feature once', () => {
    const all = EXCEPTIONS.flatMap(({ features }) => features);
    expect(all).toEqual([...new Set(all)]);
  });
});
