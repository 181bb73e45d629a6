import { UnsupportedError } from './errors.ts';
import { type TextRules, trustedPolicy } from './trusted-types.ts';

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

/** The SHA-256 of the one document that the page may put into a frame, in base64. The build sets it. */
declare const SANDBOX_DIGEST: string;

/** The text of that document, once it was held against the digest. */
let ownDocument: string | undefined;

const rules: TextRules = {
  createScriptURL: (address) => ownAddress(address, FOLDER(), import.meta.env.DEV ? OWN_SOURCE : OWN_SCRIPT),
  createHTML: (html) => {
    if (html !== ownDocument) throw new TypeError('The page makes no HTML of texts.');
    return html;
  },
};

// Made at once, and the policy of the page allows it once.
const policy = trustedPolicy(rules);

/**
 * The address of one of the page's own scripts, for `new Worker` and `navigator.serviceWorker.register`, which take no
 * other where the browser enforces Trusted Types. Throws a `TypeError` for any other address, in every browser.
 * @param address absolute, or relative to the folder of the page: `sw.js`
 */
export function ownScript(address: string): string {
  return policy.createScriptURL(address);
}

/**
 * The document of the page's one frame (`src/sandbox`), for `srcdoc`, which takes no other text where the browser enforces
 * Trusted Types. Rejects with a `TypeError` for any other text, in every browser, and with `run/not-started` on plain http.
 */
export async function ownFrame(html: string): Promise<string> {
  const { subtle } = crypto as Partial<Crypto>;
  if (!subtle)
    throw new UnsupportedError(
      'run/not-started',
      'Models run only on pages that come over https, or from this computer. This page came over plain http.',
    );
  const digest = new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(html)));
  if (btoa(String.fromCharCode(...digest)) === SANDBOX_DIGEST) ownDocument = html;
  return policy.createHTML(html);
}
