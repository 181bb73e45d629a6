import type { SpdxExpression } from 'spdx-expression-parse';

/** A license that an expression names. */
export interface NamedLicense {
  /** As in the expression, as `Apache-2.0`. */
  id: string;
  /** SPDX's name of it; undefined of a `LicenseRef-…`, which only its author can explain. */
  name?: string;
  /** SPDX's page about it. */
  href?: string;
}

/** The parser recurses, and no real expression has more than some hundred characters. */
export const MAX_EXPRESSION_LENGTH = 1000;

/**
 * The licenses of an SPDX expression, each once, in its order; undefined of any other text, which a carton may have too (format document,
 * "license"). The list of names, 26 KB, is loaded when first asked for.
 */
export async function namedLicenses(text: string): Promise<NamedLicense[] | undefined> {
  if (text.length > MAX_EXPRESSION_LENGTH) return undefined;
  const [{ default: parse }, { default: list }] = await Promise.all([
    import('spdx-expression-parse'),
    import('spdx-license-list'),
  ]);
  let expression: SpdxExpression;
  try {
    expression = parse(text);
  } catch {
    return undefined;
  }
  return [...new Set(licensesOf(expression))].map((id) => {
    const known = Object.hasOwn(list, id) ? list[id] : undefined;
    return known ? { id, name: known.name, href: `https://spdx.org/licenses/${id}.html` } : { id };
  });
}

function licensesOf(expression: SpdxExpression): string[] {
  if ('license' in expression) return [expression.license];
  return [...licensesOf(expression.left), ...licensesOf(expression.right)];
}
