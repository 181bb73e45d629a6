import { describe, expect, it } from 'vitest';
import { cpuClock } from '../testing/cpu-clock.ts';
import { splitFrontMatter } from './front-matter.ts';

const rows = (text: string) => {
  const { matter } = splitFrontMatter(`---\n${text}\n---\n# Body\n`);
  return matter && 'rows' in matter ? Object.fromEntries(matter.rows.map(({ key, value }) => [key, value])) : matter;
};

describe('splitFrontMatter', () => {
  it('leaves a text without front matter alone', () => {
    for (const body of ['# a\n', '', '---', '---\nnever closed\n', ' ---\na: b\n---\n', 'a\n---\nb: c\n---\n'])
      expect(splitFrontMatter(body)).toEqual({ body });
  });

  it('gives the text after it, as it stands', () => {
    expect(splitFrontMatter('\ufeff---\r\na: b\r\n---\r\n# Body\r\n---\r\n')).toEqual({
      matter: { rows: [{ key: 'a', value: 'b' }] },
      body: '# Body\r\n---\r\n',
    });
    expect(splitFrontMatter('---\n\n---\nx')).toEqual({ body: 'x' });
  });

  it('shows plain values, quoted ones, and lists of words', () => {
    expect(
      rows('license: apache-2.0\ntitle: "A: b"\ntags:\n- vision\n- "object detection"\nlangs: [en, de]\nempty:'),
    ).toEqual({
      license: 'apache-2.0',
      title: 'A: b',
      tags: 'vision, object detection',
      langs: 'en, de',
      empty: '',
    });
  });

  it('shows what is nested as it stands, and blocks of text', () => {
    expect(rows('model-index:\n- name: a\n  results:\n    - task: b\nabout: |\n  one\n  two')).toEqual({
      'model-index': '- name: a\n  results:\n    - task: b',
      about: 'one\ntwo',
    });
  });

  it('shows all as text where a line belongs to no key, or a key stands there twice', () => {
    expect(rows('just words')).toEqual({ text: 'just words' });
    expect(rows('a: 1\na: 2')).toEqual({ text: 'a: 1\na: 2' });
    expect(rows('{a: 1}')).toEqual({ text: '{a: 1}' });
  });

  it('takes names such as __proto__ for names', () => {
    const { matter } = splitFrontMatter('---\n__proto__: x\nconstructor: y\n---\n');
    expect(matter).toEqual({
      rows: [
        { key: '__proto__', value: 'x' },
        { key: 'constructor', value: 'y' },
      ],
    });
  });

  it('answers at once for long texts that are made to be slow', () => {
    const seconds = cpuClock();
    for (const piece of ['a:\n', '- \n', '---', ' ', '[,', "'", 'a', ':'])
      splitFrontMatter(`---\n${piece.repeat(300_000)}\n---\n`);
    expect(splitFrontMatter(`---\na:\n${' b\n'.repeat(300_000)}---\n`).matter).toHaveProperty('rows');
    expect(seconds()).toBeLessThan(15);
  });
});
