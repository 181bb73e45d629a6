import { useOpenPackage } from '../../../state/hooks.ts';
import type { MlfOwn } from '../core/own.ts';
import { GraphTable } from './graph-table.tsx';
import { SourceList } from './source-list.tsx';

/** The generated code with its functions, and the nodes of each graph. */
export function Details() {
  const own = useOpenPackage().own as MlfOwn;
  return (
    <>
      {own.sources.length > 0 && <SourceList own={own} />}
      {own.graphs.map((graph) => (
        <GraphTable key={graph.path} graph={graph} own={own} />
      ))}
    </>
  );
}
