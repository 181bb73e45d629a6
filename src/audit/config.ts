/** What configuration files name that a program runs. */

/** Names of classes that are quoted. Real files name two or three. */
const MAX_CLASSES = 4;

/** The object after `auto_map`, which maps roles to classes: `"AutoModel": "modeling_x.XModel"`. */
const AUTO_MAP = /"auto_map"\s{0,100}:\s{0,100}\{([^{}]{0,4000})\}/;
const CLASS = /"((?:[\w.-]{1,100}\/[\w.-]{1,100}--)?[A-Za-z_][\w]{0,100}\.[A-Za-z_]\w{0,100})"/g;
const TRUSTS = /["']?trust_remote_code["']?\s{0,100}[:=]\s{0,100}true\b/i;
const LAMBDA = /"class_name"\s{0,20}:\s{0,20}"Lambda"/;

/** What Keras imports: the module and class of an object, one after the other. */
const KERAS_CLASS =
  /"module"\s{0,20}:\s{0,20}"([^"]{1,200})"\s{0,20},\s{0,20}"class_name"\s{0,20}:\s{0,20}"([^"]{1,200})"/g;
const OWN_OF_KERAS = /^(?:keras|tensorflow|tf_keras|builtins)(?:\.|$)/;
/** Tags of YAML for which PyYAML’s unsafe loader imports a name. */
const YAML_TAG = /(?:!!|tag:yaml\.org,2002:)python\/(?:object|name|module)[\w./:-]{0,200}/;

/** The text without the escapes with which JSON and YAML can write any letter of ASCII. */
export function withoutEscapes(text: string): string {
  return text.replace(/\\(?:u00|x)([2-7][0-9a-f])/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/**
 * What a configuration file says of code, to follow its name in a sentence. Undefined where it names none.
 *
 * @param text without escapes
 */
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
  const foreign = [...text.matchAll(KERAS_CLASS)].find(([, module = '']) => !OWN_OF_KERAS.test(module));
  if (foreign) says.push(`names ${foreign[1]}.${foreign[2]} for Keras to import`);
  const [tag] = YAML_TAG.exec(text) ?? [];
  if (tag) says.push(`has the YAML tag ${tag}`);
  return says.length === 0 ? undefined : says.join(', and ');
}

/** Whether a text has the configuration of a Keras Lambda layer, which stores code. */
export function hasLambda(text: string): boolean {
  return LAMBDA.test(text);
}
