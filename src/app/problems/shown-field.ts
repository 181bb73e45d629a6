/** How long a form may take to appear, in milliseconds: its code is loaded first. */
const PATIENCE_MS = 5_000;

/**
 * The part of the form that shows a field, or the nearest one above it: `input.0` for `input.0.nowhere`. Waits until a
 * form is there. Undefined if none has a part for the field.
 *
 * @param field keys and indices joined by dots, as in the form's `data-field`
 */
export async function shownField(field: string): Promise<HTMLElement | undefined> {
  const end = performance.now() + PATIENCE_MS;
  while (performance.now() < end) {
    const parts = [...document.querySelectorAll<HTMLElement>('[data-field]')];
    if (parts.length > 0)
      return nearestField(
        field,
        parts.map((part) => [part.dataset.field ?? '', part]),
      );
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  return undefined;
}

/** The part for a field, or for the nearest field above it. Parts come with the fields that they show. */
export function nearestField<Part>(field: string, parts: readonly (readonly [string, Part])[]): Part | undefined {
  const byField = new Map(parts);
  for (let at = field; at !== ''; at = at.includes('.') ? at.slice(0, at.lastIndexOf('.')) : '') {
    const part = byField.get(at);
    if (part !== undefined) return part;
  }
  return undefined;
}
