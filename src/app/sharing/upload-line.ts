import { shellWord } from '../../widgets/use-it/shell-word.ts';

/** Stands in the line for a URL that is not known yet. */
const NO_URL = 'PRESIGNED_URL';

/**
 * Bytes that Amazon S3 and Cloudflare R2 take in one upload ("Amazon S3 multipart upload limits"). Larger files need
 * their own programs.
 */
export const MAX_S3_UPLOAD = 5 * 2 ** 30;

/**
 * A line for a shell that uploads a file of the working directory with curl (PUT).
 *
 * @param name of the file
 * @param url presigned, so that it needs no other right; undefined while it is not known
 */
export function uploadLine(name: string, url: string | undefined): string {
  // To curl, "-" and "." are the standard input.
  const file = /^[-.]/.test(name) ? `./${name}` : name;
  return [
    `curl -T ${shellWord(file)}`,
    // Without it, curl would take `[1]` and `{a,b}` in names and URLs for lists of them.
    '--globoff',
    '--fail-with-body',
    ...(isAzure(url) ? [`-H ${shellWord('x-ms-blob-type: BlockBlob')}`] : []),
    `'${(url ?? NO_URL).replaceAll("'", '%27')}'`,
  ].join(' ');
}

/** Azure's blobs are of several types, and a PUT must name one ("Put Blob", x-ms-blob-type). */
function isAzure(url: string | undefined): boolean {
  return url !== undefined && URL.canParse(url) && new URL(url).hostname.endsWith('.blob.core.windows.net');
}
