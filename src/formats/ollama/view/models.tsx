import { useState } from 'react';
import type { Package } from '../../../model/package.ts';
import { useOpenPackage } from '../../../state/hooks.ts';
import type { OllamaOwn, ShownModel } from '../core/own.ts';
import { LayerList } from './layer-list.tsx';
import { LayerTexts } from './layer-texts.tsx';
import { ModelFacts } from './model-facts.tsx';
import { ModelTable } from './model-table.tsx';
import { SpareBlobs } from './spare-blobs.tsx';
import { UseModel } from './use-model.tsx';

/** The chosen model of each open store, by the path of its manifest: it stays chosen while another tab is shown. */
const chosenOf = new WeakMap<Package, string>();

/** The models of a store to choose from, and of one: its layers, its texts, and how to run it. */
export function Models() {
  const pkg = useOpenPackage();
  const { models, kind, texts } = pkg.own as OllamaOwn;
  const [path, setPath] = useState(chosenOf.get(pkg));
  const chosen: ShownModel | undefined = models.find((model) => model.path === path) ?? models[0];
  const choose = (model: ShownModel) => {
    chosenOf.set(pkg, model.path);
    setPath(model.path);
  };
  return (
    <>
      {models.length > 1 && <ModelTable models={models} chosen={chosen} onChoose={choose} />}
      {chosen && (
        <>
          {models.length > 1 && <ModelFacts model={chosen} />}
          <LayerList model={chosen} named={models.length > 1} />
          <LayerTexts model={chosen} texts={texts} />
          <UseModel model={chosen} kind={kind} />
        </>
      )}
      <SpareBlobs own={pkg.own as OllamaOwn} />
    </>
  );
}
