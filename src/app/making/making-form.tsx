import { NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import { useEffect, useId, useMemo, useState } from 'react';
import { MADE_FORMAT } from '../../formats/views.ts';
import { savedName } from '../../model/file-name.ts';
import type { MakerChoice, PackageMaker } from '../../model/maker.ts';
import { aboutWithReadme } from '../../model/readme.ts';
import { useActions } from '../../state/hooks.ts';
import type { MadePackage } from '../../state/save-slice.ts';
import { formatBytes, formatCount, formatNumberOf } from '../../widgets/byte-size.ts';
import { ErrorNote } from '../../widgets/error-note.tsx';
import { RunningJob } from '../../widgets/loading-view.tsx';
import { NameText } from '../../widgets/name-text.tsx';
import { saveBlob } from '../../widgets/save-blob.ts';
import { ToneLine } from '../../widgets/severity.tsx';
import { ActButton } from '../draft/act-button.tsx';
import { typedName } from '../draft/save-name.ts';
import { dropPicked, pickSaveFile } from '../files/save-file.ts';
import { takeFocus } from '../focus.ts';
import { useJob } from '../job.ts';
import { FieldAbout } from './field-about.tsx';
import { useFieldValues } from './field-file.ts';
import { type GivenPlaces, layoutOf, type Material, movedPlaces } from './material.ts';
import classes from './new-package.module.css';
import { PhotoChoice } from './photo-choice.tsx';
import { photoSums, useMaterialPhotos } from './photos.ts';
import { PlacedFiles } from './placed-files.tsx';
import { useReadme } from './readme.ts';
import { ReadmeChoice } from './readme-choice.tsx';

interface Props {
  maker: PackageMaker;
  from: 'nothing' | 'files';
  material: Material;
  /** Called when the package begins to be written, and when that has ended. */
  onBusy(busy: boolean): void;
  onMade(made: MadePackage): void;
}

const COMPRESSIONS = [
  {
    value: 'zstd',
    label: 'zstd',
    about: 'The usual choice. Smaller, and fast to read. The command unzip skips these files.',
  },
  { value: 'deflate', label: 'Deflate', about: 'Slower. Every zip program can read it.' },
  { value: 'stored', label: 'None', about: 'As large as the files.' },
] as const;

type Compression = (typeof COMPRESSIONS)[number]['value'];

/** What a new package is made of and how, and the button that saves it. */
export function MakingForm({ maker, from, material, onBusy, onMade }: Props) {
  const [given, setGiven] = useState<GivenPlaces>(new Map());
  const readmeState = useReadme(material);
  const photos = useMaterialPhotos(material);
  const [cutsPhotos, setCutsPhotos] = useState(false);
  const [usesReadme, setUsesReadme] = useState(true);
  const found = readmeState.at === 'read' ? readmeState.readme : undefined;
  const readme = usesReadme ? found : undefined;
  const pictures = useMemo(() => new Set(readme && maker.readme.pictures(readme.markdown)), [maker, readme]);
  const layout = useMemo(() => layoutOf(material, maker, given, pictures), [material, maker, given, pictures]);
  const { plan } = layout;
  const fromNothing = from === 'nothing';
  const [kindId, setKind] = useState((fromNothing ? maker.kinds[0]?.id : plan.kind) ?? '');
  const kind = maker.kinds.find(({ id }) => id === kindId);
  const [typedModel, setTypedModel] = useState<string>();
  const name = typedModel ?? (material.isNamed ? undefined : readme?.name) ?? material.name;
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  // They are about the kind that the files are for.
  const notes = plan.unpacked || kindId === plan.kind ? plan.notes : [];
  const [compression, setCompression] = useState<Compression>('zstd');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(layout.files.flatMap(({ path, leftOut }) => (leftOut === undefined ? path : []))),
  );
  const { makePackage } = useActions();
  const { state, run, cancel } = useJob();
  const isRunning = state.status === 'running';

  // Leaving would cancel it.
  useEffect(() => {
    if (!isRunning) return;
    const onLeave = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', onLeave);
    return () => window.removeEventListener('beforeunload', onLeave);
  }, [isRunning]);

  const taken = useMemo(() => layout.files.filter(({ path }) => chosen.has(path)), [layout, chosen]);
  const described = useMemo(() => {
    const places = new Map(taken.map(({ path, place }) => [path, place]));
    return found && maker.readme.describe(found.markdown, (path) => places.get(path));
  }, [maker, found, taken]);
  const sums = useMemo(
    () =>
      photos &&
      photoSums(
        photos,
        taken.map(({ path }) => path),
      ),
    [photos, taken],
  );
  const hasReadme = !fromNothing && !plan.unpacked;
  const size = taken.reduce((sum, file) => sum + file.size, 0);
  const asked = plan.unpacked ? [] : (kind?.fields ?? []).filter(({ ofFiles }) => !(fromNothing && ofFiles));
  const fields = useFieldValues(asked, plan.fields, typed, layout.files);
  const problems = asked.flatMap((field) => field.problem(fields.valueOf(field)) ?? []);
  const isReading = hasReadme && usesReadme && readmeState.at === 'reading';
  const isEmpty = !fromNothing && taken.length === 0;
  const reason = isReading
    ? 'The README is being read.'
    : photos === undefined
      ? 'The files are searched for photos that say where they were taken.'
      : isEmpty
        ? 'Choose at least one file.'
        : fields.pending
          ? `The file for “${fields.pending.label}” is being read.`
          : problems[0];
  const fileName = typedName(savedName(name.trim() || 'new'), maker.words.extension ?? '');

  /** Files get other places, by those that they have. */
  function move(moves: ReadonlyMap<string, string>): void {
    setGiven(movedPlaces(given, layout.files, moves));
  }

  async function save(): Promise<void> {
    const picked = await pickSaveFile(fileName);
    if (picked.kind === 'closed') return;
    const choice: MakerChoice = {
      kind: kindId,
      name: name.trim(),
      fields: Object.fromEntries((kind?.fields ?? []).map((field) => [field.id, fields.valueOf(field)])),
      fromNothing,
      about: hasReadme && readme ? aboutWithReadme(material.about, readme, described?.text ?? '') : material.about,
    };
    const files = taken.map(({ path, place, from: where }) => {
      const cut = cutsPhotos ? photos?.get(path)?.cut : undefined;
      return { path: place, from: cut ? { file: cut } : where };
    });
    const all = material.files.map(({ path }) => path);
    const renewed = layout.renewed.map(({ path, from: where }) => ({ path, from: where }));
    onBusy(true);
    try {
      await run(async (options) => {
        try {
          const made = await makePackage(
            { format: MADE_FORMAT.format, choice, files, renewed, given: all, compression },
            { name: fileName, file: picked.kind === 'file' ? picked.file : undefined },
            options,
          );
          if (made.download) saveBlob(made.download, fileName);
          onMade(made);
        } catch (error) {
          await dropPicked(picked);
          throw error;
        }
      });
    } finally {
      onBusy(false);
    }
  }

  return (
    <div className={classes.form}>
      {!plan.unpacked && (
        <div className={classes.fields}>
          <TextInput
            label="Model name"
            ref={takeFocus}
            value={name}
            readOnly={isRunning}
            onChange={({ currentTarget }) => setTypedModel(currentTarget.value)}
          />
          <NativeSelect
            label={maker.kindLabel}
            description={fromNothing ? kind?.template : kind?.about}
            inputWrapperOrder={['label', 'input', 'description']}
            data={maker.kinds.map(({ id, label }) => ({ value: id, label }))}
            value={kindId}
            disabled={isRunning}
            onChange={({ currentTarget }) => setKind(currentTarget.value)}
          />
          {asked.map((field) => {
            const { id, label, about, problem } = field;
            const now = fields.valueOf(field);
            return (
              <TextInput
                key={`${kindId} ${id}`}
                label={label}
                description={<FieldAbout about={about} note={fields.noteOf(field)} />}
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                value={now}
                error={problem(now)}
                spellCheck={false}
                readOnly={isRunning}
                onChange={({ currentTarget }) => setTyped({ ...typed, [id]: currentTarget.value })}
              />
            );
          })}
        </div>
      )}
      {notes.map((note) => (
        <ToneLine key={note} tone="info">
          {note}
        </ToneLine>
      ))}
      {hasReadme && (
        <ReadmeChoice
          state={readmeState}
          described={described}
          pictures={taken.filter(({ path }) => pictures.has(path)).length}
          folder={maker.readme.folder}
          place={taken.find(({ path }) => path === found?.path)?.place}
          takesName={!material.isNamed}
          takesLicense={!material.about?.license}
          isUsed={usesReadme}
          onUsed={setUsesReadme}
          disabled={isRunning}
        />
      )}
      {!fromNothing && (
        <PlacedFiles
          maker={maker}
          layout={layout}
          disabled={isRunning}
          chosen={chosen}
          onChosen={setChosen}
          onMoved={move}
        />
      )}
      {sums && <PhotoChoice sums={sums} isCut={cutsPhotos} onCut={setCutsPhotos} disabled={isRunning} />}
      <CompressionChoice value={compression} onChange={setCompression} disabled={isRunning} />
      {state.status === 'failed' && (
        <div role="status">
          <ErrorNote error={state.error} />
          <p className={classes.text}>Nothing was saved.</p>
        </div>
      )}
      <div className={classes.footer}>
        {isRunning ? (
          <div className={classes.job}>
            <RunningJob what={`Saving ${fileName}`} progress={state.progress} onCancel={cancel} />
          </div>
        ) : (
          <>
            <p className={classes.sum}>
              <NameText mono>{fileName}</NameText>:{' '}
              {fromNothing
                ? 'the files of the template'
                : `${takenText(taken.length, layout.files.length)}, ${formatBytes(size)}`}
              {window.showSaveFilePicker || size === 0
                ? ''
                : `. This browser keeps a copy first, so it needs up to ${formatBytes(2 * size)} of room`}
            </p>
            <ActButton reason={reason} onClick={() => void save()}>
              Save {MADE_FORMAT.one}
            </ActButton>
          </>
        )}
      </div>
    </div>
  );
}

/** "5 of 9 files", or "9 files". */
function takenText(taken: number, all: number): string {
  return taken === all ? formatNumberOf(all, 'file') : `${formatCount(taken)} of ${formatNumberOf(all, 'file')}`;
}

interface CompressionProps {
  value: Compression;
  onChange(value: Compression): void;
  disabled: boolean;
}

function CompressionChoice({ value, onChange, disabled }: CompressionProps) {
  const id = useId();
  return (
    <div>
      <h3 id={id} className={classes.heading}>
        Compression
      </h3>
      <SegmentedControl
        aria-labelledby={id}
        size="sm"
        value={value}
        disabled={disabled}
        onChange={(next) => onChange(next as Compression)}
        data={COMPRESSIONS.map(({ value: of, label }) => ({ value: of, label }))}
      />
      <p className={classes.text}>
        {COMPRESSIONS.find(({ value: of }) => of === value)?.about}
        {value === 'stored' ? '' : ' Files that do not shrink are stored as they are.'}
      </p>
    </div>
  );
}
