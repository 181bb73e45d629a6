import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allOf, filtered, type History, historyOf, pushed, redone, replaced, undone } from './history.ts';

test('goes back and on through what was pushed, and nowhere beyond', () => {
  const three = pushed(pushed(historyOf('a'), 'b'), 'c');
  const one = undone(undone(three));
  expect(one).toEqual({ past: [], current: 'a', future: ['b', 'c'] });
  expect(undone(one)).toBe(one);
  expect(redone(redone(one))).toEqual(three);
  expect(redone(three)).toBe(three);
});

test('what was undone is gone once something else is done', () => {
  const back = undone(pushed(historyOf('a'), 'b'));
  expect(pushed(back, 'c')).toEqual({ past: ['a'], current: 'c', future: [] });
  expect(replaced(back, 'c')).toEqual({ past: [], current: 'c', future: [] });
});

test('where the current state is taken out, the one before it takes its place, or else the next', () => {
  const history: History<string> = { past: ['a', 'b'], current: 'c', future: ['d'] };
  const without = (...gone: string[]) => filtered(history, (state) => !gone.includes(state));
  expect(without('c')).toEqual({ past: ['a'], current: 'b', future: ['d'] });
  expect(without('b', 'c')).toEqual({ past: [], current: 'a', future: ['d'] });
  expect(without('a', 'b', 'c')).toEqual({ past: [], current: 'd', future: [] });
  expect(without('b')).toEqual({ past: ['a'], current: 'c', future: ['d'] });
  expect(without('a', 'b', 'c', 'd')).toBeUndefined();
});

test('any steps, all undone, give the first state, and redone the last', () => {
  const step = fc.constantFrom('push', 'replace', 'undo', 'redo');
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      let next = 1;
      let history = historyOf(0);
      for (const kind of steps) {
        if (kind === 'push') history = pushed(history, next++);
        else if (kind === 'replace') history = history.past.length > 0 ? replaced(history, next++) : history;
        else history = kind === 'undo' ? undone(history) : redone(history);
      }
      const all = allOf(history);
      for (let at = history; ; ) {
        const back = undone(at);
        if (back === at) break;
        at = back;
        history = back;
      }
      expect(history.current).toBe(0);
      for (const _ of all) history = redone(history);
      expect(history.current).toBe(all.at(-1));
      expect(allOf(history)).toEqual(all);
    }),
  );
});
