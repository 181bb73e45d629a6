import { useMemo } from 'react';
import { shortened } from '../../../base/text.ts';
import type {
  CaseValues,
  TensorAct,
  TensorDrafts,
  TensorMark,
  TensorsBasis,
} from '../../../model/tensor/tensor-acts.ts';
import { digestedContents } from '../../../state/added-digests.ts';
import { useActions, useApp, useAppReader, useOpenPackage } from '../../../state/hooks.ts';
import { contentsBlobs, type TensorContents } from '../../../tensor/contents/contents.ts';
import type { JobOptions } from '../../../widgets/loading/job.ts';
import { visibleText } from '../../../widgets/name-text.tsx';
import { useFormatDrafts } from '../../package/format-view.ts';

/** Characters of a tensor's name in the name of a step, or the title of a dialog. */
const MAX_NAME = 40;

/** A tensor's name in the name of a step, or the title of a dialog. */
export function stepName(name: string): string {
  return visibleText(shortened(name, MAX_NAME));
}

/** What can be done with the tensors of a package, by what its format says of them. */
export interface TensorActs {
  readonly drafts: TensorDrafts;
  /** Why nothing can be changed now, in a sentence. */
  readonly problem: string | undefined;
  /** What the tensors of the draft follow from. Begins the draft. Undefined where it cannot begin. */
  basis(): Promise<TensorsBasis | undefined>;
  /**
   * Makes one step of the draft. Reads large elements once before, and reports progress in bytes. Rejects as
   * `TensorDrafts.step` throws, as reading does, and when canceled.
   */
  make(acts: readonly TensorAct[], name: string, options: JobOptions): Promise<void>;
  /** The same for a new example or self-test. Undefined where the format has none. */
  addCase: ((of: 'example' | 'self-test', values: CaseValues, options: JobOptions) => Promise<void>) | undefined;
}

const NO_MARKS: readonly TensorMark[] = [];

/** What the draft makes of tensors. */
export function useTensorMarks(): readonly TensorMark[] {
  const open = useOpenPackage();
  const { drafts } = useFormatDrafts(open.format);
  const now = useApp(({ draft }) => draft?.current);
  const tensors = open.can.editTensors ? drafts?.tensors : undefined;
  return useMemo(() => {
    if (!tensors || now?.values === undefined) return NO_MARKS;
    return tensors.changes({ values: now.values, files: now.files, open });
  }, [tensors, now, open]);
}

/** Undefined where the format has no way to change tensors, or it is not known yet. */
export function useTensorActs(): TensorActs | undefined {
  const open = useOpenPackage();
  const { drafts } = useFormatDrafts(open.format);
  const { startDraft, edit, digestBlob } = useActions();
  const read = useAppReader();
  const now = useApp(({ draft }) => draft?.current);
  const tensors = open.can.edit && open.can.save ? drafts?.tensors : undefined;
  return useMemo(() => {
    if (!tensors) return undefined;
    const basisOf = (state: typeof now): TensorsBasis => ({
      values: state ? state.values : {},
      files: state?.files ?? [],
      open,
    });
    const basis = async () => {
      await startDraft();
      const { draft } = read();
      return draft && basisOf(draft.current);
    };
    const digestsOf = async (contents: readonly TensorContents[], options: JobOptions) => {
      const digested = await digestedContents(contents.flatMap(contentsBlobs), digestBlob, options);
      return new Map(digested.flatMap(({ blob, digest }) => (digest ? [[blob, digest]] : [])));
    };
    const { addCase } = tensors;
    return {
      drafts: tensors,
      problem: tensors.problem(basisOf(now)),
      basis,
      async make(acts, name, options) {
        const contents = acts.flatMap((act) => (act.kind === 'put' ? act.contents : []));
        const digests = await digestsOf(contents, options);
        const on = await basis();
        if (on) edit(tensors.step(on, acts, name, digests));
      },
      addCase:
        addCase &&
        (async (of, values, options) => {
          const contents = [...values.inputs, ...values.outputs].map((value) => value.contents);
          const digests = await digestsOf(contents, options);
          const on = await basis();
          if (on) edit(addCase(on, of, values, digests));
        }),
    };
  }, [tensors, open, now, startDraft, edit, digestBlob, read]);
}
