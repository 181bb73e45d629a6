import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { folderContainer, sourceContainer } from '../../src/archive/container.ts';
import { plannedSource } from '../../src/archive/plan.ts';
import type { Compression } from '../../src/archive/zip/pack.ts';
import { asBoxcutterError } from '../../src/base/errors.ts';
import type { FindingCode } from '../../src/base/findings.ts';
import { type AuditedPackage, openPackage } from '../../src/formats/registry.ts';
import type { Package } from '../../src/model/package.ts';
import { memorySource } from '../../src/source/memory.ts';
import { parseAssignment } from '../inspect/assignment.ts';
import { writeNew } from '../inspect/new.ts';
import { planOf } from '../inspect/save.ts';

/** A package that a row speaks of: the bytes of a file, or a folder's files by their paths. */
export interface DocumentExample {
  name: string;
  content: Uint8Array<ArrayBuffer> | Readonly<Record<string, Uint8Array<ArrayBuffer> | string>>;
}

/** What a test asks of an example, and what it has to be told. Compared as `toEqual` does. */
interface Answer {
  in: DocumentExample;
  by: (open: AuditedPackage) => unknown;
  gives: unknown;
}

/**
 * One thing that a format's document defines, and where Boxcutter shows, checks and edits it.
 *
 * How a row is written: read the document sentence by sentence. Each sentence that defines something is a row, or part
 * of one that says the same. `defines` says in our own words, and in the document's names, what the sentence says.
 * `shown` names the place on the page, and its example proves it: `by` takes out of the open package what that place
 * lists (`factIn` and the others below take it from there). `checked` has a code for each way to break the sentence, and
 * an example that does. `edited` says where the form edits it, and proves it with an assignment of `inspect --set` (or
 * several, one after another), whose saved result is opened again; `reseal` recomputes its hashes. `made` says where a
 * new package is made, and proves it with a folder of which `inspect --new` makes one. A row without any of these needs
 * `left`: why
 * Boxcutter leaves the sentence out, or that the sentence defines nothing to look at. A row may have both.
 *
 * A table is a module of its own beside this one, listed in `document.ts`; a long one has a module for each of its
 * sections. `documents.test.ts` holds every example of every row. `npm run documents` writes docs/formats.md, also after
 * two tables were merged. Texts are Markdown.
 */
export interface DocumentRow {
  defines: string;
  shown?: Answer & { where: string };
  checked?: readonly { code: FindingCode; in: DocumentExample }[];
  edited?: Answer & { where: string; set: string | readonly string[]; reseal?: boolean };
  made?: Answer & { where: string; out: string; compression?: Compression };
  left?: string;
}

/** The rows of one section of a document. */
export interface DocumentSection {
  heading: string;
  rows: readonly DocumentRow[];
}

/** A format's document as a table. */
export interface FormatDocument {
  title: string;
  /** Which document it is, and what a reader of the table has to know. */
  about: string;
  /** An example that has none of the findings of the table's rows. */
  sound: DocumentExample;
  sections: readonly DocumentSection[];
}

/** Opens an example as the page does. Rejects as `openPackage`. */
export function openExample({ name, content }: DocumentExample): Promise<AuditedPackage> {
  if (content instanceof Uint8Array) return openPackage(sourceContainer(memorySource(name, content)));
  const files = Object.entries(content).map(([path, data]) => ({ path, file: new File([data], path) }));
  return openPackage(folderContainer(name, files));
}

/**
 * Codes of all findings of an example: those of opening it, of its verification and of what it would run, or the one
 * with which it cannot be opened.
 */
export async function codesIn(example: DocumentExample): Promise<ReadonlySet<FindingCode>> {
  try {
    const opened = await openExample(example);
    const { findings, can } = opened.package;
    const verified = can.verify ? await opened.verify?.() : undefined;
    return new Set([...findings, ...(verified?.findings ?? [])].map(({ code }) => code));
  } catch (error) {
    return new Set([asBoxcutterError(error).code]);
  }
}

/** An example with fields set and saved, opened again. Rejects as `planOf`, also where the edit brings new errors. */
export async function editedExample({
  in: example,
  set,
  reseal = false,
}: NonNullable<DocumentRow['edited']>): Promise<AuditedPackage> {
  const edits = [set].flat().map((text) => ({ kind: 'set' as const, assignment: parseAssignment(text) }));
  const plan = await planOf(await openExample(example), { edits, reseal, force: false }, new AbortController().signal);
  return openPackage(plannedSource(plan));
}

/** The package that is made of an example's folder, opened. Rejects as `writeNew`, and where the example is no folder. */
export async function madeExample({
  in: { content },
  out,
  compression,
}: NonNullable<DocumentRow['made']>): Promise<AuditedPackage> {
  if (content instanceof Uint8Array) throw new Error('Only a folder becomes a new package.');
  const top = await mkdtemp(join(tmpdir(), 'documents-'));
  try {
    for (const [path, data] of Object.entries(content)) {
      const target = join(top, 'folder', path);
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, data);
    }
    const order = { folder: join(top, 'folder'), ...(compression ? { compression } : {}) };
    await writeNew(order, join(top, out), out, new AbortController().signal);
    return await openPackage(memorySource(out, new Uint8Array(await readFile(join(top, out)))));
  } finally {
    await rm(top, { recursive: true });
  }
}

/** Takes the fact with this label out of a package: its value as the Overview has it. */
export function factIn(label: string): Answer['by'] {
  return ({ package: { facts } }) => facts.find((fact) => fact.label === label)?.value;
}

/** Takes something of the neutral package that the page lists. */
export function inPackage(take: (pkg: Package) => unknown): Answer['by'] {
  return (open) => take(open.package);
}

/** Takes the first values of a tensor, as Tensors shows them. */
export function valuesOf(name: string): Answer['by'] {
  return async (open) => {
    const reader = await open.tensor(name);
    return Array.from<unknown>(await reader.read(0, Math.min(reader.count, MAX_VALUES)));
  };
}

/** Values that `valuesOf` takes. */
const MAX_VALUES = 16;
