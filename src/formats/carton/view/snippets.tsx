import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { formatCount } from '../../../base/amounts.ts';
import { failureOf, loadVerdict } from '../../../model/verdict.ts';
import { useActions, useFindings, useOpened } from '../../../state/hooks.ts';
import type { Opened } from '../../../state/load.ts';
import { ErrorNote } from '../../../widgets/error-note.tsx';
import { saveBlob } from '../../../widgets/files/save-blob.ts';
import { useJob } from '../../../widgets/loading/job.ts';
import { NameText } from '../../../widgets/name-text.tsx';
import { PlaceLink } from '../../../widgets/place-link.tsx';
import type { SnippetLanguage } from '../../../widgets/use-it/snippet.ts';
import { UseIt } from '../../../widgets/use-it/use-it.tsx';
import { CARTON_VERDICTS } from '../core/check/verdicts.ts';
import { type ExampleValues, exampleInputs, useExampleValues } from './example-values.ts';
import classes from './panel.module.css';
import { isOptional, isWhole, type SnippetModel } from './snippet.ts';
import { cSnippet } from './snippet-c.ts';
import { cppSnippet } from './snippet-cpp.ts';
import { pythonSnippet } from './snippet-python.ts';
import { rustSnippet } from './snippet-rust.ts';

const LANGUAGES: readonly [SnippetLanguage<SnippetModel>, ...SnippetLanguage<SnippetModel>[]] = [
  { label: 'Python', language: 'python', write: pythonSnippet },
  { label: 'Rust', language: 'rust', write: rustSnippet },
  { label: 'C++', language: 'cpp', write: cppSnippet },
  { label: 'C', language: 'c', write: cSnippet },
];

const DOUBTS = {
  refused: 'The reference reader rejects this carton, so this code will fail.',
  doubtful: 'This carton has errors: it may not load, or may differ from what its author packed.',
};

/** Where a program finds the open package: its address, or the name of the file. */
function locationOf({ descriptor, inside, package: { name } }: Opened): string {
  // No program loads it from inside another package.
  if (inside) return name;
  if (descriptor.kind === 'url') return descriptor.url;
  return descriptor.kind === 'folder' ? `${descriptor.name}.carton` : descriptor.file.name;
}

/** How to use this carton from Python, Rust, C++ and C, with the values of its first example. */
export function Snippets() {
  const opened = useOpened();
  const findings = useFindings();
  const loading = loadVerdict(findings, CARTON_VERDICTS);
  const given = useExampleValues();
  const model = useMemo(() => opened && modelOf(opened, given), [opened, given]);
  if (!opened || !model) return null;
  return (
    <UseIt
      languages={LANGUAGES}
      model={model}
      loading={loading}
      doubts={DOUBTS}
      failure={failureOf(findings, CARTON_VERDICTS)}
    >
      <Notes opened={opened} given={given} names={model.inputs.map(({ name }) => name)} />
    </UseIt>
  );
}

function modelOf(opened: Opened, given: ExampleValues | undefined): SnippetModel {
  const { package: pkg } = opened;
  const inputs = pkg.inputs.filter(isWhole);
  const inExample = exampleInputs(pkg);
  return {
    location: locationOf(opened),
    inputs: inputs.filter((input) => !isOptional(input, inExample)),
    leftOut: inputs.filter((input) => isOptional(input, inExample)).map(({ name }) => name),
    outputs: pkg.outputs.filter(isWhole),
    values: given?.values,
  };
}

const INNER = { kind: 'inner' } as const;

interface NotesProps {
  opened: Opened;
  given: ExampleValues | undefined;
  /** Names of the inputs that the code has. */
  names: readonly string[];
}

/** What the program needs beside it, and where its values come from. */
function Notes({ opened, given, names }: NotesProps) {
  const { kind } = opened.inside ? INNER : opened.descriptor;
  return (
    <>
      <p className={classes.lead}>
        {kind === 'file' && 'Run it in the folder of the file, or use the full path. '}
        {kind === 'inner' && 'Download it first. Programs load it as a file. '}
        {kind === 'folder' && 'A folder cannot be loaded directly. Make a carton of it first, with this name. '}
        {given && given.values.size > 0 && <ValuesNote names={names} given={given} />}
      </p>
      {given?.files.map((file) => (
        <PictureFile key={file.name} {...file} />
      ))}
    </>
  );
}

/** Which values come from the example. Large ones are not written into code. */
function ValuesNote({ names, given: { title, values } }: { names: readonly string[]; given: ExampleValues }) {
  const held = names.filter((name) => values.has(name));
  if (held.length === names.length) {
    return (
      <>
        The values are from <NameText>{title}</NameText>.
      </>
    );
  }
  const [first] = held;
  if (first === undefined) return null;
  return (
    <>
      {held.length === 1 ? <NameText mono>{first}</NameText> : `${formatCount(held.length)} inputs`}{' '}
      {held.length === 1 ? 'has its value' : 'have their values'} from <NameText>{title}</NameText>. The others have
      placeholders: replace them.
    </>
  );
}

/** A file that the program reads, with a button that saves it. */
function PictureFile({ name, path }: { name: string; path: string }) {
  const { readBlob } = useActions();
  const { state, run } = useJob();
  const save = () => void run(async () => saveBlob(await readBlob(path, 'application/octet-stream'), name));
  return (
    <>
      <p className={classes.reads}>
        <span>
          It reads <NameText mono>{name}</NameText>, the picture{' '}
          <PlaceLink to={{ tab: 'files', item: path }} underline="never" />.
        </span>
        <Button size="compact-sm" onClick={save}>
          Save {name}
        </Button>
      </p>
      {state.status === 'failed' && <ErrorNote error={state.error} onRetry={save} />}
    </>
  );
}
