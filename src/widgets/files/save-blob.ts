import { baseName, savedName } from '../../model/file/file-name.ts';

/** How long a browser may take to begin reading what it saves, in milliseconds. */
const REVOKE_AFTER_MS = 60_000;

/** Hands a Blob to the browser's downloads under `name`, which must be safe for a file system (`savedName`). */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS);
}

/** Hands the content of a package's file to the browser's downloads, under its own name. */
export function saveFile(content: string | Blob, path: string): void {
  // Not the real type: a browser may open that instead of saving it.
  saveBlob(new Blob([content], { type: 'application/octet-stream' }), savedName(baseName(path)));
}
