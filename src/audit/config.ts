/** What configuration files name that a program runs. */

/** Names of classes that are quoted. Real files name two or three. */
const MAX_CLASSES = 4;

/** The object after `auto_map`, which maps roles to classes: `"AutoModel": "modeling_x.XModel"`. */
const AUTO_MAP = /"auto_map"\s{0,100}:\s{0,100}\{([^{}]{0,4000})\}/;
const CLASS = /"((?:[\w.-]{1,100}\/[\w.-]{1,100}--)?[A-Za-z_][\w]{0,100}\.[A-Za-z_]\w{0,100})"/g;
const TRUSTS = /["']?trust_remote_code["']?\s{0,100}[:=]\s{0,100}true\b/i;
const LAMBDA = /"class_name"\s{0,20}:\s{0,20}"Lambda"/;

/** What a configuration file says of code, to follow its name in a sentence. Undefined where it names none. */
export function codeNamedIn(text: string): string | undefined {
  const [, map] = AUTO_MAP.exec(text) ?? [];
  const says: string[] = [];
  if (map !== undefined || /"auto_map"\s{0,100}:/.test(text)) {
    const classes = [...new Set([...(map ?? '').matchAll(CLASS)].map(([, name]) => name as string))];
    const more = classes.length > MAX_CLASSES ? ` and ${classes.length - MAX_CLASSES} more` : '';
    says.push(
      classes.length === 0 ? 'has an auto_map' : `names ${classes.slice(0, MAX_CLASSES).join(', ')}${more} in auto_map`,
    );
  }
  if (TRUSTS.test(text)) says.push('sets trust_remote_code');
  return says.length === 0 ? undefined : says.join(', and ');
}

/** Whether a text has the configuration of a Keras Lambda layer, which stores code. */
export function hasLambda(text: string): boolean {
  return LAMBDA.test(text);
}
