import { useEffect, useState } from 'react';
import type { Package } from '../../../model/package.ts';
import { useOpenPackage } from '../../../state/hooks.ts';
import type { OllamaOwn, ShownModel } from '../core/own.ts';
import { LayerList } from './layer-list.tsx';
import { LayerTexts } from './layer-texts.tsx';
import { ModelFacts } from './model-facts.tsx';
import { modelAt, nameOf } from './model-place.ts';
import { ModelTable } from './model-table.tsx';
import { SpareBlobs } from './spare-blobs.tsx';
import { UseModel } from './use-model.tsx';

interface Props {
  /** The chosen model, as the address names it. */
  item: string | undefined;
  onItem(item: string): void;
}

/** The chosen model of each open store: it stays chosen while another tab is shown, whose address does not have it. */
const chosenOf = new WeakMap<Package, ShownModel>();

/**
 * The models of a store to choose from, and of one: its layers, its texts, and how to run it. The address has the
 * chosen one: `#/overview/gemma:2b`.
 */
export function Models({ item, onItem }: Props) {
  const pkg = useOpenPackage();
  const { models, kind, texts } = pkg.own as OllamaOwn;
  // What an address without a model shows, also when “Back” leads to it.
  const [first] = useState(chosenOf.get(pkg) ?? models[0]);
  const chosen = modelAt(models, item) ?? models.find((model) => model === first) ?? models[0];
  useEffect(() => {
    if (chosen) chosenOf.set(pkg, chosen);
  }, [pkg, chosen]);
  return (
    <>
      {models.length > 1 && <ModelTable models={models} chosen={chosen} onChoose={(model) => onItem(nameOf(model))} />}
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
