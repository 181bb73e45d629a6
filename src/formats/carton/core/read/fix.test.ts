import { describe, expect, it } from 'vitest';
import { encodeUtf8 } from '../../../../base/bytes.ts';
import { finding } from '../../../../base/findings.ts';
import type { FieldValues } from '../../../../model/edit/field.ts';
import { TomlText } from '../../../../toml/toml-text.ts';
import { checkCarton } from '../check/check.ts';
import { checkLicense } from '../check/license.ts';
import { EDITABLE_CARTON_TOML, parseCartonToml } from './carton-toml.ts';
import { fixStep } from './fix.ts';
import { targetTripleFix } from './target-triple.ts';
import { versionReqFix } from './version-req.ts';

const RUNNER = '[runner]\nrunner_name = "noop"\nrunner_compat_version = 1\nrequired_framework_version = ';

async function findingsOf(text: string) {
  const { toml, places, findings } = parseCartonToml(encodeUtf8(text));
  if (!toml) return findings;
  return [...findings, ...checkCarton({ toml, places, lists: () => true }), ...(await checkLicense(toml, places))];
}

describe('fixes', () => {
  it('mend everything that has only one right spelling, one fix after another', async () => {
    const text = `license = "apache 2.0"\nrequired_platforms = ["wasm32-wasi", "AMD64-Unknown-Linux-GNU"]\n${RUNNER}">=v1 <2"\n`;
    let toml = new TomlText(text, EDITABLE_CARTON_TOML);
    const names: string[] = [];
    for (const item of await findingsOf(text)) {
      const step = fixStep(item, toml.values() as FieldValues);
      if (step === undefined || typeof step === 'string') continue;
      names.push(step.name);
      toml = toml.edited(step.edits);
    }
    expect(names.sort()).toEqual([
      'Set the format version to 1',
      'Write the license as Apache-2.0',
      'Write the platform as x86_64-unknown-linux-gnu',
      'Write the required version as >=1, <2',
    ]);
    expect(toml.text).toBe(
      `spec_version = 1\nlicense = "Apache-2.0"\nrequired_platforms = ["wasm32-wasi", "x86_64-unknown-linux-gnu"]\n${RUNNER}">=1, <2"\n`,
    );
    expect(await findingsOf(toml.text)).toEqual([]);
  });

  it('are not offered where a person must say what is meant', async () => {
    for (const license of ['GPL', 'BSD', 'Apache-1', 'my own'])
      expect((await findingsOf(`spec_version = 1\nlicense = "${license}"\n${RUNNER}"1"`))[0]).not.toHaveProperty('fix');
    for (const text of ['1.x || 2', '!=1', '~>1.2', 'latest', '1 - 2', '1.2.', ''])
      expect(versionReqFix(text)).toBeUndefined();
    for (const text of ['any', 'x86-linux', 'linux', '']) expect(targetTripleFix(text)).toBeUndefined();
  });

  it('are not offered where the field has changed since', () => {
    const item = finding('meta/license', 'm', { field: 'license', fix: 'license', fixed: 'MIT' });
    expect(fixStep(item, { license: 'mit' })).toMatchObject({ edits: [{ value: 'MIT' }] });
    const others: (FieldValues | undefined)[] = [{ license: 'MIT' }, {}, { license: 1n }, undefined];
    for (const values of others) expect(fixStep(item, values)).toBeUndefined();
    expect(fixStep(finding('manifest/unsorted', 'm', { fix: 'renew' }), undefined)).toBe('renew');
  });

  it.each([
    ['v1.2.3', '1.2.3'],
    ['>= 1.0 < 2', '>=1.0, <2'],
    ['==1.12.1', '=1.12.1'],
    ['>=v1, <v2', '>=1, <2'],
  ])('spell %s as %s', (text, fixed) => {
    expect(versionReqFix(text)).toBe(fixed);
  });
});
