// Slashes may be escaped, as JSON does, and backslashes are doubled in texts of code.
const SLASH = String.raw`\\?/`;
const EITHER = String.raw`(?:\\{1,4}|\\?/)`;

/**
 * Where a path begins: not within a word, a longer path or the address of a page. Files that are not text may have its
 * length in one byte before it, which is any character.
 */
const BEGIN = String.raw`(?:(?<![\w.:/\\-])|(?<=[^\t\n\r -~][\w.:/\\-])|(?<=file:(?:${SLASH}){0,3}(?:localhost(?:${SLASH})?)?))`;

/** Folders where shared disks are, in which home folders lie. Others are mostly those of web sites. */
const DISK = `${SLASH}(?:nfs|net|export|data|gpfs|lustre|beegfs|cluster|storage|scratch|work|usr|mnt|efs|fsx|vol[0-9]{0,3})`;

const FOLDER = String.raw`[\w.-]{1,32}`;
const WINDOWS = '[Uu](?:sers|SERS)';
const DRIVE = `(?:[A-Za-z]:${EITHER}|${SLASH}(?:mnt|cygdrive)${SLASH}[a-z]${SLASH})`;
const MAC_DISK = `${SLASH}(?:[a-z]|Volumes${SLASH}${FOLDER}|System${SLASH}Volumes${SLASH}Data)`;

/** A name, of any script, and where home folders have people's full names, several words of it. */
const WORD = String.raw`[\w.@+\u0080-\uffff-]{1,64}`;
const WORDS = `${WORD}(?: ${WORD}){0,3}`;

/**
 * Paths in somebody's home folder: they name a person and a computer, and lead nowhere on any other. Bounded, and it
 * begins with a literal, so that no text makes the search slow: what is before the literal is looked at after it.
 */
const HOME_PATH = new RegExp(
  [
    `home(?<=${BEGIN}(?:${DISK}(?:${SLASH}${FOLDER})?)?${SLASH}home)${SLASH}(${WORD})`,
    `${WINDOWS}(?<=${BEGIN}${DRIVE}${WINDOWS})${EITHER}(${WORDS})`,
    `Users(?<=${BEGIN}(?:${MAC_DISK})?${SLASH}Users)${EITHER}(${WORDS})`,
  ]
    .map((path) => String.raw`${path}[\\/]`)
    .join('|'),
  'g',
);

/** Names in examples, and those that images of machines have: they name nobody. */
const NOBODY = new Set(
  [
    'user',
    'username',
    'user_name',
    'your_name',
    'yourname',
    'name',
    'me',
    'your',
    'all',
    'you',
    'foo',
    'runner',
    'public',
    'shared',
  ].concat(['default', 'jovyan', 'ubuntu', 'app', 'root', 'admin', 'docker', 'node', 'linuxbrew', 'conda', 'sandbox']),
);

/** An ellipsis, also as the bytes of its UTF-8 are read. */
const DOTS = /^(?:\.{1,3}|\u2026|\u00e2\u20ac\u00a6)$/;

/** The line of the first path in a home folder, counted from 1: `/home/ada/model.py`. Undefined where there is none. */
export function homePathLine(text: string): number | undefined {
  for (const { index, 1: home, 2: windows, 3: mac } of text.matchAll(HOME_PATH))
    if (!isNobody(home ?? windows ?? mac ?? '')) return lineAt(text, index);
  return undefined;
}

/** By the first of several words, too: `Default User`, or a sentence that goes on behind the path. */
function isNobody(name: string): boolean {
  const [first = ''] = name.toLowerCase().split(' ', 1);
  return NOBODY.has(first) || DOTS.test(first);
}

function lineAt(text: string, index: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < index; at = text.indexOf('\n', at + 1)) line++;
  return line;
}
