/** The part of Trusted Types that is used here: the types of the DOM do not have it yet. */
interface TrustedTypes {
  createPolicy(name: string, rules: ScriptRules): ScriptRules;
}

interface ScriptRules {
  /** A browser with Trusted Types gives an object that only its own functions take for an address. */
  createScriptURL(address: string): string;
}

/** The one policy that the page may make (`trusted-types` in scripts/policy.ts). It makes no HTML and no scripts. */
export const TRUSTED_TYPES_POLICY = 'boxcutter';

/** Below the folder of the page: what the build calls the scripts of workers, and the service worker. */
export const OWN_SCRIPT = /^(?:worker\/[\w-]+\.js|sw\.js)$/;

/** What `npm run dev` serves in their place. */
const OWN_SOURCE = /^src\/[\w/-]+\.ts\?worker_file&type=module$/;

// By a name of its own: in the place itself, the build would look for a file "..".
const here = import.meta.url;

/** The page may lie in any folder, and its address may say anything. Scripts of the build lie one folder below it. */
const FOLDER = () => new URL(import.meta.env.DEV ? '/' : '..', here);

/**
 * The address of a script that the build wrote, whole. Throws a `TypeError` for any other one, and for one with a query
 * or a fragment.
 * @param address absolute, or relative to `folder`
 * @param folder the folder of the page, with a slash at the end
 */
export function ownAddress(address: string, folder: URL, shape: RegExp): string {
  const { href } = new URL(address, folder);
  if (!href.startsWith(folder.href) || !shape.test(href.slice(folder.href.length)))
    throw new TypeError(`Not a script of this page: ${address}`);
  return href;
}

const rules: ScriptRules = {
  createScriptURL: (address) => ownAddress(address, FOLDER(), import.meta.env.DEV ? OWN_SOURCE : OWN_SCRIPT),
};

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };

// Made at once, and the policy of the page allows it once: nothing that comes later can make one of this name.
const policy = trustedTypes?.createPolicy(TRUSTED_TYPES_POLICY, rules) ?? rules;

/**
 * The address of one of the page's own scripts, for `new Worker` and `navigator.serviceWorker.register`, which take no
 * other where the browser enforces Trusted Types. Throws a `TypeError` for any other address, in every browser.
 * @param address absolute, or relative to the folder of the page: `sw.js`
 */
export function ownScript(address: string): string {
  return policy.createScriptURL(address);
}
