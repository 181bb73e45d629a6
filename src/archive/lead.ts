import type { Finding } from '../base/findings.ts';
import type { StoredFile } from './digest/job.ts';
import { ZIP_LEAD_READER, type ZipLead } from './zip/local-header.ts';

/**
 * What stands before a file's data in its container, as the archive's directory describes it: a zip's local header. Its
 * own bytes tell where the data begins. Files have no lead where the directory itself gives the place of the data, as
 * in a tar. Plain data; `kind` finds its reader.
 */
export type Lead = ZipLead;

/** Where a file's data lies in the container, and what its lead has shown. */
export interface DataPlace {
  dataStart: number;
  dataEnd: number;
  /** Where the bytes end that follow the data and describe it once more, as a zip's data descriptor. */
  trailEnd?: number;
  findings: Finding[];
}

/** Reads leads of one kind. */
export interface LeadReader {
  /** Bytes that hold nearly every lead. */
  readonly room: number;
  /** Bytes of the whole lead, which may be more than `head` has. 0 where that is too short to say it. */
  length(head: Uint8Array): number;
  /**
   * Finds the data. `head` holds the container's bytes from the start of the file's span: `length` of them, or as many
   * as there are. Throws where the lead is not what the directory says.
   */
  read(head: Uint8Array, file: StoredFile, lead: Lead, containerSize: number): DataPlace;
  /** Compares what follows the data, from `dataEnd` to `trailEnd`, with the directory. */
  compareTrail(trail: Uint8Array, file: StoredFile): Finding[];
}

const READERS: Readonly<Record<Lead['kind'], LeadReader>> = { zip: ZIP_LEAD_READER };

/** Bytes to read for a file's lead. 0 where it has none. */
export function leadRoom({ lead }: StoredFile): number {
  return lead ? READERS[lead.kind].room : 0;
}

/** As `LeadReader.length`. 0 where a file has no lead. */
export function leadLength(head: Uint8Array, { lead }: StoredFile): number {
  return lead ? READERS[lead.kind].length(head) : 0;
}

/** As `LeadReader.read`. Does not look at `head` where there is no lead. */
export function locate(head: Uint8Array, file: StoredFile, containerSize: number): DataPlace {
  const { lead, storedSize } = file;
  if (lead) return READERS[lead.kind].read(head, file, lead, containerSize);
  const { start } = file.span as { start: number };
  return { dataStart: start, dataEnd: start + storedSize, findings: [] };
}

/** As `LeadReader.compareTrail`. */
export function compareTrail(trail: Uint8Array, file: StoredFile): Finding[] {
  return file.lead ? READERS[file.lead.kind].compareTrail(trail, file) : [];
}
