import { loadVerdict } from '../../../model/verdict.ts';
import { useFindings, useOpenPackage } from '../../../state/hooks.ts';
import { CodeBlock } from '../../../widgets/code-block.tsx';
import { Section } from '../../../widgets/section.tsx';
import { LoadDoubt } from '../../../widgets/use-it/load-doubt.tsx';
import type { MlfOwn } from '../core/own.ts';
import { compileSnippet, tvmcSnippet } from './snippet.ts';
import classes from './use-library.module.css';

const DOUBTS = {
  refused: 'TVM rejects this package, so this will fail.',
  doubtful: 'This package has errors: it may not compile, or not be what its author exported.',
};

/** How to compile the generated code, and how to build a project with tvmc. */
export function UseLibrary() {
  const pkg = useOpenPackage();
  const loading = loadVerdict(useFindings(), pkg.verdicts);
  const own = pkg.own as MlfOwn;
  const compile = compileSnippet(own, pkg.name);
  return (
    <Section title="Use it">
      <LoadDoubt loading={loading} doubts={DOUBTS} />
      {compile !== undefined && (
        <>
          <p className={classes.note}>
            {own.hasRuntime
              ? 'Unpack it, and compile the sources with the runtime that is packed with them.'
              : 'Unpack it, and compile the sources. The headers of the runtime (TVM’s standalone_crt) are not in the package: set TVM_CRT to their folder.'}
          </p>
          <CodeBlock label="compilation" text={compile} language="shellscript" />
        </>
      )}
      <p className={classes.note}>With microTVM, tvmc makes a project from it, here for an emulated board.</p>
      <CodeBlock label="tvmc command" text={tvmcSnippet(pkg.name)} language="shellscript" />
    </Section>
  );
}
