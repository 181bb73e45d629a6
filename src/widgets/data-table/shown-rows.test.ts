import { describe, expect, it } from 'vitest';
import { rowNear } from './row-focus.ts';
import { rowId, withHeadings } from './shown-rows.ts';

const GROUPS: Readonly<Record<string, string>> = { b: 'Two', c: 'One', d: 'Two', heading: 'One' };

const grouped = (...names: string[]) =>
  withHeadings(
    names.map((name) => ({ id: rowId(name), row: name })),
    (name) => GROUPS[name],
  );
const texts = (shown: ReturnType<typeof grouped>) => shown.map((of) => ('heading' in of ? `# ${of.heading}` : of.row));

describe('withHeadings', () => {
  it('puts rows below their headings in the order of the first of each, and those without one last', () => {
    expect(texts(grouped('a', 'b', 'c', 'd', 'e'))).toEqual(['# Two', 'b', 'd', '# One', 'c', '# Others', 'a', 'e']);
    expect(texts(grouped('c', 'b'))).toEqual(['# One', 'c', '# Two', 'b']);
  });

  it('says nothing of others where all rows are, or there is no row', () => {
    expect(texts(grouped('a', 'e'))).toEqual(['a', 'e']);
    expect(grouped()).toEqual([]);
  });

  it('gives headings ids that no row has', () => {
    const ids = grouped('heading', 'heading One', 'others', 'row', 'b').map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('rowNear', () => {
  // # Two, b, d, # One, c
  const shown = grouped('b', 'c', 'd');

  it('passes over headings, up and down', () => {
    expect([rowNear(shown, 2, 1), rowNear(shown, 3, 2), rowNear(shown, 3, 4)]).toEqual([2, 4, 2]);
  });

  it('stays within the rows', () => {
    expect([rowNear(shown, 0, 1), rowNear(shown, -7, 4), rowNear(shown, 99, 1)]).toEqual([1, 1, 4]);
  });
});
