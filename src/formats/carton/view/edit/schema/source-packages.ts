import { useCallback, useMemo, useState } from 'react';
import { formatNumberOf } from '../../../../../base/amounts.ts';
import { useActions, useLevelsState, usePackagePart } from '../../../../../state/hooks.ts';
import { openedOf } from '../../../../../state/load.ts';
import { type Job, useJob } from '../../../../../widgets/loading/job.ts';
import { type SchemaSource, schemaSource } from '../../../core/edit/taken-specs.ts';

/** A package that a schema can be taken from. */
export interface SourcePackage extends SchemaSource {
  name: string;
  /** Each file is one tensor: whoever chose them means all of them. */
  areMeant?: boolean;
  /** It is the package that is shown. */
  isShown?: boolean;
}

export interface SourcePackages {
  packages: readonly SourcePackage[];
  job: Job;
  /** Opens a file, or several as the files of an unpacked package. Gives false where `job` says why not. */
  open(files: readonly File[]): Promise<boolean>;
}

/**
 * Packages that a schema can be taken from: files that are opened here, the newest first, the packages around the one
 * that is shown, and its own tensors.
 */
export function useSourcePackages(): SourcePackages {
  const { openBeside, closeBeside } = useActions();
  const job = useJob();
  const [opened, setOpened] = useState<readonly SourcePackage[]>([]);
  const around = useOpenPackages();
  const { run } = job;
  const open = useCallback(
    async (files: readonly File[]) => {
      let isOpen = false;
      const [first] = files;
      if (!first) return false;
      await run(async (options) => {
        const read = async (what: File | readonly File[]) => {
          const { handle, package: pkg } = await openBeside(what, options);
          // What is asked of it, it has said.
          closeBeside(handle);
          return schemaSource(pkg);
        };
        const source = files.length === 1 ? await ofOne(first, read) : await ofSeveral(files, read);
        if (options.signal.aborted) return;
        setOpened((before) => [source, ...before]);
        isOpen = true;
      });
      return isOpen;
    },
    [run, openBeside, closeBeside],
  );
  return { packages: [...opened, ...around], job, open };
}

type Read = (what: File | readonly File[]) => Promise<SchemaSource>;

/** A metadata file alone is one of an unpacked package. */
async function ofOne(file: File, read: Read): Promise<SourcePackage> {
  const alone = await read(file);
  return { name: file.name, ...(isEmpty(alone) ? await read([file]) : alone), areMeant: alone.tensors.length === 1 };
}

/** Files of an unpacked package, else each for itself. */
async function ofSeveral(files: readonly File[], read: Read): Promise<SourcePackage> {
  const name = formatNumberOf(files.length, 'file');
  const together = await read(files);
  if (!isEmpty(together)) return { name, ...together };
  const each: SchemaSource[] = [];
  for (const file of files) each.push(await read(file));
  return {
    name,
    tensors: each.flatMap(({ tensors }) => tensors),
    areMeant: each.every(({ tensors }) => tensors.length === 1),
  };
}

/** Whether a package has nothing that a schema could be taken from. */
export function isEmpty({ declared, tensors }: SchemaSource): boolean {
  return !declared && tensors.length === 0;
}

function useOpenPackages(): SourcePackage[] {
  const own = usePackagePart(({ tensors }) => tensors);
  const name = usePackagePart((pkg) => pkg.name);
  const { levels, shown } = useLevelsState((state) => state);
  return useMemo(() => {
    const outer = levels
      .slice(0, levels.indexOf(shown))
      .flatMap(({ store }) => openedOf(store.getState().load)?.package ?? [])
      .map((pkg): SourcePackage => ({ name: pkg.name, ...schemaSource(pkg) }));
    const tensors: SourcePackage = { name, isShown: true, ...schemaSource({ inputs: [], outputs: [], tensors: own }) };
    return [...outer.reverse(), tensors].filter((source) => !isEmpty(source));
  }, [own, name, levels, shown]);
}
