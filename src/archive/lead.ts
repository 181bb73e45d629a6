import type { Finding } from '../base/findings.ts';
import type { StoredFile } from './digest/job.ts';
import { ZIP_LEAD_READER, type ZipLead } from './zip/local-header.ts';

/**
 * What stands before a file's data in its container, as far as the archive's directory tells of it: a zip's local header. Its own bytes say
 * where the data begins. Plain data; `kind` finds its reader. Files whose data lies where the directory says, as a tar's, have no lead.
 */
export type Lead = ZipLead;

/** Where a file's data lies in the container, and what its lead has shown. */
export interface DataPlace {
  dataStart: number;
  dataEnd: number;
  findings: Finding[];
}

/** Reads leads of one kind. */
export interface LeadReader {
  /** Bytes that nearly every lead ends within. */
  readonly room: number;
  /**
   * Where the data lies. `head` holds the container's bytes from the file's span on, `room` of them where there are so many. Throws where
   * the lead is not what the directory says.
   */
  read(head: Uint8Array, file: StoredFile, lead: Lead, containerSize: number): DataPlace;
}

const READERS: Readonly<Record<Lead['kind'], LeadReader>> = { zip: ZIP_LEAD_READER };

/** Bytes that are read along with a file for its lead; 0 where it has none. */
export function leadRoom({ lead }: StoredFile): number {
  return lead ? READERS[lead.kind].room : 0;
}

/** As `LeadReader.read`. Without a lead, nothing of `head` is looked at. */
export function locate(head: Uint8Array, file: StoredFile, containerSize: number): DataPlace {
  const { lead, storedSize } = file;
  if (lead) return READERS[lead.kind].read(head, file, lead, containerSize);
  const { start } = file.span as { start: number };
  return { dataStart: start, dataEnd: start + storedSize, findings: [] };
}
