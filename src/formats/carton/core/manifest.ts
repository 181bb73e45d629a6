import { compareUtf8, decodeUtf8 } from '../../../base/bytes.ts';
import { type Finding, finding } from '../../../base/findings.ts';

export const MANIFEST = 'MANIFEST';
export const LINKS = 'LINKS';

/** A line of MANIFEST that is one. */
export interface ManifestEntry {
  path: string;
  /** 64 hexadecimal digits as they stand. */
  sha256: string;
  /** 1-based. */
  line: number;
}

export interface Manifest {
  /** By path, in the file's order. Of a path that is listed twice the last line, as the reference reader takes it. */
  entries: ReadonlyMap<string, ManifestEntry>;
  findings: Finding[];
}

const SHA256 = /^[0-9a-fA-F]{64}$/;

/**
 * Reads MANIFEST (format document, "MANIFEST"): a line is a path, its last `=`, and a SHA-256. Lines that are none become findings and
 * are left out. Undefined entries where it is not text at all. Never throws.
 */
export function parseManifest(bytes: Uint8Array): Manifest {
  const entries = new Map<string, ManifestEntry>();
  const text = decodeUtf8(bytes);
  if (text === undefined)
    return { entries, findings: [finding('manifest/syntax', 'MANIFEST is not UTF-8 text.', { path: MANIFEST })] };
  const findings: Finding[] = [];
  let previous: string | undefined;
  let line = 0;
  /** The first line that ends in CR LF. */
  let returnLine = 0;
  for (let start = 0; start < text.length; ) {
    let end = text.indexOf('\n', start);
    if (end < 0) end = text.length;
    // The reference reader takes CR LF for an end of line.
    const hasReturn = end > start && end < text.length && text.charCodeAt(end - 1) === 13;
    const content = text.slice(start, hasReturn ? end - 1 : end);
    start = end + 1;
    line++;
    if (hasReturn && returnLine === 0) returnLine = line;
    const bad = (why: string) =>
      findings.push(finding('manifest/syntax', `Line ${line} of MANIFEST ${why}.`, { path: MANIFEST, line }));
    const equals = content.lastIndexOf('=');
    if (content === '') bad('is blank');
    else if (equals < 0) bad('has no “=”');
    else if (equals === 0) bad('names no file');
    else if (!SHA256.test(content.slice(equals + 1))) bad('does not end in a SHA-256 of 64 hexadecimal digits');
    else {
      const path = content.slice(0, equals);
      const place = { path: MANIFEST, line };
      if (entries.has(path))
        findings.push(finding('manifest/duplicate', `MANIFEST lists “${path}” again in line ${line}.`, place));
      else if (previous !== undefined && compareUtf8(previous, path) > 0)
        findings.push(
          finding(
            'manifest/unsorted',
            `“${path}” in line ${line} of MANIFEST should stand before “${previous}”.`,
            place,
          ),
        );
      if (path === MANIFEST || path === LINKS)
        findings.push(finding('manifest/self-listed', `MANIFEST lists “${path}”, which has no hash there.`, place));
      const sha256 = content.slice(equals + 1);
      if (/[A-F]/.test(sha256))
        findings.push(finding('manifest/hash-case', `Line ${line} of MANIFEST has a hash in upper case.`, place));
      entries.set(path, { path, sha256, line });
      previous = path;
    }
  }
  if (returnLine > 0) {
    const message = `Line ${returnLine} of MANIFEST ends in CR LF, not in LF alone.`;
    findings.push(finding('manifest/line-end', message, { path: MANIFEST, line: returnLine }));
  }
  if (text !== '' && !text.endsWith('\n'))
    findings.push(finding('manifest/line-end', 'The last line of MANIFEST has no end.', { path: MANIFEST, line }));
  return { entries, findings };
}
