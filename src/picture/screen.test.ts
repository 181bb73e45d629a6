import { describe, expect, it, vi } from 'vitest';
import { PictureScreen } from './screen.ts';

const LIMIT = { memory: 100, time: 10 };
const cost = (memory: number, time = 0) => ({ memory, time });

describe('PictureScreen', () => {
  it('grants what fits, by memory and by time', () => {
    const screen = new PictureScreen(LIMIT);
    const granted = [cost(60), cost(40), cost(1), cost(0, 10), cost(0, 1), cost(0, 0)].map((one) => {
      const grant = vi.fn();
      screen.ask(one, grant);
      return grant.mock.calls.length;
    });
    expect(granted).toEqual([1, 1, 0, 1, 0, 1]);
  });

  it('grants what waited, in order, once others are gone', () => {
    const screen = new PictureScreen(LIMIT);
    const first = screen.ask(cost(90), () => {});
    const [second, third, fourth] = [vi.fn(), vi.fn(), vi.fn()];
    screen.ask(cost(70), second);
    const gone = screen.ask(cost(20), third);
    screen.ask(cost(30), fourth);
    gone();
    first();
    expect([second, third, fourth].map((grant) => grant.mock.calls.length)).toEqual([1, 0, 1]);
  });

  it('grants what was asked for, and counts it', () => {
    const screen = new PictureScreen(LIMIT);
    const [forced, other] = [vi.fn(), vi.fn()];
    const giveBack = screen.ask(cost(500), forced, true);
    screen.ask(cost(1), other);
    expect(forced).toHaveBeenCalledOnce();
    expect(other).not.toHaveBeenCalled();
    giveBack();
    giveBack();
    expect(other).toHaveBeenCalledOnce();
    const late = vi.fn();
    screen.ask(cost(100), late);
    expect(late).not.toHaveBeenCalled();
  });
});
