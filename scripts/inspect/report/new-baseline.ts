import type { Finding } from '../../../src/base/findings.ts';
import { wellFormed } from '../../../src/base/text.ts';
import { quotedKey } from '../../../src/toml/string.ts';
import { UsageError } from '../usage.ts';
import { type BaselineEntry, isPattern, nameInBaseline } from './baseline.ts';
import type { Acceptance, Checked } from './checked.ts';
import { writeText } from './write-text.ts';

/** A baseline to be written. */
export interface NewBaseline extends Acceptance {
  /** Must not exist yet. */
  out: string;
}

/**
 * Writes a baseline that accepts all errors and warnings of packages, and gives the number of its entries. Throws a
 * `UsageError` where one of them cannot be opened, which nobody should accept unseen, and where its name would be a
 * pattern, which accepts others. Rejects as `writeText` does.
 */
export async function writeBaseline(
  checked: readonly Checked<Finding>[],
  order: NewBaseline,
  signal: AbortSignal,
): Promise<number> {
  const unopened = checked.filter(({ error }) => error).map(({ file }) => file);
  if (unopened.length > 0) throw new UsageError(`Not written, as these cannot be opened: ${unopened.join(', ')}.`);
  const patterns = checked.map(({ file }) => file).filter((file) => isPattern(nameInBaseline(order.out, file)));
  if (patterns.length > 0)
    throw new UsageError(`Not written, as a baseline takes the * in their names for any: ${patterns.join(', ')}.`);
  const entries = new Map<string, BaselineEntry>();
  for (const { file, findings } of checked) {
    for (const entry of entriesOf(nameInBaseline(order.out, file), findings, order)) {
      entries.set(JSON.stringify([entry.package, entry.code, entry.path]), entry);
    }
  }
  const text = [...entries.values()].map(entryText).join('\n');
  await writeText(order.out, text === '' ? '# Nothing is accepted.\n' : text, signal);
  return entries.size;
}

function entriesOf(name: string, findings: readonly Finding[], { reason, until }: Acceptance): BaselineEntry[] {
  // Of some codes, not all findings are listed. Only an entry for all files accepts those.
  const cut = new Set(findings.flatMap(({ code, more }) => (more ? [code] : [])));
  return findings
    .filter(({ severity }) => severity !== 'info')
    .map(({ code, path }) => ({
      code,
      package: name,
      ...(path === undefined || cut.has(code) ? {} : { path }),
      reason,
      until,
    }));
}

function entryText({ until, ...texts }: BaselineEntry): string {
  const lines = Object.entries(texts).map(([key, text]) => `${key} = ${quotedKey(wellFormed(text), 'basic')}`);
  return ['[[accepted]]', ...lines, `until = ${until}`, ''].join('\n');
}
