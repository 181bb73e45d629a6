import { useMemo, useState } from 'react';
import { MADE_FORMAT } from '../../formats/views.ts';
import { savedName } from '../../model/file/file-name.ts';
import type { MakerChoice, PackageMaker } from '../../model/maker.ts';
import { aboutWithReadme } from '../../model/readme.ts';
import type { MadePackage } from '../../state/draft/save-slice.ts';
import type { NewPackage } from '../../state/load.ts';
import { ErrorNote } from '../../widgets/error-note.tsx';
import { ToneLine } from '../../widgets/severity.tsx';
import { typedName } from '../draft/save/save-name.ts';
import type { SecretAnswer } from '../files/changes/secret-rows.tsx';
import { type Compression, CompressionChoice } from './compression-choice.tsx';
import { type FieldValues, useFieldValues } from './field-file.ts';
import { MakingFields } from './making-fields.tsx';
import { MakingFooter } from './making-footer.tsx';
import { useMakingJob } from './making-job.ts';
import { type GivenPlaces, layoutOf, type Material, movedPlaces } from './material.ts';
import classes from './new-package.module.css';
import { PhotoChoice } from './photo-choice.tsx';
import { photoSums, type SearchedPhotos, useMaterialPhotos } from './photos.ts';
import { PlacedFiles } from './placed-files.tsx';
import { useReadme } from './readme.ts';
import { ReadmeChoice } from './readme-choice.tsx';
import { SecretChoice } from './secret-choice.tsx';
import { type SecretAnswers, secretFiles, useMaterialSecrets, withoutSecret } from './secrets.ts';

interface Props {
  maker: PackageMaker;
  from: 'nothing' | 'files';
  material: Material;
  /** Called when the package begins to be written, and when that has ended. */
  onBusy(busy: boolean): void;
  onMade(made: MadePackage): void;
}

/** What a new package is made of and how, and the button that saves it. */
export function MakingForm({ maker, from, material, onBusy, onMade }: Props) {
  const [given, setGiven] = useState<GivenPlaces>(new Map());
  const secretSearch = useMaterialSecrets(material);
  const [answers, setAnswers] = useState<SecretAnswers>(new Map());
  const readmeState = withoutSecret(useReadme(material), secretSearch, answers);
  const search = useMaterialPhotos(material);
  const photos = search.at === 'searched' ? search.photos : undefined;
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
  const secrets = useMemo(
    () => (secretSearch ? secretFiles(layout, secretSearch, chosen, answers) : []),
    [layout, secretSearch, chosen, answers],
  );
  const job = useMakingJob({ onBusy, onMade });
  const isRunning = job.state.status === 'running';
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
  const reason = whyNot({
    isReading: hasReadme && usesReadme && readmeState.at === 'reading',
    search,
    isSearched: secretSearch !== undefined,
    unanswered: secrets.filter(({ answer }) => answer === undefined).length,
    isEmpty: !fromNothing && taken.length === 0,
    fields,
    problem: asked.flatMap((field) => field.problem(fields.valueOf(field)) ?? [])[0],
  });
  const fileName = typedName(savedName(name.trim() || 'new'), maker.words.extension ?? '');

  /** Files get other places, by those that they have. */
  function move(moves: ReadonlyMap<string, string>): void {
    setGiven(movedPlaces(given, layout.files, moves));
  }

  function answer(paths: readonly string[], said: SecretAnswer): void {
    setAnswers(new Map([...answers, ...paths.map((path) => [path, said] as const)]));
    const next = new Set(chosen);
    for (const path of paths) {
      if (said === 'keep') next.add(path);
      else next.delete(path);
    }
    setChosen(next);
  }

  function order(): NewPackage {
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
    return { format: MADE_FORMAT.format, choice, files, renewed, given: all, compression };
  }

  return (
    <div className={classes.form}>
      {!plan.unpacked && (
        <MakingFields
          maker={maker}
          name={name}
          onName={setTypedModel}
          kind={kind}
          onKind={setKind}
          fromNothing={fromNothing}
          asked={asked}
          values={fields}
          onField={(id, value) => setTyped({ ...typed, [id]: value })}
          disabled={isRunning}
        />
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
        <SecretChoice
          search={secretSearch}
          files={secrets}
          taken={taken.map(({ path }) => path)}
          onAnswer={answer}
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
      {job.state.status === 'failed' && (
        <div role="status">
          <ErrorNote error={job.state.error} />
          <p className={classes.text}>Nothing was saved.</p>
        </div>
      )}
      <MakingFooter
        fileName={fileName}
        taken={fromNothing ? undefined : { files: taken.length, all: layout.files.length, size }}
        reason={reason}
        job={job}
        onSave={() => void job.save(order(), fileName)}
      />
    </div>
  );
}

interface Standing {
  /** Whether the README is being read. */
  isReading: boolean;
  search: SearchedPhotos;
  /** Whether the files were searched for secrets. */
  isSearched: boolean;
  /** How many files may contain a secret and wait for an answer. */
  unanswered: number;
  /** Whether no file is chosen. */
  isEmpty: boolean;
  fields: FieldValues;
  /** Why the value of a field cannot be taken. */
  problem: string | undefined;
}

/** Why the package cannot be saved now, in a sentence. Undefined where it can. */
function whyNot({ isReading, search, isSearched, unanswered, isEmpty, fields, problem }: Standing): string | undefined {
  if (isReading) return 'The README is being read.';
  if (search.at === 'searching') return 'The files are searched for photos that say where they were taken.';
  if (search.at === 'failed')
    return 'The files could not be searched for photos that say where they were taken. Reload the page.';
  if (!isSearched) return 'The files are searched for keys and passwords.';
  if (unanswered > 0)
    return `Choose Leave out or Keep for ${unanswered === 1 ? '1 file that may contain a secret' : `${unanswered} files that may contain secrets`}.`;
  if (isEmpty) return 'Choose at least one file.';
  if (fields.pending) return `The file for “${fields.pending.label}” is being read.`;
  return problem;
}
