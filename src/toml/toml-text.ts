import { BadFileError, BoxcutterError } from '../base/errors.ts';
import { applyEdits, type Edit } from '../model/edit/edit.ts';
import { type FieldValues, sameValue } from '../model/edit/field.ts';
import type { TomlOrder } from './order.ts';
import { parseToml, plainValue, type TomlDocument, type TomlFile } from './parser.ts';
import { refuse } from './refusal.ts';
import { TomlEditor } from './toml-editor.ts';
import { copyOf, fittedEdit } from './values.ts';

const BYTE_ORDER_MARK = '\ufeff';

/** What a format knows about one of its TOML files that can be edited. */
export interface EditableToml<Judged> extends TomlFile {
  order: TomlOrder;
  /** Checks the parsed file. May take values out of the document. */
  judge(document: TomlDocument): Judged;
}

/** A TOML file as text. It is parsed once, for all questions. */
export class TomlText<Judged> {
  readonly text: string;
  readonly #file: EditableToml<Judged>;
  readonly #document: TomlDocument;
  #judged: Judged | undefined;
  /** The parser's values, with dates as `Date`. A copy: judging takes wrong values out of the document's own. */
  readonly #values: FieldValues | undefined;

  /** Never throws. */
  constructor(text: string, file: EditableToml<Judged>) {
    this.text = text;
    this.#file = file;
    this.#document = parseToml(text, file);
    this.#values = copyOf(this.#document.value) as FieldValues | undefined;
  }

  /** What the format makes of the file. Computed once. */
  judged(): Judged {
    this.#judged ??= this.#file.judge(this.#document);
    return this.#judged;
  }

  /** The file's values as plain data. Undefined where the text is not TOML. */
  values(): FieldValues | undefined {
    return this.#values && (plainValue(this.#values) as FieldValues);
  }

  /**
   * The text after edits, made in turn. Keeps every byte that they do not touch: comments, order, formatting. Throws
   * - BadFileError with the file's code where the text is not TOML,
   * - InternalError `internal/bug` where an edit does not fit the values,
   * - InternalError `internal/edit-refused` where the new text would not have the intended values, which is a bug.
   */
  edited(edits: readonly Edit[]): TomlText<Judged> {
    const { path, order } = this.#file;
    const layout = this.#document.layout();
    if (!layout || !this.#values)
      throw new BadFileError(this.#file.syntax, `${path} is not valid TOML, so you can edit it only as text.`, {
        path,
      });
    const mark = this.text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : '';
    let last: TomlText<Judged> = this;
    const editor = new TomlEditor(layout, order, (text) => {
      last = new TomlText(mark + text, this.#file);
      return last.#document.layout() ?? refuse('the text would not be TOML');
    });
    let values = this.#values;
    for (const edit of edits) {
      const fitting = fittedEdit(edit, values);
      const next = applyEdits(values, [fitting]);
      try {
        editor.make(fitting, values as Record<string, never>);
      } catch (error) {
        if (error instanceof BoxcutterError) throw error;
        refuse('something went wrong', error);
      }
      values = next;
    }
    const text = mark + editor.text();
    if (last.text !== text) refuse('its text would be lost');
    if (!sameValue(last.#values, values)) refuse('the text would not say what you entered');
    return last;
  }
}
