import { Button, NativeSelect } from '@mantine/core';
import { IconFolderOpen } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { TensorInfo } from '../../../model/package.ts';
import { useLevelsState, usePackage } from '../../../state/hooks.ts';
import { openedOf } from '../../../state/load.ts';
import { shapeRelation } from '../../../tensor/compare/shapes.ts';
import { Dialog } from '../../../widgets/dialog.tsx';
import { ErrorNote } from '../../../widgets/error-note.tsx';
import { useFileDrop } from '../../../widgets/files/file-drop.ts';
import { FilterInput } from '../../../widgets/filter-input.tsx';
import { useFirst } from '../../../widgets/first.tsx';
import { RunningJob } from '../../../widgets/loading/loading-view.tsx';
import { NameText, visibleText } from '../../../widgets/name-text.tsx';
import { ShapeText } from '../../../widgets/tensor/shape-text.tsx';
import { useFileInput } from '../../opening/file-input.tsx';
import classes from './compare-dialog.module.css';
import { type Beside, type CompareState, comparable, fits } from './compare-state.ts';

interface Props {
  info: TensorInfo;
  state: CompareState;
  opened: boolean;
  onClose(): void;
}

/** Tensors listed at first, and with each click on the button below them. */
const LISTED = 50;

/** Asks what a tensor is compared with: another one of its package, or of a file. */
export default function CompareDialog({ opened, onClose, ...props }: Props) {
  return (
    <Dialog opened={opened} title={`Compare ${visibleText(props.info.name)}`} onClose={onClose}>
      <Choice {...props} onClose={onClose} />
    </Dialog>
  );
}

function Choice({ info, state, onClose }: Omit<Props, 'opened'>) {
  const { beside, choose, setShowsDifference } = state;
  const packages = [...useOpenPackages(info), ...beside.files];
  const [at, setAt] = useState(0);
  const of = packages[at] ?? (packages[0] as Beside);
  const take = (from: Beside, other: TensorInfo) => {
    choose({
      target: { handle: from.handle, tensor: other.name },
      info: other,
      file: from.handle === undefined ? undefined : from.name,
    });
    setShowsDifference(false);
    onClose();
  };
  const openFile = async ([file]: readonly File[]) => {
    const found = file && (await beside.open(file));
    if (!found) return;
    setAt(packages.length);
    const fitting = found.tensors.filter((other) => fits(info, other));
    const [only = found.tensors[0]] = fitting;
    if (only && (fitting.length === 1 || found.tensors.length === 1)) take(found, only);
  };
  const drop = useFileDrop((files) => void openFile(files));
  const { input, choose: chooseFile } = useFileInput('compare-file', (files) => void openFile(files));
  const { state: job, cancel } = beside.job;
  return (
    <div className={classes.root} {...drop}>
      <div className={classes.file}>
        <Button
          leftSection={<IconFolderOpen size={16} stroke={1.75} aria-hidden />}
          onClick={() => chooseFile((files) => void openFile(files), false)}
        >
          Choose file
        </Button>
        <p className={classes.hint}>
          or drop an .npy, .npz or .safetensors file here, or any other that Boxcutter opens.
        </p>
        {input}
      </div>
      {job.status === 'running' && <RunningJob what="Opening" progress={job.progress} onCancel={cancel} />}
      {job.status === 'failed' && <ErrorNote error={job.error} />}
      {packages.length > 1 && (
        <NativeSelect
          label="Package"
          size="sm"
          value={String(packages.indexOf(of))}
          onChange={({ currentTarget }) => setAt(Number(currentTarget.value))}
          data={packages.map(({ name }, index) => ({ value: String(index), label: visibleText(name) }))}
        />
      )}
      <Tensors key={packages.indexOf(of)} info={info} of={of} onTake={(other) => take(of, other)} />
    </div>
  );
}

/** The package that is shown, without the tensor itself, and those around it. */
function useOpenPackages(info: TensorInfo): Beside[] {
  const pkg = usePackage();
  const { levels, shown } = useLevelsState((state) => state);
  const outer = levels
    .slice(0, levels.indexOf(shown))
    .flatMap(({ store }) => openedOf(store.getState().load) ?? [])
    .map(({ handle, package: of }): Beside => ({ handle, name: of.name, tensors: comparable(of) }))
    .filter(({ tensors }) => tensors.length > 0);
  const own = comparable(pkg).filter(({ name }) => name !== info.name);
  return [{ name: pkg.name, tensors: own }, ...outer.reverse()];
}

interface TensorsProps {
  info: TensorInfo;
  of: Beside;
  onTake(other: TensorInfo): void;
}

/** The tensors of a package: those that fit first, and of them those that fit as they are, then that of the same name. */
function Tensors({ info, of, onTake }: TensorsProps) {
  const [filter, setFilter] = useState('');
  const sorted = useMemo(() => {
    const rank = (other: TensorInfo) =>
      (fits(info, other) ? (shapeRelation(info.shape, other.shape) === 'transposed' ? 2 : 4) : 0) +
      (other.name === info.name ? 1 : 0);
    return of.tensors.map((other) => ({ other, rank: rank(other) })).sort((a, b) => b.rank - a.rank);
  }, [info, of]);
  const words = filter.trim().toLowerCase();
  const found = words === '' ? sorted : sorted.filter(({ other }) => other.name.toLowerCase().includes(words));
  const [first, more] = useFirst(found, LISTED, 'Show more', { step: LISTED });
  if (of.tensors.length === 0) return <p className={classes.hint}>{visibleText(of.name)} has no other tensors.</p>;
  return (
    <div>
      {of.tensors.length > 1 && <FilterInput label="Filter tensors" value={filter} onChange={setFilter} />}
      <ul className={classes.list} aria-label="Tensors to compare with">
        {first.map(({ other, rank }) => (
          <li key={other.name}>
            <button
              type="button"
              className={classes.tensor}
              data-fits={rank > 1 || undefined}
              onClick={() => onTake(other)}
            >
              <NameText mono>{other.name}</NameText>
              <span className={classes.type}>
                {other.dtype} · <ShapeText shape={other.shape} />
              </span>
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className={classes.hint}>No tensor has this in its name.</p>}
      {more}
    </div>
  );
}
