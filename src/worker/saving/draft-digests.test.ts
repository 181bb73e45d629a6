import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Draft, FileChange } from '../../model/draft.ts';
import type { PackageRecord } from '../calls/open-packages.ts';
import { digestedDraft } from './draft-calls.ts';

/** A Blob that counts how often its bytes are asked for. */
class CountedBlob extends Blob {
  reads = 0;

  override slice(start?: number, end?: number): Blob {
    this.reads++;
    return super.slice(start, end);
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const draftOf = (...files: FileChange[]): Draft => ({ texts: new Map(), files, renew: false });
const recordOf = () => ({ contents: new Map() }) as unknown as PackageRecord;

it('reads each added file once, however often it is planned, and goes on with the Blob that was read', async () => {
  const record = recordOf();
  const first = new CountedBlob(['abc']);
  const [put] = (await digestedDraft(record, draftOf({ kind: 'put', path: 'a', id: '1', blob: first }), {})).files;
  expect(put).toMatchObject({ path: 'a', digest: { sha256: sha256('abc'), crc32: 0x352441c2 } });
  const { reads } = first;
  expect(reads).toBeGreaterThan(0);
  // Each message between threads brings another Blob of the same content.
  const again = new CountedBlob(['abc']);
  const [moved] = (await digestedDraft(record, draftOf({ kind: 'put', path: 'b', id: '1', blob: again }), {})).files;
  expect(moved).toMatchObject({ path: 'b', digest: { sha256: sha256('abc') } });
  expect(moved?.kind === 'put' && moved.blob).toBe(first);
  expect([first.reads, again.reads]).toEqual([reads, 0]);
});

it('reads no file whose digest is known, and tells contents apart by their ids', async () => {
  const record = recordOf();
  const digest = { sha256: sha256('known'), crc32: 1 };
  const known = new CountedBlob(['known']);
  const other = new CountedBlob(['other']);
  const { files } = await digestedDraft(
    record,
    draftOf(
      { kind: 'remove', path: 'gone' },
      { kind: 'put', path: 'a', id: '1', blob: known, digest },
      { kind: 'put', path: 'b', id: '2', blob: other },
      { kind: 'put', path: 'c', blob: new Blob(['none']) },
    ),
    {},
  );
  expect(files.map((change) => (change.kind === 'put' ? change.digest?.sha256 : change.kind))).toEqual([
    'remove',
    digest.sha256,
    sha256('other'),
    sha256('none'),
  ]);
  expect(known.reads).toBe(0);
});

it('gives a draft that adds nothing back as it is', async () => {
  const draft = draftOf({ kind: 'rename', from: 'a', to: 'b' });
  expect(await digestedDraft(recordOf(), draft, {})).toBe(draft);
});
