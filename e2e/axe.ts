import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Frame, type Page } from '@playwright/test';
import type axeCore from 'axe-core';

/** Rules that depend on colors, which are all that differs between the themes. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * Checks the page as it is, with all its frames, against the rules of axe in the light theme, and its colors in the
 * dark one too.
 * @param within checks only this selector, for example a dialog in front of a page that other tests check
 */
export async function axe(page: Page, within?: string): Promise<void> {
  await Promise.all(page.frames().map(addAxe));
  // What axe keeps of a page is one frame's.
  const alone = page.frames().length === 1;
  await emulate(page, 'light');
  expect(await page.evaluate(lightViolations, { within, alone, colorRules: COLOR_RULES }), 'axe, light').toEqual([]);
  await emulate(page, 'dark');
  expect(await page.evaluate(darkViolations, { within, colorRules: COLOR_RULES }), 'axe, dark').toEqual([]);
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
}

async function emulate(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.evaluate(async (scheme) => {
    // The page follows a frame or two later. Until then, its colors are those of the other theme. It does not follow
    // where the reader has chosen a theme; and the pages that embed it have none.
    const { dataset } = document.documentElement;
    const end = performance.now() + 2_000;
    while ((dataset.mantineColorScheme ?? scheme) !== scheme && performance.now() < end)
      await new Promise((done) => setTimeout(done, 16));
    // Colors in the middle of a transition have no meaning.
    await Promise.allSettled(document.getAnimations().map((animation) => animation.finished));
  }, colorScheme);
}

/** A color of axe, which parses itself. */
interface AxeColor {
  r: number;
  g: number;
  b: number;
  alpha: number;
  parseString(text: string): AxeColor;
}

/** An element as axe knows it. It keeps what it read of it. */
interface AxeElement {
  children?: AxeElement[];
  _cache: Record<string, unknown>;
  /** The colors behind it. */
  _stackingContext?: unknown;
}

interface AxeRule {
  id: string;
  matches(element: Element, known: AxeElement, context: object): boolean;
}

type RawResults = object[];
type RunRules = (
  context: unknown,
  options: object,
  resolve: (results: RawResults, teardown: () => void) => void,
  reject: (error: unknown) => void,
) => void;

/** What the run in the light theme leaves for the one in the dark theme. */
interface Kept {
  context: object;
  /** By rule: the elements that it concerns. */
  matching: Map<AxeRule, Map<AxeElement, boolean>>;
  shape: unknown[];
}

/** The part of axe that runs in the page. */
type Axe = typeof axeCore & {
  commons: { color: { Color: { prototype: AxeColor } } };
  utils: { publishMetaData(result: object): void; finalizeRuleResult(result: object): object };
  _tree: AxeElement[] | undefined;
  _memoizedFns: { clear(): void }[];
  _runRules: RunRules;
  _audit: {
    rules: AxeRule[];
    run(
      context: object,
      options: object,
      resolve: (results: RawResults) => void,
      reject: (error: unknown) => void,
    ): void;
    after(results: RawResults, options: object): RawResults;
  };
  /** Ours. */
  kept: Kept | undefined;
  shape(): unknown[];
  violations(within: string | undefined, rules?: string[]): Promise<Violation[]>;
};

interface Violation {
  rule: string;
  where: string[];
}

/**
 * The script of axe. Each of its colors keeps seven numbers in seven weak maps, for a third of the time of a check.
 * Here these maps are properties of their keys.
 */
const AXE_SCRIPT = `{
  class WeakMap {
    #key = Symbol();
    has(owner) { return Object.hasOwn(owner, this.#key); }
    get(owner) { return owner[this.#key]; }
    set(owner, value) { owner[this.#key] = value; return this; }
    delete(owner) { return delete owner[this.#key]; }
  }
  class WeakSet {
    #key = Symbol();
    has(owner) { return Object.hasOwn(owner, this.#key); }
    add(owner) { owner[this.#key] = true; return this; }
    delete(owner) { return delete owner[this.#key]; }
  }
  ${readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')}
}`;

/** Adds axe to a frame that has none yet. It may talk to the frames of other origins, as a page embeds this one. */
async function addAxe(frame: Frame): Promise<void> {
  if (await frame.evaluate(() => 'axe' in window)) return;
  await frame.evaluate(AXE_SCRIPT);
  await frame.evaluate(extendAxe);
  await frame.evaluate(() => {
    const { axe } = window as unknown as { axe: Axe };
    axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] });
    // A page has few colors. axe would parse them again for each word, for a third of its time.
    const { prototype } = axe.commons.color.Color;
    const parse = prototype.parseString;
    const known = new Map<string, Pick<AxeColor, 'r' | 'g' | 'b' | 'alpha'>>();
    prototype.parseString = function (text) {
      const color = known.get(text);
      if (color) return Object.assign(this, color);
      parse.call(this, text);
      known.set(text, { r: this.r, g: this.g, b: this.b, alpha: this.alpha });
      return this;
    };
  });
}

/** Runs in the page: gives axe the functions that both themes share. */
function extendAxe(): void {
  const { axe } = window as unknown as { axe: Axe };
  // Of what passes it describes nothing. That would take most of the time: axe looks for a unique selector of each
  // element.
  axe.violations = async (within, rules) => {
    const found = await axe.run(within ?? document, {
      resultTypes: ['violations'],
      ...(rules && { runOnly: { type: 'rule', values: rules } }),
    });
    return found.violations.map(({ id, help, nodes }) => ({
      rule: `${id}: ${help}`,
      where: nodes.slice(0, 5).map((node) => `${node.target.join(' ')} · ${node.failureSummary ?? ''}`),
    }));
  };
  // All but colors that decides which texts are seen, and what is behind them. The picture of the theme's button is
  // another one in each theme.
  axe.shape = () => {
    const shape: unknown[] = [document.documentElement.textContent];
    for (const element of document.querySelectorAll('*')) {
      if (element instanceof SVGElement && !element.textContent) continue;
      const { x, y, width, height } = element.getBoundingClientRect();
      const style = getComputedStyle(element);
      shape.push(element, x, y, width, height, style.display, style.visibility, style.opacity, style.filter);
      shape.push(style.zIndex, style.mixBlendMode, style.fontSize);
    }
    return shape;
  };
}

/**
 * Runs in the page: the rules that are broken, and where. Keeps for `darkViolations` what axe knows of the page.
 * @param alone the page has no frames
 */
async function lightViolations(to: {
  within: string | undefined;
  alone: boolean;
  colorRules: string[];
}): Promise<Violation[]> {
  const { axe } = window as unknown as { axe: Axe };
  axe.teardown();
  axe.kept = undefined;
  if (!to.alone) return axe.violations(to.within);

  const rules = axe._audit.rules.filter(({ id }) => to.colorRules.includes(id));
  const originals = rules.map((rule) => rule.matches);
  const matching: Kept['matching'] = new Map();
  let context: object | undefined;
  for (const rule of rules) {
    const { matches } = rule;
    const known = new Map<AxeElement, boolean>();
    matching.set(rule, known);
    rule.matches = (element, axeElement, given) => {
      context = given;
      const does = matches.call(rule, element, axeElement, given);
      known.set(axeElement, does);
      return does;
    };
  }
  const runRules = axe._runRules;
  axe._runRules = (given, options, resolve, reject) =>
    runRules(given, options, (results) => resolve(results, () => {}), reject);
  try {
    const found = await axe.violations(to.within);
    if (context) axe.kept = { context, matching, shape: axe.shape() };
    return found;
  } finally {
    axe._runRules = runRules;
    for (const [i, rule] of rules.entries()) rule.matches = originals[i] as AxeRule['matches'];
  }
}

/**
 * Runs in the page: the rules of colors that are broken in the dark theme, and where. Where nothing but colors has
 * changed since `lightViolations`, axe asks the same elements again, with all that it read of styles forgotten. What
 * it knows of their places and of what is in front of what stays: that is half of the time.
 */
async function darkViolations(to: { within: string | undefined; colorRules: string[] }): Promise<Violation[]> {
  const { axe } = window as unknown as { axe: Axe };
  const { kept, _tree: tree } = axe;
  axe.kept = undefined;
  const shape = kept && axe.shape();
  if (!kept || !tree || kept.shape.length !== shape?.length || kept.shape.some((value, i) => value !== shape[i])) {
    axe.teardown();
    return axe.violations(to.within, to.colorRules);
  }

  const forget = (element: AxeElement) => {
    const { props, clientRects, boundingClientRect } = element._cache;
    element._cache = {
      ...(props !== undefined && { props }),
      ...(clientRects !== undefined && { clientRects }),
      ...(boundingClientRect !== undefined && { boundingClientRect }),
    };
    delete element._stackingContext;
    element.children?.forEach(forget);
  };
  tree.forEach(forget);
  for (const memoized of axe._memoizedFns) memoized.clear();
  const runRules = axe._runRules;
  axe._runRules = (_, options, resolve, reject) =>
    axe._audit.run(
      kept.context,
      options,
      (raw) => {
        const results = axe._audit.after(raw, options);
        results.forEach(axe.utils.publishMetaData);
        resolve(results.map(axe.utils.finalizeRuleResult), axe.teardown);
      },
      reject,
    );
  const originals = [...kept.matching.keys()].map((rule) => rule.matches);
  for (const [rule, known] of kept.matching) rule.matches = (_, element) => known.get(element) ?? false;
  try {
    return await axe.violations(to.within, to.colorRules);
  } finally {
    axe._runRules = runRules;
    for (const [i, rule] of [...kept.matching.keys()].entries()) rule.matches = originals[i] as AxeRule['matches'];
    axe.teardown();
  }
}
