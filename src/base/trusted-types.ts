/** The part of Trusted Types that is used here: the types of the DOM do not have it yet. */
interface TrustedTypes {
  createPolicy<Rules extends Partial<TextRules>>(name: string, rules: Rules): Rules;
}

/** What makes of a text what a browser with Trusted Types takes for HTML, or for the address of a script. */
export interface TextRules {
  createHTML(text: string): string;
  createScriptURL(address: string): string;
}

/** The one policy that each document and each worker may make (`trusted-types` in scripts/policy.ts). */
export const TRUSTED_TYPES_POLICY = 'boxcutter';

/**
 * Makes that policy. Nothing that comes later can make one of this name. Where the browser has no Trusted Types, gives
 * the rules themselves.
 */
export function trustedPolicy<Rules extends Partial<TextRules>>(rules: Rules): Rules {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  return trustedTypes?.createPolicy(TRUSTED_TYPES_POLICY, rules) ?? rules;
}
