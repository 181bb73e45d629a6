import { Report } from '../../../base/report.ts';
import type { ExpectedHashes } from '../../archive-files.ts';
import type { Store } from './store.ts';
import { mismatchText, type Texts } from './texts.ts';

/**
 * The SHA-256 that each blob and each copy of one should have, which is in its name. What opening has reported of a
 * text is not reported again.
 */
export function blobHashes({ blobs, copies }: Store, { digested }: Texts): ExpectedHashes {
  const byPath = new Map([...blobs.values(), ...copies].map(({ path, sha256 }) => [path, sha256]));
  return {
    listedAs: (path) => (byPath.has(path) ? [path] : []),
    judge(path, sha256) {
      const expected = byPath.get(path);
      if (expected === undefined) return { verdicts: [], findings: [] };
      const matches = sha256 === expected;
      const report = new Report();
      if (!matches && digested.get(path) !== sha256) {
        report.add('ollama/digest-mismatch', mismatchText(path, sha256), { path });
      }
      return { verdicts: [{ path, hash: matches ? 'verified' : 'mismatch', sha256 }], findings: report.findings };
    },
  };
}
