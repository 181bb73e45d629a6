/**
 * The only source of the Content Security Policy: what the page may do and load. The build writes it into index.html.
 * `_headers` has it for hosts. The policy of the frame in which models run stands in `scripts/sandbox.ts`.
 */

import { TRUSTED_TYPES_POLICY } from '../src/base/trusted-types.ts';
import { SANDBOX_SOURCE } from './sandbox.ts';

const DIRECTIVES: readonly (readonly [name: string, ...sources: string[]])[] = [
  ['default-src', "'none'"],
  // WebAssembly decodes zstd. The hash is that of the script of the frame in which models run: frames inherit this
  // policy. Nothing else may become code.
  ['script-src', "'self'", "'wasm-unsafe-eval'", SANDBOX_SOURCE],
  // That script starts a worker from its own text. Trusted Types keep the page from doing the like.
  ['worker-src', "'self'", 'blob:'],
  // No text becomes HTML or code. One policy makes the addresses of the page's own workers and the document of that frame.
  ['require-trusted-types-for', "'script'"],
  ['trusted-types', TRUSTED_TYPES_POLICY],
  // No style elements and no style attributes in HTML. Scripts set styles through the DOM.
  ['style-src', "'self'"],
  // Media of a package are blobs. Media of other hosts load once the reader asks for them, and a policy cannot be
  // relaxed later.
  ['img-src', "'self'", 'blob:', 'data:', 'https:'],
  ['media-src', "'self'", 'blob:', 'data:', 'https:'],
  ['font-src', "'self'"],
  // Remote packages and linked files lie on any https host. Loopback is for people who serve their own files. `[::1]` is
  // missing: the grammar of the policy has no IPv6, and browsers log an error for it.
  ['connect-src', "'self'", 'https:', 'http://localhost:*', 'http://127.0.0.1:*'],
  ['manifest-src', "'self'"],
  ['object-src', "'none'"],
  ['frame-src', "'none'"],
  ['base-uri', "'none'"],
  ['form-action', "'none'"],
];

const text = DIRECTIVES.map((directive) => directive.join(' ')).join('; ');

/** For `<meta http-equiv="Content-Security-Policy">`. It cannot hold `frame-ancestors`: browsers log an error. */
export const META_POLICY = text;

/** For the response header, which also applies to workers. Any site may frame the page: `?embed=1` exists for that. */
export const HEADER_POLICY = `${text}; frame-ancestors *`;

/** The text of `_headers` beside the built page, in the form that Netlify, Cloudflare Pages, others and `scripts/serve.mjs` read. */
export const HEADERS_FILE = `# Response headers for static hosts. They belong to this build: the policy has the hash of one of its scripts.
#
# There is no X-Frame-Options, and frame-ancestors allows every site. The page has no account and no secret that a frame
# could steal, and ?embed=1 exists to be framed. frame-ancestors overrules an X-Frame-Options that a host adds.
/*
  Content-Security-Policy: ${HEADER_POLICY}
  X-Content-Type-Options: nosniff
  Referrer-Policy: no-referrer
  Permissions-Policy: camera=(), geolocation=(), microphone=()
  Cross-Origin-Resource-Policy: cross-origin

# The service worker, by which browsers learn of a new version. Many hosts let them keep scripts for hours.
/sw.js
  Cache-Control: no-cache

# Names in these folders hold a hash of their content.
/assets/*
  Cache-Control: public, max-age=31536000, immutable
/worker/*
  Cache-Control: public, max-age=31536000, immutable
`;
