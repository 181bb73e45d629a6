import { useMemo, useState } from 'react';
import { savedName } from '../../model/file/file-name.ts';
import type { MakerChoice, PackageMaker } from '../../model/maker.ts';
import { aboutWithReadme } from '../../model/readme.ts';
import type { MadePackage } from '../../state/draft/slice.ts';
import { useActions } from '../../state/hooks.ts';
import type { NewPackage } from '../../state/load.ts';
import { saveBlob } from '../../widgets/files/save-blob.ts';
import { useJob } from '../../widgets/loading/job.ts';
import { typedName } from '../draft/save/save-name.ts';
import type { SecretAnswer } from '../files/changes/secret-rows.tsx';
import { dropPicked, pickSaveFile } from '../files/content/save-file.ts';
import { useFieldValues } from './field-file.ts';
import { type GivenPlaces, layoutOf, type Material, movedPlaces } from './material.ts';
import { photoSums, useMaterialPhotos } from './photos.ts';
import { useReadme } from './readme.ts';
import { type SecretAnswers, secretFiles, useMaterialSecrets, withoutSecret } from './secrets.ts';

export interface MakingProps {
  maker: PackageMaker;
  /** The id of the format that is made. */
  format: string;
  from: 'nothing' | 'files';
  material: Material;
  /** Called when the package begins to be written, and when that has ended. */
  onBusy(busy: boolean): void;
  onMade(made: MadePackage): void;
}

/** What the form of a new package knows, for its parts. */
export type Making = ReturnType<typeof useMaking>;

export function useMaking({ maker, format, from, material, onBusy, onMade }: MakingProps) {
  const [given, setGiven] = useState<GivenPlaces>(new Map());
  const secretSearch = useMaterialSecrets(material);
  const [answers, setAnswers] = useState<SecretAnswers>(new Map());
  const readmeState = withoutSecret(useReadme(material), secretSearch, answers);
  const search = useMaterialPhotos(material);
  const photos = search.status === 'ready' ? search.value : undefined;
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
  const [typedModel, setName] = useState<string>();
  const name = typedModel ?? (material.isNamed ? undefined : readme?.name) ?? material.name;
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [compression, setCompression] = useState<NewPackage['compression']>(maker.compression);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(layout.files.flatMap(({ path, leftOut }) => (leftOut === undefined ? path : []))),
  );
  const secrets = useMemo(
    () => (secretSearch ? secretFiles(layout, secretSearch, chosen, answers) : []),
    [layout, secretSearch, chosen, answers],
  );
  const { makePackage } = useActions();
  const job = useJob();
  const taken = useMemo(() => layout.files.filter(({ path }) => chosen.has(path)), [layout, chosen]);
  const described = useMemo(() => {
    const places = new Map(taken.map(({ path, place }) => [path, place]));
    return found && maker.readme.describe(found.markdown, (path) => places.get(path));
  }, [maker, found, taken]);
  const paths = useMemo(() => taken.map(({ path }) => path), [taken]);
  const sums = useMemo(() => photos && photoSums(photos, paths), [photos, paths]);
  const hasReadme = !fromNothing && !plan.unpacked;
  const about = useMemo(
    () => (hasReadme && readme ? aboutWithReadme(material.about, readme, described?.text ?? '') : material.about),
    [hasReadme, readme, material, described],
  );
  const left = useMemo(
    () => (about && !plan.unpacked ? [...(about.left ?? []), ...maker.leaves(about)] : []),
    [about, plan, maker],
  );
  const asked = plan.unpacked ? [] : (kind?.fields ?? []).filter(({ ofFiles }) => !(fromNothing && ofFiles));
  const fields = useFieldValues(asked, plan.fields, typed, layout.files);

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
      about,
    };
    const files = taken.map(({ path, place, from: where }) => {
      const cut = cutsPhotos ? photos?.get(path)?.cut : undefined;
      return { path: place, from: cut ? { file: cut } : where };
    });
    const all = material.files.map(({ path }) => path);
    const renewed = layout.renewed.map(({ path, from: where }) => ({ path, from: where }));
    return { format, choice, files, renewed, given: all, compression };
  }

  const fileName = typedName(savedName(name.trim() || 'new'), maker.words.extension ?? '');

  /** Asks where to save it first. Never rejects. */
  async function save(): Promise<void> {
    const ordered = order();
    const picked = await pickSaveFile(fileName);
    if (picked.kind === 'closed') return;
    onBusy(true);
    await job.run(async (options) => {
      try {
        const to = { name: fileName, file: picked.kind === 'file' ? picked.file : undefined };
        const made = await makePackage(ordered, to, options);
        if (made.download) saveBlob(made.download, fileName);
        onMade(made);
      } catch (error) {
        await dropPicked(picked);
        throw error;
      }
    });
    onBusy(false);
  }

  return {
    maker,
    material,
    fromNothing,
    layout,
    plan,
    /** They are about the kind that the files are for. */
    notes: plan.unpacked || kindId === plan.kind ? plan.notes : [],
    kind,
    setKind,
    name,
    setName,
    /** The fields of the kind that are asked for, and what they have. */
    asked,
    fields,
    setField: (id: string, value: string) => setTyped({ ...typed, [id]: value }),
    /** The paths of the chosen files in the folder, and these files. */
    chosen,
    setChosen,
    taken,
    /** Files get other places, by those that they have. */
    move: (moves: ReadonlyMap<string, string>) => setGiven(movedPlaces(given, layout.files, moves)),
    hasReadme,
    /** What the metadata file gets of what the package is made of, beside its name. */
    about: plan.unpacked ? undefined : about,
    /** What it does not get. */
    left,
    readmeState,
    /** What the README describes. Undefined until it is read. */
    described,
    /** The pictures among the files that the README shows. */
    pictures,
    usesReadme,
    setUsesReadme,
    /** Undefined while the files are searched. */
    secretSearch,
    /** The files that may contain secrets. */
    secrets,
    answer,
    /** The search for photos, and what it says of the chosen files. */
    search,
    sums,
    cutsPhotos,
    setCutsPhotos,
    compression,
    setCompression,
    fileName,
    job,
    isRunning: job.state.status === 'running',
    save: () => void save(),
  };
}

/** Why the package cannot be saved now, in a sentence. Undefined where it can. */
export function whyNot(making: Making): string | undefined {
  const { hasReadme, usesReadme, readmeState, search, secretSearch, secrets, fromNothing, taken, fields } = making;
  if (hasReadme && usesReadme && readmeState.at === 'reading') return 'The README is being read.';
  if (search.status === 'loading') return 'The files are searched for photos that say where they were taken.';
  if (search.status === 'failed')
    return 'The files could not be searched for photos that say where they were taken. Reload the page.';
  if (!secretSearch) return 'The files are searched for keys and passwords.';
  const unanswered = secrets.filter(({ answer }) => answer === undefined).length;
  if (unanswered > 0)
    return `Choose Leave out or Keep for ${unanswered === 1 ? '1 file that may contain a secret' : `${unanswered} files that may contain secrets`}.`;
  if (!fromNothing && taken.length === 0) return 'Choose at least one file.';
  if (fields.pending) return `The file for “${fields.pending.label}” is being read.`;
  return making.asked.flatMap((field) => field.problem(fields.valueOf(field)) ?? [])[0];
}
