import { Button, FileButton, NativeSelect, SegmentedControl } from '@mantine/core';
import { IconFolderOpen } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { DialogActions } from '../../../../../widgets/dialog-actions.tsx';
import { ErrorNote } from '../../../../../widgets/error-note.tsx';
import { useFileDrop } from '../../../../../widgets/files/file-drop.ts';
import { RunningJob } from '../../../../../widgets/loading/loading-view.tsx';
import { visibleText } from '../../../../../widgets/name-text.tsx';
import { useEdit, useValues } from '../../../../draft-values.ts';
import formClasses from '../../../../form/form.module.css';
import type { SpecSide } from '../../../core/edit/steps.ts';
import { takenWords, takeSpecs } from '../../../core/edit/taken-specs.ts';
import { chosenSpecs, isChosen, type Offer, type Row, rowsOf, withFirst } from './chosen-rows.ts';
import classes from './from-file.module.css';
import { isEmpty, type SourcePackage, useSourcePackages } from './source-packages.ts';
import { SpecChoices } from './spec-choices.tsx';
import { symbolsInUse } from './symbols-in-use.ts';

interface Props {
  /** The side whose button was pressed. */
  side: SpecSide;
  onDone(): void;
}

/** What is taken, before a file is chosen and after. */
export function FromFileForm({ side, onDone }: Props) {
  const { packages, job, open } = useSourcePackages();
  const [at, setAt] = useState(0);
  const reset = useRef<() => void>(null);
  const take = async (files: readonly File[]) => {
    if (await open(files)) setAt(0);
    reset.current?.();
  };
  const drop = useFileDrop((files) => void take(files));
  const source = packages[at] ?? packages[0];
  return (
    <div className={classes.root} {...drop}>
      <div className={classes.file}>
        <FileButton multiple resetRef={reset} onChange={(files) => void take(files)}>
          {(props) => (
            <Button {...props} leftSection={<IconFolderOpen size={16} stroke={1.75} aria-hidden />}>
              Choose file
            </Button>
          )}
        </FileButton>
        <p className={formClasses.hint}>
          or drop one here: arrays, weights, a model with inputs and outputs, or its metadata file. Only types and
          shapes are read.
        </p>
      </div>
      {job.state.status === 'running' && (
        <RunningJob what="Opening" progress={job.state.progress} onCancel={job.cancel} />
      )}
      {job.state.status === 'failed' && <ErrorNote error={job.state.error} />}
      {source && (
        <NativeSelect
          label="From"
          size="sm"
          value={String(packages.indexOf(source))}
          onChange={({ currentTarget }) => setAt(Number(currentTarget.value))}
          data={packages.map(({ name, isShown }, index) => ({
            value: String(index),
            label: isShown ? `${visibleText(name)}: its own tensors` : visibleText(name),
          }))}
        />
      )}
      {source ? (
        <Choices key={packages.length - packages.indexOf(source)} {...{ source, side, onDone }} />
      ) : (
        <DialogActions onCancel={onDone}>{null}</DialogActions>
      )}
    </div>
  );
}

/** What can be chosen of a package, and the button that takes it. */
function Choices({ source, side, onDone }: Props & { source: SourcePackage }) {
  const edit = useEdit();
  const values = useValues() ?? {};
  const [offer, setOffer] = useState<Offer>(source.declared ? 'declared' : 'tensors');
  const [rows, setRows] = useState<readonly Row[]>(() => rowsOf(source, offer, side));
  const [first, setFirst] = useState('');
  if (isEmpty(source))
    return (
      <>
        <p className={formClasses.hint}>
          {visibleText(source.name)} has neither tensors nor a list of inputs and outputs. Choose another file.
        </p>
        <DialogActions onCancel={onDone}>{null}</DialogActions>
      </>
    );
  const offered = (next: Offer) => {
    setOffer(next);
    setFirst('');
    setRows(rowsOf(source, next, side));
  };
  const chosen = chosenSpecs(rows);
  return (
    <>
      {source.declared && source.tensors.length > 0 && (
        <SegmentedControl
          className={classes.offer ?? ''}
          aria-label="Take"
          size="sm"
          data={[
            { value: 'declared', label: 'Inputs and outputs' },
            { value: 'tensors', label: 'Tensors' },
          ]}
          value={offer}
          onChange={(next) => offered(next as Offer)}
        />
      )}
      <NativeSelect
        label="First dimension"
        size="sm"
        description="Applies to all with one. A name stands for a size that may differ, such as that of a batch."
        value={first}
        onChange={({ currentTarget: { value } }) => {
          setFirst(value);
          setRows(withFirst(rows, value || undefined));
        }}
        data={[{ value: '', label: 'As in the file' }, ...firstDimensions(symbolsInUse(values))]}
      />
      <SpecChoices {...{ rows, values }} onRows={setRows} />
      <DialogActions onCancel={onDone}>
        <Button
          variant="filled"
          disabled={!chosen || chosen.length === 0}
          onClick={() => {
            if (!chosen) return;
            edit((now) => takeSpecs(now, chosen, source.name));
            onDone();
          }}
        >
          {chosen && rows.some(isChosen) ? `Take ${takenWords(chosen)}` : 'Take'}
        </Button>
      </DialogActions>
    </>
  );
}

/** The usual name of a batch's size, in the format's document and in the cartons of others. */
const BATCH = 'batch_size';

function firstDimensions(symbols: readonly { value: string; note?: string | undefined }[]) {
  const known = symbols.some(({ value }) => value === BATCH) ? [] : [{ value: BATCH }];
  return [...known, ...symbols].map(({ value, note }: { value: string; note?: string | undefined }) => ({
    value,
    label: visibleText(note === undefined ? value : `${value} (${note})`),
  }));
}
