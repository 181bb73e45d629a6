import { useMemo } from 'react';
import { loadVerdict } from '../../../model/verdict.ts';
import { useFindings, useOpened } from '../../../state/hooks.ts';
import type { Opened } from '../../../state/load.ts';
import { readableTensors } from '../../../widgets/use-it/snippet.ts';
import { UseIt } from '../../../widgets/use-it/use-it.tsx';
import { LANGUAGES, type SnippetModel } from './snippet.ts';

const DOUBTS = {
  refused: 'The safetensors library rejects this file, so this code will fail.',
  doubtful: 'This file has errors: it may not load, or may differ from what its author saved.',
};

/** How to load the tensors from Python and Rust. */
export function Snippets() {
  const opened = useOpened();
  const loading = loadVerdict(useFindings(), opened?.package.verdicts ?? { refused: [] });
  const model = useMemo(() => opened && modelOf(opened), [opened]);
  return model && <UseIt languages={LANGUAGES} model={model} loading={loading} doubts={DOUBTS} />;
}

function modelOf({ package: pkg, descriptor, inside }: Opened): SnippetModel {
  const index = pkg.files.find(({ role }) => role === 'metadata');
  const url = descriptor.kind === 'url' && !inside && index === undefined ? descriptor.url : undefined;
  return {
    file: index?.path ?? pkg.name.split('/').at(-1) ?? pkg.name,
    isIndex: index !== undefined,
    url,
    tensor: readableTensors(pkg.tensors)[0]?.name,
  };
}
