/** Decodes UTF-8. Leaves out a character that is cut at the end, unless the bytes are `whole`. */
export function decodePart(bytes: Uint8Array, whole: boolean): { text: string; damaged: boolean } {
  const stream = !whole;
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream }), damaged: false };
  } catch {
    return { text: new TextDecoder('utf-8').decode(bytes, { stream }), damaged: true };
  }
}
