import { SegmentedControl } from '@mantine/core';
import { useMemo, useState } from 'react';
import { loadVerdict } from '../../../model/verdict.ts';
import { useFindings } from '../../../state/hooks.ts';
import { CodeBlock } from '../../../widgets/code-block.tsx';
import { Section } from '../../../widgets/section.tsx';
import { LoadDoubt } from '../../../widgets/use-it/load-doubt.tsx';
import type { OllamaOwn, ShownModel } from '../core/own.ts';
import { VERDICTS } from '../core/words.ts';
import classes from './use-model.module.css';
import { modelsFolder, runCommand, SYSTEMS, type System, serveCommand, weightsPath } from './use-model.ts';

const DOUBTS = {
  refused: 'Ollama rejects this model, so this will fail.',
  doubtful: 'This model has errors: it may not load, or not be what its author packed.',
};

/** How to run a model, and where Ollama keeps its weights. */
export function UseModel({ model, kind }: { model: ShownModel; kind: OllamaOwn['kind'] }) {
  const [system, setSystem] = useState<System>('macOS');
  const command = runCommand(model);
  const path = weightsPath(model, system);
  return (
    <Section title="Use it">
      <Doubt model={model} />
      {command === undefined ? (
        <p className={classes.note}>
          Ollama finds a model by the path of its manifest. Put the manifest at manifests/HOST/NAMESPACE/MODEL/TAG in
          the folder of models, with its blobs in “blobs” beside it.
        </p>
      ) : (
        <CodeBlock label="command" text={command} language="shellscript" />
      )}
      <p className={classes.note}>
        {path === undefined ? 'Where Ollama keeps its models' : 'Where Ollama keeps the weights'}
        {kind === 'manifest' && path !== undefined ? ' once they are downloaded' : ''}. The variable OLLAMA_MODELS can
        name a different folder.
      </p>
      <SegmentedControl
        className={classes.system ?? ''}
        aria-label="System"
        size="sm"
        data={[...SYSTEMS]}
        value={system}
        onChange={(value) => setSystem(value as System)}
      />
      <CodeBlock label="path" text={path ?? modelsFolder(system)} language="shellscript" />
      {kind === 'store' && command !== undefined && (
        <>
          <p className={classes.note}>
            “ollama run” looks in that folder, not in the one that is open here. To run the model from here, quit
            Ollama, start it with the path of this folder, and give the command in another terminal.
          </p>
          <CodeBlock label="command to serve this folder" text={serveCommand(system)} language="shellscript" />
        </>
      )}
    </Section>
  );
}

/** Says what Ollama does with a model that has errors: findings of its manifest and its blobs. */
function Doubt({ model }: { model: ShownModel }) {
  const findings = useFindings();
  const loading = useMemo(() => {
    const paths = new Set([model.path, ...model.layers.flatMap(({ path }) => path ?? [])]);
    return loadVerdict(
      findings.filter(({ path }) => path !== undefined && paths.has(path)),
      VERDICTS,
    );
  }, [findings, model]);
  return <LoadDoubt loading={loading} doubts={DOUBTS} />;
}
