import { expect, test } from 'vitest';
import type { FileChange } from '../../model/draft.ts';
import type { KeptDraftNote } from '../../state/draft/offer-slice.ts';
import { draftCards } from './draft-cards.ts';

function note(text: string, { files = [] as FileChange[], name = 'a.carton' } = {}): KeptDraftNote {
  const texts = new Map([['carton.toml', text]]);
  return { id: `${Math.random()}`, name, inside: [], origin: undefined, at: 0, texts, files };
}

const differences = (...drafts: KeptDraftNote[]) => draftCards(drafts).map(({ differs }) => differs);

test('drafts that look the same say what differs', () => {
  expect(differences(note('a = 1\nb = 2\n'), note('a = 1\n'))).toEqual(['With “b = 2”', 'Without “b = 2”']);
  const put: FileChange = { kind: 'put', path: 'misc/a.png', blob: new Blob(['abc']) };
  expect(
    differences(note('a = 1', { files: [put] }), note('a = 1', { files: [{ kind: 'remove', path: 'x' }] })),
  ).toEqual(['With “misc/a.png, 3 B”', 'With “x removed”']);
  expect(differences(note(`n = "${'x'.repeat(200)}"`), note('n = ""'))[0]).toHaveLength(87);
});

test('others say no more than where they are from', () => {
  expect(differences(note('a = 1'), note('a = 2', { name: 'b.carton' }))).toEqual([undefined, undefined]);
  expect(differences(note('a = 1'), note('a = 1'))).toEqual([undefined, undefined]);
});
