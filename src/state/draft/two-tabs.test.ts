import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { textIn } from '../../testing/draft.ts';
import { memoryDrafts, tabOf } from '../../testing/draft-tab.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

/** What people do in one of two tabs with the same package. */
type Act = 'edit' | 'take over' | 'restore' | 'discard' | 'undo' | 'fill the disk' | 'free the disk';
type Step = readonly [tab: 0 | 1, act: Act];

/** Two tabs of one browser, in which steps are made. */
async function twoTabs() {
  const memory = memoryDrafts();
  const shows: (() => void)[] = [];
  const onShow = (show: () => void) => void shows.push(show);
  const keeping = { storage: memory.storage, onShow };
  const tabs = [await tabOf(keeping), await tabOf(keeping)] as const;
  let edits = 0;
  /** Lets both tabs hear of each other. A draft that another tab has is told of after a while. */
  const pass = async () => {
    for (let round = 0; round < 2; round++) for (const tab of tabs) await tab.pass(2500);
  };
  const make = async (at: 0 | 1, act: Act) => {
    const tab = tabs[at];
    // People come to the tab first, and it looks for what the other one has.
    shows[at]?.();
    await pass();
    const { startDraft, edit, takeOverDraft, restoreDraft, discardDraft, undo } = tab.state();
    const { draftElsewhere, draftOffer, draft } = tab.state();
    if (act === 'edit') {
      await Promise.all([startDraft(), tab.pass()]);
      edit({ name: 'Edit the text', texts: new Map([['carton.toml', `{"name":"${++edits}"}`]]) });
    } else if (act === 'take over' && draftElsewhere) await Promise.all([takeOverDraft(), pass()]);
    else if (act === 'restore' && draftOffer) await Promise.all([restoreDraft(), pass()]);
    else if (act === 'discard' && draft) await Promise.all([discardDraft(), pass()]);
    else if (act === 'undo' && draft) undo();
    else if (act === 'fill the disk' || act === 'free the disk') memory.broken.put = act === 'fill the disk';
  };
  const kept = () => [...memory.drafts.values()].map(textIn);
  const shown = ({ state }: (typeof tabs)[number]) => {
    const { draft } = state();
    return draft?.changed ? textIn(draft) : undefined;
  };
  return { memory, tabs, pass, make, kept, shown };
}

/** Holds that a step loses nothing but what it is to replace in its own tab, and that each tab's draft is kept. */
async function play(steps: readonly Step[], closed: readonly (0 | 1)[]): Promise<void> {
  const { memory, tabs, pass, make, kept, shown } = await twoTabs();
  for (const [at, act] of steps) {
    const tab = tabs[at];
    const before = new Set([...kept(), ...tabs.map(shown)]);
    const { keptId } = tab.state().draft ?? {};
    // On a full disk, an older state of it is kept.
    const own = [shown(tab), ...[...memory.drafts.values()].filter(({ id }) => id === keptId).map(textIn)];
    await make(at, act);
    await pass();
    const after = new Set([...kept(), ...tabs.map(shown)]);
    // What was kept before the disk was full may be replaced once it is not.
    const lost = [...before].filter((text) => text !== undefined && !own.includes(text) && !after.has(text));
    if (act !== 'free the disk') expect(lost, `lost by “${act}” in tab ${at}`).toEqual([]);
    for (const each of tabs) {
      const text = shown(each);
      if (text === undefined) continue;
      // Either it is kept, or the page says that it is not.
      if (each.state().draft?.unkept === undefined) expect(kept()).toContain(text);
    }
  }
  memory.broken.put = false;
  for (let wait = 0; wait < 4; wait++) await pass();
  const last = tabs.map(shown).filter((text) => text !== undefined);
  for (const at of closed) {
    tabs[at].state().close();
    await pass();
  }
  expect(kept()).toEqual(expect.arrayContaining(last));
  expect(memory.held.size).toBe(0);
  // A third tab is offered one of them, and no lock is left behind.
  if (last.length === 0) return;
  const third = await tabOf({ storage: memory.storage });
  await third.pass(2500);
  expect(kept()).toContain(textIn(third.state().draftOffer));
  third.state().close();
}

const ORDERS: readonly (readonly (0 | 1)[])[] = [
  [0, 1],
  [1, 0],
];

describe('two tabs with one package lose nothing', () => {
  const STORIES: Readonly<Record<string, readonly Step[]>> = {
    'where both edit in turn': [
      [0, 'edit'],
      [1, 'edit'],
      [0, 'edit'],
      [1, 'edit'],
    ],
    'where one is taken over, edited there, and taken back': [
      [0, 'edit'],
      [1, 'take over'],
      [1, 'edit'],
      [0, 'take over'],
      [0, 'edit'],
    ],
    'where one discards what the other edits on': [
      [0, 'edit'],
      [1, 'edit'],
      [1, 'discard'],
      [0, 'edit'],
    ],
    'where what was taken over is discarded, and the first edits again': [
      [0, 'edit'],
      [1, 'take over'],
      [1, 'discard'],
      [0, 'edit'],
    ],
    'where the disk was full when one was taken over': [
      [0, 'edit'],
      [0, 'fill the disk'],
      [0, 'edit'],
      [1, 'take over'],
      [0, 'edit'],
      [0, 'free the disk'],
    ],
    'where each takes over from the other, with a draft of its own': [
      [0, 'edit'],
      [1, 'edit'],
      [0, 'take over'],
      [1, 'take over'],
    ],
  };
  const cases = Object.entries(STORIES).flatMap(([name, steps]) => ORDERS.map((closed) => ({ name, steps, closed })));
  test.each(cases)('$name, and are closed in the order $closed', ({ steps, closed }) => play(steps, closed));

  test('whatever they do', async () => {
    const act = fc.constantFrom<Act>(
      'edit',
      'edit',
      'take over',
      'take over',
      'restore',
      'discard',
      'undo',
      'fill the disk',
    );
    const step = fc.tuple(fc.constantFrom<0 | 1>(0, 1), act);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 7 }), fc.constantFrom(...ORDERS), play),
      { numRuns: 40 },
    );
  });
});
