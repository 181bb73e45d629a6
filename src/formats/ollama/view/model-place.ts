import type { ShownModel } from '../core/own.ts';

/** What an address calls a model of a store: its name, or where Ollama does not list it, the path of its manifest. */
export function nameOf({ full, title, path }: ShownModel): string {
  return full === undefined ? path : title;
}

/**
 * The model that an address names: by its name, short or full, or by the path of its manifest. Undefined where the
 * store has no such model.
 */
export function modelAt(models: readonly ShownModel[], item: string | undefined): ShownModel | undefined {
  if (item === undefined) return undefined;
  return (
    models.find((model) => nameOf(model) === item) ?? models.find(({ full, path }) => full === item || path === item)
  );
}
