import { ActionIcon, Menu } from '@mantine/core';
import { IconCopyPlus, IconCursorText, IconDots, IconTableShortcut, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { toErrorData } from '../../../base/errors.ts';
import { shortened } from '../../../base/text.ts';
import type { TensorInfo } from '../../../model/package.ts';
import type { TensorAct, TensorsBasis } from '../../../model/tensor/tensor-acts.ts';
import type { Shape } from '../../../tensor/shape.ts';
import { ErrorNote } from '../../../widgets/error-note.tsx';
import { visibleText } from '../../../widgets/name-text.tsx';
import type { FileOffer } from '../../files/changes/file-offers.ts';
import { useFileQuestions } from '../../files/changes/file-questions.tsx';
import { OfferItems } from '../../files/content/offer-items.tsx';
import { useFindActions } from '../../find/action.ts';
import { RemoveTensorForm, ReshapeForm, TensorNameForm } from './tensor-forms.tsx';
import { type TensorActs, useTensorActs } from './use-tensor-acts.ts';

/** Characters of a name in the name of a step, or the title of a dialog. */
const MAX_NAME = 40;

interface Props {
  info: TensorInfo;
  /** The tensor has another name now, or there is another one to show. Undefined where none is. */
  onName(name: string | undefined): void;
}

/** What can be done with a tensor. Each is a step of the draft. Nothing where the format cannot change tensors. */
export function TensorMenu(props: Props) {
  const acts = useTensorActs();
  return acts && <Items {...props} acts={acts} />;
}

function Items({ info, onName, acts }: Props & { acts: TensorActs }) {
  const { name, shape, inner, data } = info;
  const { drafts, problem, basis } = acts;
  const [error, setError] = useState<unknown>();
  const { dialog, ask } = useFileQuestions(() => setError(undefined));
  const shown = visibleText(shortened(name, MAX_NAME));

  /** Asks what is still to be known, and makes the act that this gives. Says why it cannot be made. */
  async function act(words: string, make: (on: TensorsBasis) => Promise<TensorAct | undefined>): Promise<void> {
    setError(undefined);
    try {
      const on = await basis();
      const made = on && (await make(on));
      if (!made) return;
      await acts.make([made], words);
      if (made.kind === 'rename' || made.kind === 'duplicate') onName(made.to);
      if (made.kind === 'remove') onName(undefined);
    } catch (failed) {
      setError(failed);
    }
  }

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
      {dialog}
      {error !== undefined && <ErrorNote error={toErrorData(error)} />}
    </>
  );
}
