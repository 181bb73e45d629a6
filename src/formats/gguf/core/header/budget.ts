import { MAX_ENTRIES_READ, MAX_HEADER_BYTES, MAX_INNER_LISTS, MAX_TENSORS, MAX_VALUES_BYTES } from '../limits.ts';

/**
 * What opening may still read and keep of the headers of one model. The files of a split model share one: a small
 * archive can hold a thousand headers, each of them as long as a header may be.
 */
export class HeaderBudget {
  /** Bytes that may still be read. */
  bytes = MAX_HEADER_BYTES;
  /** Key-value pairs and entries of tensors that may still be read, and tensors that may still be kept. */
  pairs = MAX_ENTRIES_READ;
  tensors = MAX_ENTRIES_READ;
  keptTensors = MAX_TENSORS;
  /** Bytes of texts that may still be kept. */
  textBytes = MAX_VALUES_BYTES;
  /** Lists in lists that may still be walked through. */
  innerLists = MAX_INNER_LISTS;
  /** A header was not read to its end because of one of these. Nothing more is read. */
  isSpent = false;
}
