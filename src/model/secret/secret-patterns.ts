/**
 * Texts that are secrets, by the documented formats of those who issue them. `secrets.ts` looks for a literal first and
 * matches the pattern at that place alone. Every pattern is sticky, with bounded repetitions only, so a file cannot make
 * the search slow. Tests check the patterns for that.
 */
export interface SecretPattern {
  /** Stays the same when words change. */
  rule: string;
  /** What it is, as a noun that can follow a colon: "private key". */
  what: string;
  /** The pattern begins with one of these. In lower case where `anyCase`. */
  literals: readonly string[];
  /** The literals are found in any case. */
  anyCase?: true;
  /** Sticky. Its group `value`, if it has one, is what must not be a placeholder. */
  pattern: RegExp;
  /** Whether what matched is likely a secret. */
  fits?: ((match: SecretMatch) => boolean) | undefined;
}

/** A match of a pattern, and what is around it. */
export interface SecretMatch {
  value: string;
  /** What matched before the value. */
  lead: string;
  /** At most `NEAR` characters. */
  before: string;
  /** At most `NEAR` characters. */
  after: string;
}

/** Characters around a match that `fits` gets. More than `LINE_BEGIN` can match. */
export const NEAR = 100;

/** A token that begins with a literal of its issuer and stands alone. */
function token(what: string, rule: string, literals: readonly string[], rest: string): SecretPattern {
  const begin = literals.map((literal) => literal.replaceAll('.', '\\.')).join('|');
  const pattern = new RegExp(`(?<![A-Za-z0-9_-])(?:${begin})(?<value>${rest})(?![A-Za-z0-9_-])`, 'y');
  return { rule, what, literals, pattern };
}

const TOKENS: readonly SecretPattern[] = [
  token('AWS access key', 'aws-access-key', ['AKIA', 'ASIA', 'ABIA', 'ACCA'], '[A-Z0-9]{16}'),
  token('Google API key', 'google-api-key', ['AIza'], '[A-Za-z0-9_-]{35}'),
  token('Google client secret', 'google-client-secret', ['GOCSPX-'], '[A-Za-z0-9_-]{28}'),
  token('Google access token', 'google-access-token', ['ya29.'], '[A-Za-z0-9_-]{40,400}'),
  token('Google refresh token', 'google-refresh-token', ['1//0'], '[A-Za-z0-9_-]{30,300}'),
  token('GitHub token', 'github-token', ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'], '[A-Za-z0-9]{36,251}'),
  token('GitHub token', 'github-token', ['github_pat_'], '[A-Za-z0-9_]{36,251}'),
  token('GitLab token', 'gitlab-token', ['glpat-', 'gldt-', 'glrt-', 'glptt-'], '[A-Za-z0-9_-]{20,300}'),
  token('Hugging Face token', 'huggingface-token', ['hf_', 'api_org_'], '[A-Za-z0-9]{34,40}'),
  token('Anthropic API key', 'anthropic-key', ['sk-ant-'], '[a-z]{3,8}[0-9]{2}-[A-Za-z0-9_-]{32,200}'),
  token('OpenAI API key', 'openai-key', ['sk-'], '(?:proj-|svcacct-|admin-)[A-Za-z0-9_-]{40,240}'),
  token('OpenAI API key', 'openai-key', ['sk-'], '[A-Za-z0-9]{48}'),
  token('API key', 'openrouter-key', ['sk-or-v1-'], '[0-9a-f]{64}'),
  token('Groq API key', 'groq-key', ['gsk_'], '[A-Za-z0-9]{52}'),
  token('Replicate token', 'replicate-token', ['r8_'], '[A-Za-z0-9]{37}'),
  token('xAI API key', 'xai-key', ['xai-'], '[A-Za-z0-9]{80}'),
  token('Perplexity API key', 'perplexity-key', ['pplx-'], '[A-Za-z0-9]{48}'),
  token('NVIDIA API key', 'nvidia-key', ['nvapi-'], '[A-Za-z0-9_-]{64}'),
  token('LangSmith API key', 'langsmith-key', ['lsv2_pt_', 'lsv2_sk_'], '[0-9a-f]{32}_[0-9a-f]{10}'),
  token('Databricks token', 'databricks-token', ['dapi'], '[0-9a-f]{32}(?:-[0-9])?'),
  token('Slack token', 'slack-token', ['xoxa-', 'xoxb-', 'xoxe-', 'xoxp-', 'xoxr-', 'xoxs-'], '[A-Za-z0-9-]{20,240}'),
  token('Slack token', 'slack-token', ['xapp-'], '[0-9]-[A-Z0-9]{6,20}-[0-9]{8,16}-[A-Za-z0-9]{20,80}'),
  token('Stripe key', 'stripe-key', ['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_'], '[A-Za-z0-9]{16,240}'),
  token('npm token', 'npm-token', ['npm_'], '[A-Za-z0-9]{36}'),
  token('PyPI token', 'pypi-token', ['pypi-AgEIcHlwaS5vcmc', 'pypi-AgENdGVzdC5weXBpLm9yZw'], '[A-Za-z0-9_-]{50,400}'),
  token('RubyGems key', 'rubygems-key', ['rubygems_'], '[0-9a-f]{48}'),
  token('Docker token', 'docker-token', ['dckr_pat_', 'dckr_oat_'], '[A-Za-z0-9_-]{20,60}'),
  token('DigitalOcean token', 'digitalocean-token', ['dop_v1_', 'doo_v1_', 'dor_v1_'], '[0-9a-f]{64}'),
  token('SendGrid API key', 'sendgrid-key', ['SG.'], '[A-Za-z0-9_-]{22}\\.[A-Za-z0-9_-]{43}'),
  token('Vault token', 'vault-token', ['hvs.', 'hvb.'], '[A-Za-z0-9_-]{60,300}'),
  token('Shopify token', 'shopify-token', ['shpat_', 'shpca_', 'shppa_', 'shpss_'], '[0-9a-fA-F]{32}'),
  token('Linear API key', 'linear-key', ['lin_api_'], '[A-Za-z0-9]{40}'),
  token('Kaggle token', 'kaggle-token', ['KGAT_'], '[0-9a-f]{32}'),
  token('age secret key', 'age-key', ['AGE-SECRET-KEY-1'], '[A-Z0-9]{58}'),
];

/** Between a key and its value: `=`, `:`, `=>` or `:=`, with the quotes of both. */
const GIVES = `["']?[ \\t]{0,8}(?:=>|:=|=|:)[ \\t]{0,8}["'\`]?`;

/** What is given to keys whose names end like this. */
function assigned(
  what: string,
  rule: string,
  keys: readonly string[],
  value: string,
  isValue: (value: string) => boolean,
): SecretPattern {
  const pattern = new RegExp(`(?:${keys.join('|')})${GIVES}(?<value>${value})`, 'iy');
  const fits = (match: SecretMatch) => isAssigned(match) && isValue(match.value);
  return { rule, what, literals: keys, anyCase: true, pattern, fits };
}

/** A key in PEM or PGP armor. Its second line is missing where code or a text only names the first one. */
const PRIVATE_KEY =
  /-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----(?=[ \t]{0,8}(?:$|[\r\n]|\\{1,2}[rn]))(?!(?:[ \t\r\n]|\\{1,2}[rn]){0,40}(?:\.{2}|\u00e2\u20ac|[<[*{$%"'`#]|x{4}|your|-----END))/iy;

/** A text that `pattern` finds, and that `fits` takes for a secret. */
const found = (
  what: string,
  rule: string,
  literals: readonly string[],
  pattern: RegExp,
  fits?: (match: SecretMatch) => boolean,
): SecretPattern => ({ rule, what, literals, pattern, fits });

const AWS_SECRET = new RegExp(
  `(?:secret_?access_key|secretaccesskey|aws_secret_key)${GIVES}(?<value>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])`,
  'iy',
);
const AZURE = /(?:AccountKey|SharedAccessKey)=(?<value>[A-Za-z0-9+/]{42,86}={1,2})/y;
const WEBHOOK =
  /[a-z.]{11,15}\/[a-z]{3,8}\/(?:webhooks\/)?(?<value>T[A-Z0-9]{6,14}\/B[A-Z0-9]{6,14}\/[A-Za-z0-9]{20,40}|[0-9]{17,20}\/[A-Za-z0-9_-]{60,80})/y;
const TELEGRAM = /(?<=(?:^|[^0-9A-Za-z])[0-9]{8,10}):AA(?<value>[A-Za-z0-9_-]{33})(?![A-Za-z0-9_-])/y;
const JWT =
  /(?<![A-Za-z0-9_-])(?<value>eyJ[A-Za-z0-9_-]{10,400}\.eyJ[A-Za-z0-9_-]{10,4000}\.[A-Za-z0-9_-]{20,700})(?![A-Za-z0-9_-])/y;
const DOCKER = /"auth"[ \t]{0,8}:[ \t]{0,8}"(?<value>[A-Za-z0-9+/]{16,400}={0,2})"/y;
const NETRC = /machine [^\s]{1,100}\s{1,8}login [^\s]{1,100}\s{1,8}password (?<value>[^\s]{3,200})/y;
const URL_PASSWORD = /:\/\/[^\s:@/"'<>]{0,64}:(?<value>[^\s:@/"'<>]{3,128})@[A-Za-z0-9[]/y;
const SHOWN_PASSWORD = /^(?:pass(?:word|wd)?|pwd|user(?:name)?|secret|token|key|x{3}|[$%].{0,128})$/i;
const BEARER = /bearer (?<value>[A-Za-z0-9._~+/-]{20,400})/iy;

const OTHERS: readonly SecretPattern[] = [
  found('private key', 'private-key', ['-----BEGIN '], PRIVATE_KEY),
  found('private key', 'private-key', ['PuTTY-User-Key-File-'], /PuTTY-User-Key-File-[0-9]:/y),
  found('private key', 'private-key', ['client-key-data: '], /client-key-data: (?<value>[A-Za-z0-9+/]{40})/y),
  {
    ...found(
      'AWS secret key',
      'aws-secret-key',
      ['secret_access_key', 'secretaccesskey', 'aws_secret_key'],
      AWS_SECRET,
    ),
    anyCase: true,
  },
  found('Azure key', 'azure-key', ['AccountKey=', 'SharedAccessKey='], AZURE),
  found(
    'Azure access signature',
    'azure-signature',
    ['&sig=', '?sig='],
    /[&?]sig=(?<value>[A-Za-z0-9%]{40,120}%3[Dd])/y,
  ),
  found(
    'webhook',
    'webhook',
    ['hooks.slack.com/services/', 'discord.com/api/webhooks/', 'discordapp.com/api/webhooks/'],
    WEBHOOK,
  ),
  found('Telegram token', 'telegram-token', [':AA'], TELEGRAM),
  found('signed token (JWT)', 'jwt', ['eyJ'], JWT, ({ value }) => isSigned(value)),
  found('Docker login', 'docker-login', ['"auth"'], DOCKER, ({ value }) => decoded(value)?.includes(':') === true),
  found('login with its password', 'netrc', ['machine '], NETRC),
  found('URL with a password', 'url-password', ['://'], URL_PASSWORD, ({ value }) => !SHOWN_PASSWORD.test(value)),
  { ...found('access token', 'bearer', ['bearer '], BEARER, ({ value }) => isRandom(value)), anyCase: true },
  assigned('password', 'password', ['password', 'passwd', 'passphrase', 'pwd'], '[^\\s"\'`,;]{6,128}', isPassword),
  assigned(
    'API key or token',
    'api-key',
    ['api_key', 'apikey', 'api-key', 'access_key', 'accesskey', 'account_key', 'secret_key', 'secret', 'token'],
    '[A-Za-z0-9_.~+/=!@#$%^&*:-]{16,256}',
    isRandom,
  ),
];

/** The most telling ones first: of several on a line, the first one is named. */
export const SECRET_PATTERNS: readonly SecretPattern[] = [...TOKENS, ...OTHERS];

/** Words of people who show where a secret would be. */
const PLACEHOLDER =
  /example|placeholder|change[-_ ]?me|replace|redacted|dummy|fake|sample|your|insert|todo|<|\$\{|\$\(|\{\{|%\(|x{4}|0{8}|\*{3}|\.{3}/i;

/** Runs that people type instead of a secret. A token of the right length may have them by chance. */
const TYPED = /abcdef|1234567|qwerty|deadbeef/i;

/** Whether a text only shows where a secret would be. */
export function isPlaceholder(value: string): boolean {
  return PLACEHOLDER.test(value);
}

/** Bits for each character. 16 hexadecimal digits drawn at random have 3.2 on average, English words 2.5 to 3. */
const MIN_ENTROPY = 3;

function entropyOf(value: string): number {
  const counts = new Map<string, number>();
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1);
  const shares = [...counts.values()].map((count) => count / value.length);
  return shares.reduce((sum, share) => sum - share * Math.log2(share), 0);
}

/** Names of code and of files: self.config.key_2, API_KEY_V2, org/name-7b. */
const NAME = /^[A-Za-z]{1,40}[0-9]{0,4}(?:[./_-]{1,2}(?:[A-Za-z]{1,40}[0-9]{0,4}|[0-9]{1,4}[A-Za-z]?)){1,16}$/;

/** Whether a value looks drawn at random. */
function isRandom(value: string): boolean {
  const digits = value.replace(/[^0-9]/g, '').length;
  const letters = value.replace(/[^A-Za-z]/g, '').length;
  return digits > 1 && letters > 1 && !NAME.test(value) && !TYPED.test(value) && entropyOf(value) >= MIN_ENTROPY;
}

/** Whether a value is something other than a word of prose or code. */
function isPassword(value: string): boolean {
  return /[A-Za-z]/.test(value) && /[0-9]/.test(value) && !NAME.test(value) && !/[()[\]{}]/.test(value);
}

/** The bytes of Base64 as characters. Undefined where it is not Base64. */
function decoded(base64: string): string | undefined {
  try {
    return atob(base64.replaceAll('-', '+').replaceAll('_', '/'));
  } catch {
    return undefined;
  }
}

/** The payload of the token that documentation of JWT shows begins like this. */
const SHOWN_PAYLOAD = '.eyJzdWIiOiIxMjM0NTY3ODkwIi';

/** Whether the first part of a JWT names an algorithm that signs. */
function isSigned(value: string): boolean {
  const header = decoded(value.slice(0, value.indexOf('.'))) ?? '';
  return /"alg"\s{0,4}:\s{0,4}"(?!none")/i.test(header) && !value.includes(SHOWN_PAYLOAD);
}

/** What stands before the end of a key on a line of settings. */
const LINE_BEGIN = /(?:^|[\n\r])[ \t]{0,16}(?:(?:export|set|ENV|-)[ \t]{1,4})?[A-Za-z0-9_./:-]{0,60}$/;
const LINE_END = /^[ \t]{0,16}(?:$|[\n\r]|[#;])/;

/**
 * Whether a value is quoted, or is a line of settings with its key: code computes others, and prose says "password: see
 * page 2".
 */
function isAssigned({ lead, before, after }: SecretMatch): boolean {
  const isQuoted = /["'`]$/.test(lead);
  return isQuoted ? /^["'`]/.test(after) : LINE_BEGIN.test(before) && LINE_END.test(after);
}
