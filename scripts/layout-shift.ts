import type { BrowserContext, Page } from '@playwright/test';

/**
 * How far a page moved by itself: the sum of its layout shifts, as browsers measure them, without those after input.
 */
export interface LayoutShift {
  /** 0.02 is a fiftieth of the screen that moved by the whole of it, or any product of the two. */
  value: number;
  /** What moved, from the largest shift to the smallest: name, text, and the distance in px. */
  moved: string[];
}

/** A page that does not change for this long has come to rest. Milliseconds. */
const QUIET_MS = 400;
/** A page that never rests is taken as it is. Milliseconds. */
const MAX_WAIT_MS = 15_000;

type Recorded = { value: number; moved: string[] }[];

/** Records the shifts of every page that the context opens from now on. */
export async function watchShifts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const shifts: Recorded = [];
    Object.assign(globalThis, { layoutShifts: shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
      })[]) {
        if (entry.hadRecentInput) continue;
        const moved = entry.sources.map(({ node, previousRect: from, currentRect: to }) => {
          const name = node instanceof Element ? `${node.localName}.${[...node.classList].at(-1) ?? ''}` : 'text';
          const text = node?.textContent?.trim().slice(0, 24) ?? '';
          return `${name} "${text}" by ${Math.round(to.x - from.x)}, ${Math.round(to.y - from.y)}`;
        });
        shifts.push({ value: entry.value, moved });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** The shifts of a page so far. `watchShifts` must have been called before it was opened. */
export async function layoutShift(page: Page): Promise<LayoutShift> {
  const shifts = await page.evaluate(() => (globalThis as unknown as { layoutShifts: Recorded }).layoutShifts);
  const largest = shifts.toSorted((a, b) => b.value - a.value);
  return {
    value: shifts.reduce((sum, { value }) => sum + value, 0),
    moved: largest.flatMap(({ moved }) => moved),
  };
}

/**
 * Waits until the page has opened its package, checked it, and changes no more. What keeps the room of something that
 * comes later has `data-awaiting`.
 */
export async function rest(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.documentElement.dataset.state !== 'opening' &&
      !document.querySelector('[data-integrity="verifying"], [data-awaiting]'),
    undefined,
    { timeout: MAX_WAIT_MS },
  );
  await page.evaluate(
    ([quiet, most]) =>
      new Promise<void>((done) => {
        let timer = setTimeout(done, quiet);
        const observer = new MutationObserver(() => {
          clearTimeout(timer);
          timer = setTimeout(done, quiet);
        });
        observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
        setTimeout(done, most);
      }),
    [QUIET_MS, MAX_WAIT_MS] as const,
  );
}
