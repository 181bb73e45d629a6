/** How the owner of a host lets pages of other sites read its files (CORS). */
export interface CorsHelp {
  /** A sentence or two. */
  text: string;
  /** The configuration that goes where `text` says. */
  setting?: string;
}

/**
 * Headers that pages of other sites may read only where the host says so. With them the page needs fewer requests and
 * notices when a file has changed.
 */
const EXPOSED = ['Content-Range', 'ETag', 'Accept-Ranges'];

const S3 = JSON.stringify(
  [{ AllowedOrigins: ['*'], AllowedMethods: ['GET', 'HEAD'], AllowedHeaders: ['Range'], ExposeHeaders: EXPOSED }],
  null,
  2,
);

const GCS = JSON.stringify(
  [{ origin: ['*'], method: ['GET', 'HEAD'], responseHeader: ['Range', ...EXPOSED], maxAgeSeconds: 3600 }],
  null,
  2,
);

const NGINX = `add_header Access-Control-Allow-Origin * always;
add_header Access-Control-Expose-Headers "${EXPOSED.join(', ')}" always;`;

/**
 * The help for the host that the URL names. A host that is not known gets the help for nginx. Throws where `url` is no
 * URL.
 */
export function corsHelp(url: string): CorsHelp {
  const { hostname, pathname } = new URL(url);
  const within = (domain: string) => hostname === domain || hostname.endsWith(`.${domain}`);
  if ((within('github.com') && /^\/[^/]+\/[^/]+\/releases\//.test(pathname)) || isGitHubAsset(hostname)) {
    return {
      text: 'GitHub never sends this header for release files, and nobody can change that. Put the file in the repository, on GitHub Pages (up to 100 MB) or on Hugging Face: they send it.',
    };
  }
  if (within('github.com')) {
    return {
      text: 'This is a web page on GitHub, not a file. Its URL contains “/blob/”. Use the URL of the file itself.',
    };
  }
  if (within('huggingface.co')) {
    return {
      text: 'Hugging Face lets other sites read public files. This one may be private, gated or missing. Download it where you are signed in.',
    };
  }
  if (
    within('amazonaws.com') ||
    within('r2.cloudflarestorage.com') ||
    within('r2.dev') ||
    within('digitaloceanspaces.com')
  ) {
    const where = within('amazonaws.com')
      ? 'S3 console, under Permissions, “Cross-origin resource sharing”'
      : 'bucket settings, under CORS';
    return { text: `The owner of the bucket can allow it in the ${where}:`, setting: S3 };
  }
  if (within('storage.googleapis.com') || within('storage.cloud.google.com')) {
    const command = 'gcloud storage buckets update gs://BUCKET --cors-file=cors.json';
    return { text: `The owner of the bucket can allow it with “${command}” and this as cors.json:`, setting: GCS };
  }
  return { text: 'The owner of the host can allow it. With nginx, in the location of the file:', setting: NGINX };
}

function isGitHubAsset(host: string): boolean {
  return host === 'objects.githubusercontent.com' || host === 'release-assets.githubusercontent.com';
}
