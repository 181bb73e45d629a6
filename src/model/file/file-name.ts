/** The last part of a path: `a.png` of `files/a.png`. The whole path where it has no other part. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1) || path;
}

/** Characters of a saved file's name. File systems take 255 bytes, and a character has up to four. */
const MAX_SAVED_NAME = 60;

/** Names that Windows reserves for devices, with or without an extension. */
export const DEVICES = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)/i;

/**
 * A name to save a file of the package under. It is the path's last part, without anything that a file system or a
 * reader could misread: separators, control and direction characters, leading dots, device names. The extension stays.
 * Never empty.
 */
export function savedName(path: string): string {
  const plain = baseName(path.replaceAll('\\', '/').replace(/\/+$/, ''))
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '')
    .replace(/[<>:"/\\|?*]/g, '_')
    .replace(/^[.\s]+|[.\s]+$/g, '');
  const letters = [...plain];
  const dot = letters.lastIndexOf('.');
  const extension = dot > 0 && letters.length - dot <= 16 ? letters.slice(dot) : [];
  const stem = letters.slice(0, letters.length - extension.length);
  const name = [...stem.slice(0, MAX_SAVED_NAME - extension.length), ...extension].join('');
  if (name === '') return 'file';
  return DEVICES.test(name) ? `_${name}` : name;
}
