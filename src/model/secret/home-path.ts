/**
 * Paths in somebody's home folder: they name a person and a computer, and lead nowhere on any other. Bounded, and it
 * begins with a literal, so that no text makes the search slow.
 */
const HOME_PATH =
  /(?<![\w.:/\\-])(?:\/home\/|\/Users\/|[A-Za-z]:(?:\\{1,2}|\/)Users(?:\\{1,2}|\/))([\w.-]{1,64})[\\/]/g;

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
    'you',
    'foo',
    'runner',
    'public',
    'shared',
  ].concat(['default', 'jovyan', 'ubuntu', 'app', 'root', 'admin', 'docker', 'node', 'linuxbrew', 'conda', 'sandbox']),
);

/**
 * The line of the first path in a home folder, counted from 1: `/home/ada/model.py`. Undefined where there is none, and
 * in what is not text.
 */
export function homePathLine(text: string): number | undefined {
  if (text.includes('\0')) return undefined;
  for (const { 1: name = '', index } of text.matchAll(HOME_PATH))
    if (!NOBODY.has(name.toLowerCase())) return lineAt(text, index);
  return undefined;
}

function lineAt(text: string, index: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < index; at = text.indexOf('\n', at + 1)) line++;
  return line;
}
