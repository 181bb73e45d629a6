import { ActionIcon, Menu } from '@mantine/core';
import {
  IconCopyPlus,
  IconCursorText,
  IconDots,
  IconFileImport,
  IconPencil,
  IconTableShortcut,
  IconTransform,
  IconTrash,
} from '@tabler/icons-react';
import type { TensorInfo } from '../../../model/package.ts';
import type { TensorAct, TensorsBasis } from '../../../model/tensor/tensor-acts.ts';
import type { TensorContents } from '../../../tensor/contents/contents.ts';
import type { Shape } from '../../../tensor/shape.ts';
import { ErrorNote } from '../../../widgets/error-note.tsx';
import { useJob } from '../../../widgets/loading/job.ts';
import { RunningJob } from '../../../widgets/loading/loading-view.tsx';
import type { FileOffer } from '../../files/changes/file-offers.ts';
import { useFileQuestions } from '../../files/changes/file-questions.tsx';
import { OfferItems } from '../../files/content/offer-items.tsx';
import { useFindActions } from '../../find/action.ts';
import { useFileInput } from '../../opening/file-input.tsx';
import { CastForm, ReplaceForm } from './contents-forms.tsx';
import { RemoveTensorForm, ReshapeForm, TensorNameForm } from './tensor-forms.tsx';
import { stepName, type TensorActs } from './use-tensor-acts.ts';

interface Props {
  info: TensorInfo;
  acts: TensorActs;
  /** The tensor has another name now, or there is another one to show. Undefined where none is. */
  onName(name: string | undefined): void;
  /** Begins to edit the cells. Undefined where they are not shown, or being edited. */
  onCells: (() => void) | undefined;
}

/** What can be done with a tensor. Each is a step of the draft. */
export function TensorMenu({ info, acts, onName, onCells }: Props) {
  const { name, shape, inner, data } = info;
  const { drafts, problem, basis } = acts;
  const { state, run, cancel } = useJob();
  const { dialog, ask } = useFileQuestions(() => {});
  const { input, choose } = useFileInput('replace-tensor', () => {});
  const shown = stepName(name);

  /** Asks what is still to be known, and makes the act that this gives. Says why it cannot be made. */
  async function act(words: string, make: (on: TensorsBasis) => Promise<TensorAct | undefined>): Promise<void> {
    await run(async (options) => {
      const on = await basis();
      const made = on && (await make(on));
      if (!made) return;
      await acts.make([made], words, options);
      if (made.kind === 'rename' || made.kind === 'duplicate') onName(made.to);
      if (made.kind === 'remove') onName(undefined);
    });
  }

  const put = (contents: TensorContents | undefined): TensorAct | undefined =>
    contents && { kind: 'put', name, contents };

  const askName = (of: 'Rename' | 'Duplicate') => (on: TensorsBasis) =>
    ask<string>(`${of} ${shown}`, 520, (answer) => (
      <TensorNameForm
        act={of}
        first={of === 'Rename' ? name : drafts.freeName(on, name.replace(/_\d+$/, ''))}
        uses={of === 'Rename' ? drafts.usesOf(on, name) : []}
        problemOf={(to) => drafts.nameProblem(on, to)}
        onAnswer={answer}
      />
    ));

  const items: FileOffer[] = [];
  if (onCells) items.push({ name: 'Edit cells', Icon: IconPencil, run: onCells });
  items.push({
    name: 'Replace with a file…',
    Icon: IconFileImport,
    run: () =>
      choose(([file]) => {
        if (!file) return;
        void act(`Replace ${shown}`, async () =>
          put(
            await ask<TensorContents>(`Replace ${shown}`, 560, (answer) => (
              <ReplaceForm info={info} dtypes={drafts.dtypes} file={file} onAnswer={answer} />
            )),
          ),
        );
      }, false),
  });
  if (!inner && info.problem === undefined)
    items.push({
      name: 'Convert type…',
      Icon: IconTransform,
      run: () =>
        void act(`Convert ${shown}`, async () =>
          put(
            await ask<TensorContents>(`Convert ${shown}`, 560, (answer) => (
              <CastForm info={info} dtypes={drafts.dtypes} onAnswer={answer} />
            )),
          ),
        ),
    });
  if (!inner)
    items.push({
      name: 'Reshape…',
      Icon: IconTableShortcut,
      run: () =>
        void act(`Reshape ${shown}`, async () => {
          const to = await ask<Shape>(`Reshape ${shown}`, 520, (answer) => (
            <ReshapeForm shape={shape} onAnswer={answer} />
          ));
          return to && { kind: 'reshape', name, shape: to };
        }),
    });
  items.push({
    name: 'Rename…',
    Icon: IconCursorText,
    run: () =>
      void act(`Rename ${shown}`, async (on) => {
        const to = await askName('Rename')(on);
        return to === undefined || to === name ? undefined : { kind: 'rename', name, to };
      }),
  });
  if (inner || data)
    items.push({
      name: 'Duplicate…',
      Icon: IconCopyPlus,
      run: () =>
        void act(`Duplicate ${shown}`, async (on) => {
          const to = await askName('Duplicate')(on);
          return to === undefined ? undefined : { kind: 'duplicate', name, to };
        }),
    });
  items.push({
    name: 'Remove',
    Icon: IconTrash,
    run: () =>
      void act(`Remove ${shown}`, async (on) => {
        const uses = drafts.usesOf(on, name);
        const isYes =
          uses.length === 0 ||
          (await ask<boolean>(`Remove ${shown}`, 520, (answer) => <RemoveTensorForm uses={uses} onAnswer={answer} />));
        return isYes ? { kind: 'remove', name } : undefined;
      }),
  });
  const offered = problem === undefined ? items : [];
  useFindActions(offered.map(({ name: what, ...item }) => ({ name: `${what.replace('…', '')} tensor`, ...item })));
  return (
    <>
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <ActionIcon size="lg" aria-label="More">
            <IconDots size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <OfferItems items={offered} why={problem} />
        </Menu.Dropdown>
      </Menu>
      {input}
      {dialog}
      {state.status === 'failed' && <ErrorNote error={state.error} />}
      {state.status === 'running' && state.progress && (
        <RunningJob what="Reading" progress={state.progress} onCancel={cancel} />
      )}
    </>
  );
}
