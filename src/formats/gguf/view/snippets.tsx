import { useMemo } from 'react';
import { useFindings, useOpened } from '../../../state/hooks.ts';
import type { Opened } from '../../../state/load.ts';
import { readableTensors } from '../../../widgets/use-it/snippet.ts';
import { UseIt } from '../../../widgets/use-it/use-it.tsx';
import { kindOf, missingWeights } from '../core/kind.ts';
import type { GgufOwn } from '../core/own.ts';
import { loadDoubt } from './load-doubt.ts';
import { languagesOf, type SnippetModel } from './snippet.ts';
import classes from './snippets.module.css';

/** How to run the model with llama.cpp, Ollama and Python, or to read its tensors. */
export function Snippets() {
  const opened = useOpened();
  const findings = useFindings();
  const model = useMemo(() => opened && modelOf(opened), [opened]);
  if (!opened || !model) return null;
  const { loading, doubts } = loadDoubt(findings, opened.package.verdicts);
  const { keyValues } = opened.package.own as GgufOwn;
  // Tensors that could not be listed, or are in files that are not here, are not missing.
  const isWhole = loading === 'fine' && !model.isSplit;
  const missing = isWhole ? missingWeights(keyValues, opened.package.tensors.length) : undefined;
  return (
    <UseIt languages={languagesOf(model.kind)} model={model} loading={loading} doubts={doubts}>
      {missing !== undefined && <p className={classes.note}>{missing}</p>}
    </UseIt>
  );
}

function modelOf({ package: pkg, descriptor, inside }: Opened): SnippetModel {
  const own = pkg.own as GgufOwn;
  const url = descriptor.kind === 'url' && !inside ? descriptor.url : undefined;
  return {
    kind: kindOf(own.keyValues, pkg.tensors.length),
    file: own.path.split('/').at(-1) ?? own.path,
    isSplit: own.shardCount > 1,
    url,
    tensor: readableTensors(pkg.tensors)[0]?.name,
  };
}
