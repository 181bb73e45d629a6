import { useMemo } from 'react';
import { loadVerdict } from '../../../model/verdict.ts';
import { useFindings, useOpened } from '../../../state/hooks.ts';
import type { Opened } from '../../../state/load.ts';
import { UseIt } from '../../../widgets/use-it/use-it.tsx';
import { LANGUAGES, type SnippetModel } from './snippet.ts';

/** Characters of a name that code is written with. A hostile one may have millions. */
const MAX_NAME = 200;

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
  const tensor = pkg.tensors.find(({ name, problem }) => problem === undefined && name.length <= MAX_NAME);
  const url = descriptor.kind === 'url' && !inside && index === undefined ? descriptor.url : undefined;
  return {
    file: index?.path ?? pkg.name.split('/').at(-1) ?? pkg.name,
    isIndex: index !== undefined,
    url,
    ...(tensor ? { tensor: tensor.name } : {}),
  };
}
