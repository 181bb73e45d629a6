import { describe, expect, it } from 'vitest';
import { encodeUtf8 } from '../../../base/bytes.ts';
import type { Finding } from '../../../base/findings.ts';
import { fixture, hasFixtures } from '../../../testing/fixtures.ts';
import { parseCartonToml } from './read/carton-toml.ts';
import { parseLinks } from './read/links.ts';
import { parseTensorIndex } from './read/tensor-index.ts';

interface Vector {
  name: string;
  toml: string;
  accepted: boolean;
  reason?: string;
}

const PARSERS: Record<string, (bytes: Uint8Array) => { findings: readonly Finding[] }> = {
  'carton.toml': parseCartonToml,
  'tensor_data/index.toml': parseTensorIndex,
  LINKS: parseLinks,
};

/** What the reference reader accepts and refuses, measured. */
describe.skipIf(!hasFixtures)('the reference reader’s verdict', () => {
  const vectors: Record<string, Vector[]> = hasFixtures
    ? JSON.parse(new TextDecoder().decode(fixture('vectors/reference-reader.json')))
    : {};
  for (const [file, parse] of Object.entries(PARSERS)) {
    it.each(vectors[file] ?? [])(`on ${file}: $name`, ({ toml, accepted, reason }) => {
      const errors = parse(encodeUtf8(toml)).findings.filter(({ severity }) => severity === 'error');
      if (accepted) expect(errors).toEqual([]);
      else expect(errors, reason).not.toEqual([]);
      for (const error of errors) {
        expect(error.path).toBe(file);
        expect(error.line).toBeGreaterThan(0);
        expect(error.column).toBeGreaterThan(0);
      }
    });
  }

  const RUNNER = '[runner]\nrunner_name = "noop"\nrunner_compat_version = 1\nrequired_framework_version = ';
  const values = [
    {
      kind: 'required_framework_version',
      code: 'schema/version-req',
      place: { line: 5, column: 30 },
      write: (value: string) => `spec_version = 1\n${RUNNER}${JSON.stringify(value)}\n`,
    },
    {
      kind: 'target triple',
      code: 'schema/platform',
      place: { line: 2, column: 38 },
      write: (value: string) =>
        `spec_version = 1\nrequired_platforms = ["wasm32-wasi", ${JSON.stringify(value)}]\n${RUNNER}"1"\n`,
    },
  ];
  for (const { kind, code, place, write } of values) {
    it.each((vectors[kind] ?? []) as unknown as { value: string; accepted: boolean; reason?: string }[])(
      `on ${kind}: "$value"`,
      ({ value, accepted, reason }) => {
        const { findings, toml } = parseCartonToml(encodeUtf8(write(value)));
        if (accepted) expect(findings).toEqual([]);
        else expect(findings, reason).toMatchObject([{ code, path: 'carton.toml', ...place }]);
        // A refused value is still shown as it is.
        expect([toml?.runner.required_framework_version, toml?.required_platforms?.[1]]).toContain(value);
      },
    );
  }
});
