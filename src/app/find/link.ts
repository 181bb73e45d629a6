/** Schemes that have no `//`. Pasted, they are an address too: opening says why it cannot be opened. */
const BARE_SCHEME = /^(?:javascript|data|blob|file|mailto):\S/i;

const WITH_SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;

/** `host.name/path`, `localhost:8000/path`. The last part of a host's name has no digits: `v1.0/a` is a path. */
const HOST_AND_PATH = /^(?:localhost|(?:[a-z0-9_-]+\.)+[a-z]{2,})(?::\d{1,5})?\/\S+$/i;

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3})(?::\d{1,5})?\//i;

export interface Link {
  /** What to open. Opening may still refuse it, like any address that is typed. */
  url: string;
  /** Whether it can be nothing else. Without a scheme it can also be the path of a file. */
  certain: boolean;
}

/**
 * Reads a text as a link. A URL with a scheme stays as it is; a host with a path becomes https, or http on this
 * computer. Undefined for any other text.
 */
export function linkOf(typed: string): Link | undefined {
  const text = typed.trim();
  if (WITH_SCHEME.test(text) || BARE_SCHEME.test(text)) return { url: text, certain: true };
  if (LOOPBACK.test(text)) return { url: `http://${text}`, certain: false };
  return HOST_AND_PATH.test(text) ? { url: `https://${text}`, certain: false } : undefined;
}
