import { digestBlob } from '../archive/digest/blob.ts';
import { CARTON_TENSORS } from '../formats/carton/core/edit/tensor-steps.ts';
import type { OpenPackage } from '../formats/format.ts';
import type { Draft, EditStep, FileChange, Texts } from '../model/draft.ts';
import { editStep, type FieldStep } from '../model/edit/edit.ts';
import { sameValue } from '../model/edit/field.ts';
import type { TensorAct, TensorsBasis } from '../model/tensor/tensor-acts.ts';
import { savedDraft } from './file-draft.ts';

/** A draft of a carton as its steps make it, without the page. */
export class TensorSession {
  readonly open: OpenPackage;
  texts: Texts = new Map();
  files: readonly FileChange[] = [];
  values: unknown;

  private constructor(open: OpenPackage) {
    this.open = open;
  }

  static async of(open: OpenPackage): Promise<TensorSession> {
    const session = new TensorSession(open);
    await session.#take({});
    return session;
  }

  get on(): TensorsBasis {
    return { values: this.values, files: this.files, open: this.open.package };
  }

  /** Makes a step as the engine does, and compares the values that it gives at once with those of the texts. */
  async make(step: FieldStep | EditStep): Promise<void> {
    const made = 'apply' in step ? step : editStep(step);
    const values = made.apply(this.values);
    this.files = made.files ?? this.files;
    if (values === this.values) return;
    await this.#take({ texts: this.texts, edits: made.edits });
    if (!sameValue(values, this.values)) throw new Error('The texts do not say what the step does.');
  }

  act(...acts: TensorAct[]): Promise<void> {
    return this.make(CARTON_TENSORS.step(this.on, acts, 'Act'));
  }

  state() {
    return { texts: this.texts, files: this.files, values: this.values };
  }

  /** As undo does. */
  goTo(state: ReturnType<TensorSession['state']>): void {
    Object.assign(this, state);
  }

  async draft(): Promise<Draft> {
    const files = this.files.map(async (change) =>
      change.kind === 'put' ? { ...change, digest: change.digest ?? (await digestBlob(change.blob)) } : change,
    );
    return { texts: this.texts, files: await Promise.all(files), renew: false };
  }

  async saved() {
    return savedDraft(this.open, await this.draft());
  }

  async #take(ask: { texts?: Texts; edits?: unknown }): Promise<void> {
    const state = await this.open.edit?.(ask);
    if (!state) throw new Error('The package cannot be edited.');
    this.texts = state.texts;
    this.values = state.values;
  }
}
