import type { OriginRule } from '../package.ts';

/** Rules of one table. Nobody types more, and each is tried on each name. */
const MAX_NAME_RULES = 200;

/** Characters of a line. Names of tensors are much shorter. */
const MAX_NAME_RULE_LENGTH = 1000;

/** The literal texts of a pattern: before, between and after its wildcards. */
type NamePattern = readonly string[];

/** How a name of one side is written on the other. Both patterns have as many wildcards, in the same order. */
export interface NameRule {
  from: NamePattern;
  to: NamePattern;
}

export type NameRules = readonly NameRule[];

/** What is wrong with a line, counted from 1. */
export interface NameRuleError {
  line: number;
  message: string;
}

/**
 * Rules as people type them: a line each, `from -> to`, in which each `*` stands for any text, the same one on both
 * sides. Empty lines and those that begin with `#` are skipped. Lines with errors give no rule.
 */
export function parseNameRules(text: string): { rules: NameRules; errors: NameRuleError[] } {
  const rules: NameRule[] = [];
  const errors: NameRuleError[] = [];
  for (const [at, whole] of text.split('\n').entries()) {
    const line = whole.trim();
    if (line === '' || line.startsWith('#')) continue;
    const parsed = rules.length < MAX_NAME_RULES ? parseRule(line) : `At most ${MAX_NAME_RULES} rules are used.`;
    if (typeof parsed !== 'string') {
      rules.push(parsed);
      continue;
    }
    errors.push({ line: at + 1, message: parsed });
    if (rules.length === MAX_NAME_RULES) break;
  }
  return { rules, errors };
}

/** The rule of a line, or what is wrong with it. */
function parseRule(line: string): NameRule | string {
  if (line.length > MAX_NAME_RULE_LENGTH) return `A rule has at most ${MAX_NAME_RULE_LENGTH} characters.`;
  const [from, to, ...more] = line.split('->').map((side) => side.trim());
  if (to === undefined || more.length > 0) return 'A rule is written “from -> to”, with one arrow.';
  if (!from || !to) return 'A rule needs a name on both sides of the arrow.';
  if (line.includes('**')) return 'Two * in a row say no more than one.';
  const rule = nameRule(from, to);
  return rule.from.length === rule.to.length ? rule : 'Both sides of the arrow need as many *.';
}

function nameRule(from: string, to: string): NameRule {
  return { from: from.split('*'), to: to.split('*') };
}

/**
 * What a rule makes of a name. Undefined where it does not fit. Each wildcard takes as little as it can, so that no
 * pattern takes longer than a search of each of its texts.
 */
export function renamed({ from, to }: NameRule, name: string): string | undefined {
  const [first = ''] = from;
  if (from.length === 1) return name === first ? to[0] : undefined;
  const last = from.at(-1) as string;
  const end = name.length - last.length;
  if (!name.startsWith(first) || !name.endsWith(last) || end < first.length) return undefined;
  let result = to[0] as string;
  let at = first.length;
  for (let part = 1; part < from.length; part++) {
    const text = from[part] as string;
    const found = part === from.length - 1 ? end : name.indexOf(text, at);
    if (found < at || found + text.length > (part === from.length - 1 ? name.length : end)) return undefined;
    result += name.slice(at, found) + (to[part] as string);
    at = found + text.length;
  }
  return result;
}

/** What a tensor was in the model that its package was converted from. */
export interface TensorOrigin extends Pick<OriginRule, 'heads' | 'plus'> {
  name: string;
}

/** Finds the origins of names. The first rule that fits says it. */
export function originFinder(origins: readonly OriginRule[]): (name: string) => TensorOrigin | undefined {
  const rules = origins.map((origin) => ({ ...origin, rule: nameRule(origin.from, origin.to) }));
  return (name) => {
    for (const { rule, heads, plus } of rules) {
      const found = renamed(rule, name);
      if (found !== undefined) return { name: found, ...(heads && { heads }), ...(plus && { plus }) };
    }
    return undefined;
  };
}
