import type { Report } from '../../../base/report.ts';
import { quote } from '../../../base/text.ts';
import type { JsonReader, TextSpan } from '../../../json/reader.ts';
import { MAX_METADATA_ENTRIES, MAX_METADATA_UNITS } from './limits.ts';

/** One text of `__metadata__`. */
export interface MetadataEntry {
  key: string;
  value: string;
}

/** The texts of `__metadata__`, within `MAX_METADATA_ENTRIES` and `MAX_METADATA_UNITS`. */
export class HeaderMetadata {
  readonly #report: Report;
  readonly #entries = new Map<string, MetadataEntry>();
  #units = 0;
  #left = 0;
  /** Where the value of `__metadata__` stands in the header's text. Undefined where there is none. */
  span: TextSpan | undefined;

  constructor(report: Report) {
    this.#report = report;
  }

  /** In the header's order. Of two with one key the last, which counts for the reference reader. */
  get entries(): readonly MetadataEntry[] {
    return [...this.#entries.values()];
  }

  /** Reads the value of `__metadata__`. Throws the reader's `JsonError`. */
  read(reader: JsonReader): void {
    if (this.span) {
      this.#report.add('safetensors/duplicate-metadata', '__metadata__ is there more than once.');
      this.#entries.clear();
    }
    const kind = reader.kind();
    const start = reader.at;
    if (kind === 'object') reader.object((key) => this.#readEntry(reader, key));
    else {
      reader.skip();
      if (kind === 'null') this.#report.add('safetensors/metadata-null', '__metadata__ is null instead of an object.');
      else this.#report.add('safetensors/bad-metadata', '__metadata__ is not an object.');
    }
    this.span = { start, end: reader.at };
    if (this.#left > 0) {
      const count = this.#left === 1 ? '1 entry is' : `${this.#left} entries are`;
      this.#report.add('safetensors/metadata-cut', `${count} left out here.`);
    }
  }

  #readEntry(reader: JsonReader, key: string): void {
    if (reader.kind() !== 'string') {
      reader.skip();
      this.#report.add('safetensors/bad-metadata', `The value of ${quote(key)} in __metadata__ is not a string.`);
      return;
    }
    const value = reader.string();
    if (this.#entries.has(key)) {
      this.#report.add(
        'safetensors/duplicate-key',
        `${quote(key)} appears again in __metadata__. The last one counts.`,
      );
    }
    this.#units += key.length + value.length;
    if (this.#entries.size >= MAX_METADATA_ENTRIES || this.#units > MAX_METADATA_UNITS) {
      this.#left++;
      return;
    }
    this.#entries.set(key, { key, value });
  }
}
