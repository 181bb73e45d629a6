/**
 * What the page may do and load: the one source of the Content Security Policy. The build writes it into index.html, and
 * `public/_headers` holds it for hosts (a test compares them).
 */

const DIRECTIVES: readonly (readonly [name: string, ...sources: string[]])[] = [
  ['default-src', "'none'"],
  // WebAssembly decodes zstd; nothing else may become code.
  ['script-src', "'self'", "'wasm-unsafe-eval'"],
  ['worker-src', "'self'"],
  // Mantine writes style elements.
  ['style-src', "'self'", "'unsafe-inline'"],
  // Media of a package are blobs; those of other hosts are fetched once the reader asks, and a policy cannot be loosened later.
  ['img-src', "'self'", 'blob:', 'data:', 'https:'],
  ['media-src', "'self'", 'blob:', 'data:', 'https:'],
  ['font-src', "'self'"],
  // zstddec starts with a fetch of a data: URL; remote packages and linked files lie on any https host. Loopback is for those who
  // serve their own files. There is no `[::1]`: the policy's grammar has no IPv6, and browsers log an error for it.
  ['connect-src', "'self'", 'data:', 'https:', 'http://localhost:*', 'http://127.0.0.1:*'],
  ['manifest-src', "'self'"],
  ['object-src', "'none'"],
  ['frame-src', "'none'"],
  ['base-uri', "'none'"],
  ['form-action', "'none'"],
];

const text = DIRECTIVES.map((directive) => directive.join(' ')).join('; ');

/** For `<meta http-equiv="Content-Security-Policy">`, which cannot hold `frame-ancestors` (browsers log an error for it). */
export const META_POLICY = text;

/** For the response header, which binds workers too. Any site may frame the page: that is what `?embed=1` is for. */
export const HEADER_POLICY = `${text}; frame-ancestors *`;

/** The whole of `public/_headers`, in the form that Netlify, Cloudflare Pages and others read, and `scripts/serve.mjs`. */
export const HEADERS_FILE = `# Response headers for static hosts. Written from scripts/policy.ts (npm run headers); a test holds them together.
#
# There is no X-Frame-Options, and frame-ancestors allows every site: the page has no account and no secret that a frame could
# lure out of somebody, and ?embed=1 exists to be framed. Hosts that add X-Frame-Options are overruled by frame-ancestors.
/*
  Content-Security-Policy: ${HEADER_POLICY}
  X-Content-Type-Options: nosniff
  Referrer-Policy: no-referrer
  Permissions-Policy: camera=(), geolocation=(), microphone=()
  Cross-Origin-Resource-Policy: cross-origin

# Names in these folders hold a hash of their content.
/assets/*
  Cache-Control: public, max-age=31536000, immutable
/worker/*
  Cache-Control: public, max-age=31536000, immutable
`;
