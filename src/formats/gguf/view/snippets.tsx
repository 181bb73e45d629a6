import { useMemo } from 'react';
import { loadVerdict } from '../../../model/verdict.ts';
import { useFindings, useOpened } from '../../../state/hooks.ts';
import type { Opened } from '../../../state/load.ts';
import { UseIt } from '../../../widgets/use-it/use-it.tsx';
import { kindOf } from '../core/kind.ts';
import type { GgufOwn } from '../core/own.ts';
import { REJECTED_WARNINGS } from '../core/words.ts';
import { languagesOf, type SnippetModel } from './snippet.ts';

/** Characters of a name that code is written with. A hostile one may have millions. */
const MAX_NAME = 200;

const DOUBTS = {
  refused: 'llama.cpp rejects this file, so this code will fail.',
  doubtful: 'This file has errors: llama.cpp may not load it.',
};

/** How to run the model with llama.cpp, Ollama and Python, or to read its tensors. */
export function Snippets() {
  const opened = useOpened();
  const findings = useFindings();
  const model = useMemo(() => opened && modelOf(opened), [opened]);
  if (!opened || !model) return null;
  const isRejected = findings.some(({ code }) => REJECTED_WARNINGS.includes(code));
  const loading = isRejected ? 'refused' : loadVerdict(findings, opened.package.verdicts);
  return <UseIt languages={languagesOf(model.kind)} model={model} loading={loading} doubts={DOUBTS} />;
}

function modelOf({ package: pkg, descriptor, inside }: Opened): SnippetModel {
  const own = pkg.own as GgufOwn;
  const tensor = pkg.tensors.find(({ name, problem }) => problem === undefined && name.length <= MAX_NAME);
  const url = descriptor.kind === 'url' && !inside ? descriptor.url : undefined;
  return {
    kind: kindOf(own.keyValues, pkg.tensors.length),
    file: own.path.split('/').at(-1) ?? own.path,
    isSplit: own.shardCount > 1,
    ...(url === undefined ? {} : { url }),
    ...(tensor ? { tensor: tensor.name } : {}),
  };
}
