/** Texts that were typed here, by the Blob that holds them: undoing shows them at once. */
const texts = new WeakMap<Blob, string>();

/** A text as the content of a file: UTF-8, as it stands. */
export function blobOfText(text: string): Blob {
  const blob = new Blob([text], { type: 'text/plain' });
  texts.set(blob, text);
  return blob;
}

/** The text of a Blob that `blobOfText` made on this page; undefined of any other. */
export function knownText(blob: Blob): string | undefined {
  return texts.get(blob);
}
