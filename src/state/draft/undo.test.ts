import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CancelledError } from '../../base/errors.ts';
import { EDITABLE_CARTON_TOML } from '../../formats/carton/core/read/carton-toml.ts';
import type { Draft, DraftState, Texts } from '../../model/draft.ts';
import { type Edit, editStep } from '../../model/edit/edit.ts';
import type { FieldValues } from '../../model/edit/field.ts';
import { draftOf, draftPackage, textIn, textsOf } from '../../testing/draft.ts';
import { pickFrom, randomEdit } from '../../testing/random-edit.ts';
import { randomToml } from '../../testing/random-toml.ts';
import { TomlText } from '../../toml/toml-text.ts';
import { DraftEngine } from './engine.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

/** What the worker does with a carton's text, without a package around it. */
function answerTo({ draft, edits }: { draft: Draft; edits?: unknown }): DraftState {
  const before = new TomlText(textIn(draft), EDITABLE_CARTON_TOML);
  const after = edits ? before.edited(edits as Edit[]) : before;
  const values = after.values();
  return { texts: textsOf(after.text), ...(values ? { values } : {}), package: draftPackage({ title: after.text }) };
}

it('gives the first bytes again when any edits are undone, and the last when they are redone', async () => {
  await fc.assert(
    fc.asyncProperty(fc.noShrink(fc.nat(0x7fffffff)), async (seed) => {
      const pick = pickFrom(seed);
      const { text } = randomToml(pick);
      const editor = new DraftEngine(answerTo({ draft: draftOf(text) }), {
        ask: async (ask, signal) => {
          // Some answers come at once, some after the next edit.
          await new Promise((resolve) => setTimeout(resolve, pick(2) * 500));
          if (signal.aborted) throw new CancelledError();
          return answerTo(ask);
        },
        onChange() {},
      });
      const texts: Promise<Texts>[] = [];
      const made = 1 + pick(8);
      for (let step = 0; step < made; step++) {
        const edit = randomEdit(pick, editor.current.values as FieldValues);
        editor.edit(editStep({ name: `Step ${step}`, edits: [edit] }));
        texts.push(editor.current.texts);
        if (pick(2) === 0) await vi.advanceTimersByTimeAsync(pick(3) * 400);
      }
      for (let step = 0; step < made; step++) editor.undo();
      expect(editor.undoName).toBeUndefined();
      const first = editor.currentDraft();
      await vi.advanceTimersByTimeAsync(20_000);
      expect(textIn(await first)).toBe(text);
      for (let step = 0; step < made; step++) editor.redo();
      const last = editor.currentDraft();
      await vi.advanceTimersByTimeAsync(20_000);
      expect((await last).texts).toEqual(await texts.at(-1));
      expect(editor.problem).toBeUndefined();
    }),
    { numRuns: 60 },
  );
});
