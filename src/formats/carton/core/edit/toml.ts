import { BadFileError, BoxcutterError } from '../../../../base/errors.ts';
import { applyEdits, type Edit, type TomlValues } from '../../../../model/edit.ts';
import { CARTON_TOML, judgeCartonToml, type ParsedCartonToml } from '../carton-toml.ts';
import { parseToml, plainValue, type TomlDocument } from '../toml.ts';
import { Editor } from './editor.ts';
import { type Layout, layoutOf } from './layout.ts';
import { refuse } from './refusal.ts';
import { copyOf, fittedEdit, sameValue } from './values.ts';

const BYTE_ORDER_MARK = '\ufeff';

/** A carton.toml as text, parsed once for all that is asked of it. */
export class TomlText {
  readonly text: string;
  readonly #document: TomlDocument;
  #parsed: ParsedCartonToml | undefined;
  readonly #layout: Layout | undefined;
  /** As the parser gives them, with dates. */
  readonly #values: TomlValues | undefined;

  /** Never throws. */
  constructor(text: string) {
    this.text = text;
    let layout: Layout | undefined;
    const document = parseToml(text, CARTON_TOML, 'toml/syntax', {
      fields: true,
      onTree: (tree, whole, offset) => {
        layout = layoutOf(tree, whole, offset);
      },
    });
    if (document.value) {
      this.#layout = layout;
      // Judging takes what is wrong out of the document's own.
      this.#values = copyOf(document.value) as TomlValues;
    }
    this.#document = document;
  }

  /** As `parseCartonToml` reads it. */
  parsed(): ParsedCartonToml {
    this.#parsed ??= judgeCartonToml(this.#document);
    return this.#parsed;
  }

  /** The file's values as plain data; undefined where the text is no TOML. */
  values(): TomlValues | undefined {
    return this.#values && (plainValue(this.#values) as TomlValues);
  }

  /**
   * The text after edits, made in turn. What they do not touch stays byte for byte: comments, order, formatting. Throws
   * - BadFileError `toml/syntax` where the text is no TOML,
   * - InternalError `internal/bug` where an edit does not fit the values,
   * - InternalError `internal/edit-refused` where the new text would not have the intended values, which is a bug.
   */
  edited(edits: readonly Edit[]): TomlText {
    if (!this.#layout || !this.#values)
      throw new BadFileError('toml/syntax', `${CARTON_TOML} is no valid TOML, so that only its text can be edited.`, {
        path: CARTON_TOML,
      });
    const mark = this.text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : '';
    let last: TomlText = this;
    const editor = new Editor(this.#layout, (text) => {
      last = new TomlText(mark + text);
      if (!last.#layout) refuse('the text would be no TOML');
      return last.#layout;
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
    if (last.text !== text) refuse('its text was lost');
    if (!sameValue(last.#values, values)) refuse('the text would not say what was meant');
    return last;
  }
}
