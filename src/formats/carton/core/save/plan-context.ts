import type { Archive } from '../../../../archive/archive.ts';
import type { FilesAfter } from '../../../files-after.ts';
import type { Manifest } from '../read/manifest.ts';
import type { PlanNotes } from './plan-notes.ts';
import type { WrittenFiles } from './written-files.ts';

/** The parts of an open carton that a plan needs. */
export interface PlanInput {
  /** The archive, together with files that were fetched. */
  archive: Archive;
  /** Undefined where it is missing or cannot be read: then a draft must reseal. */
  manifest: Manifest | undefined;
  /** The addresses of LINKS, by SHA-256. Undefined where there are none. */
  links: ReadonlyMap<string, readonly string[]> | undefined;
  /** Whether the archive lacks a file that can be fetched. */
  isLinked(path: string): boolean;
}

/** What the parts of one plan share. */
export interface PlanContext {
  readonly input: PlanInput;
  /** The files as the draft's changes of files leave them. */
  readonly after: FilesAfter;
  /** The files that are written so far. */
  readonly written: WrittenFiles;
  readonly notes: PlanNotes;
  readonly signal: AbortSignal | undefined;
}
