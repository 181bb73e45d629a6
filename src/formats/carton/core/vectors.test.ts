import { describe, expect, it } from 'vitest';
import { encodeUtf8 } from '../../../base/bytes.ts';
import type { Finding } from '../../../base/findings.ts';
import { fixture, hasFixtures } from '../../../testing/fixtures.ts';
import { parseCartonToml } from './carton-toml.ts';
import { parseLinks } from './links.ts';
import { parseTensorIndex } from './tensor-index.ts';

interface Vector {
  name: string;
  toml: string;
  accepted: boolean;
  reason?: string;
}

const PARSERS: Record<string, (bytes: Uint8Array) => { findings: Finding[] }> = {
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
});
