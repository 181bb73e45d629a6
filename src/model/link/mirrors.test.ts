import { describe, expect, it } from 'vitest';
import { compareMirrors, type MirrorAnswer } from './mirrors.ts';

const sent = (sha256: string, size = 3): MirrorAnswer => ({ url: 'https://a.example', sent: { sha256, size } });
const failed: MirrorAnswer = { url: 'https://b.example' };

describe('the URLs of a file', () => {
  it.each<[MirrorAnswer[], string, string, string | undefined]>([
    [[sent('a')], 'same', 'The URL sends the file.', 'a'],
    [[sent('a'), sent('a')], 'same', 'All 2 URLs send the same file.', 'a'],
    [[failed], 'none', 'The URL sends no such file.', undefined],
    [[failed, failed], 'none', 'None of the URLs sends the file.', undefined],
    [[failed, sent('a')], 'differ', '1 URL of 2 does not send the file.', 'a'],
    [
      [failed, sent('a'), sent('b')],
      'differ',
      'URL 3 sends a file of the same size but with other bytes than URL 2.',
      undefined,
    ],
    [[sent('a'), sent('b', 4)], 'differ', 'URL 2 sends a file of another size (4 bytes, not 3) than URL 1.', undefined],
  ])('are compared: %j', (answers, kind, text, sha256) => {
    const verdict = compareMirrors(answers);
    expect([verdict.kind, verdict.text, verdict.file?.sha256]).toEqual([kind, text, sha256]);
  });
});
