import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import type { TensorInfo } from '../../model/package.ts';
import type { OpenedOutputs } from '../../state/run-slice.ts';
import { isDecodedDtype } from '../../tensor/dtype.ts';
import { Dialog } from '../../widgets/dialog.tsx';
import { ErrorNote } from '../../widgets/error-note.tsx';
import { useJob } from '../../widgets/loading/job.ts';
import { visibleText } from '../../widgets/name-text.tsx';
import { TensorViews } from '../../widgets/tensor-views/tensor-views.tsx';
import { useTensorAccess } from '../tensors/shown-tensor.tsx';
import { useTensorState } from '../tensors/tensor-state.ts';

/** The width of the dialog, in px: room for a grid of numbers, or a picture and its controls. */
const WIDTH = 960;

interface Props {
  info: TensorInfo;
  /** Opens the outputs beside the package that is shown. */
  open(): Promise<Pick<OpenedOutputs, 'handle'>>;
}

/** A button that shows an output of a model as the Tensors tab shows a tensor: as numbers, a picture, a line, a sound. */
export function OutputViews({ info, open }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const [handle, setHandle] = useState<number>();
  const { state, run } = useJob();
  const name = visibleText(info.name);
  return (
    <>
      <Button
        ref={button}
        size="compact-sm"
        variant="subtle"
        aria-label={`View ${name}`}
        onClick={() => void run(async () => setHandle((await open()).handle))}
      >
        View
      </Button>
      {state.status === 'failed' && <ErrorNote error={state.error} />}
      <Dialog
        opened={handle !== undefined}
        title={name}
        size={WIDTH}
        onClose={() => {
          setHandle(undefined);
          button.current?.focus();
        }}
      >
        {handle !== undefined && <Views info={info} handle={handle} />}
      </Dialog>
    </>
  );
}

function Views({ info, handle }: { info: TensorInfo; handle: number }) {
  const { name, dtype, shape } = info;
  const access = useTensorAccess(info, undefined, handle);
  const { state, change } = useTensorState(info);
  if (!isDecodedDtype(dtype)) return null;
  return <TensorViews name={name} dtype={dtype} shape={shape} access={access} state={state} onState={change} />;
}
