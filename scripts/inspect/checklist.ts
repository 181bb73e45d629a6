import type { AuditedPackage } from '../../src/formats/registry.ts';
import { type CheckItem, doneCount, inReadingOrder, type KnownOfPackage } from '../../src/model/checklist.ts';
import { hostsOf, linkedContents } from '../../src/model/link/linked-content.ts';
import { plainText } from '../../src/model/run-facts.ts';
import { forTerminal, toJson } from './json.ts';
import { type Progress, progressOf } from './output.ts';

/**
 * What `--checklist` prints: what an exacting publisher wants of the package, and what of it is done. It reads all
 * files of a package on this machine. Of one on a host only with `readsAll`, and it asks no other host: what was not
 * looked at is not done.
 */
export async function checklistText(
  open: AuditedPackage,
  { json, readsAll, isRemote }: { json: boolean; readsAll: boolean; isRemote: boolean },
  signal: AbortSignal,
  progress?: Progress,
): Promise<string> {
  const reads = readsAll || !isRemote;
  const items = await open.checklist({
    known: await knownOf(open, reads, signal, progress),
    search: reads ? 'whole' : 'usual',
    kept: new Map(),
    keyOf: () => undefined,
    signal,
    onProgress: progressOf({ progress }, 'Searching').object,
  });
  return json ? toJson(items.map(({ check, done }) => ({ check, done }))) : summaryOf(items);
}

async function knownOf(
  open: AuditedPackage,
  reads: boolean,
  signal: AbortSignal,
  progress: Progress | undefined,
): Promise<KnownOfPackage> {
  const { files } = open.package;
  const contents = linkedContents(files);
  const links = {
    all: contents.length,
    matching: 0,
    failed: 0,
    hosts: hostsOf(contents.flatMap(({ urls }) => urls)).length,
  };
  if (!reads || !open.verify) return { integrity: 'unchecked', links };
  const states = new Set<string>();
  await open.verify({
    signal,
    onProgress: progressOf({ progress }, 'Checking').object,
    onFile: ({ hash }) => states.add(hash),
  });
  return { integrity: states.has('mismatch') || states.has('unreadable') ? 'differs' : 'matches', links };
}

/** A line for each check, what is open first, and below it why, and how it is done. */
function summaryOf(items: readonly CheckItem[]): string {
  const lines = inReadingOrder(items).flatMap(({ check, done, matters, unseen, says, why, more }) => {
    const mark = done ? '✓' : matters ? '!' : unseen ? '?' : '·';
    const below = [...(why ? [plainText(why)] : []), ...(more?.text.map(plainText) ?? [])];
    const command = more?.command?.split('\n') ?? [];
    return [
      `${mark} ${check.padEnd(NAME_WIDTH)} ${plainText(says)}`,
      ...(done ? [] : [...below, ...command].map((line) => `  ${' '.repeat(NAME_WIDTH)} ${line}`)),
    ];
  });
  return [`Before you publish: ${doneCount(items)} of ${items.length}`, ...lines.map(forTerminal)].join('\n');
}

/** Of the longest name. */
const NAME_WIDTH = 'description'.length;
