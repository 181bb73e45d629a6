import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeUtf8 } from '../../base/bytes.ts';
import { SECRET_PATTERNS } from './secret-patterns.ts';
import { MAX_SECRET_BYTES, MAX_TRIES, type Secret, secretPhrases, secretsIn } from './secrets.ts';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Characters drawn the same way each time. No secret stands in this file: scanners of secrets would find it. */
function drawn(length: number, from = LETTERS): string {
  let state = 7;
  return Array.from({ length }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return from[state % from.length];
  }).join('');
}

const hex = (length: number) => drawn(length, '0123456789abcdef');
const upper = (length: number) => drawn(length, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567');
const base64 = (text: string) => btoa(text).replaceAll('=', '').replaceAll('+', '-').replaceAll('/', '_');
const DASHES = '-'.repeat(5);
const pem = (kind: string, body: string) => `${DASHES}BEGIN ${kind}${DASHES}\n${body}\n${DASHES}END ${kind}${DASHES}\n`;
const jwt = (header: object, payload: object) =>
  [base64(JSON.stringify(header)), base64(JSON.stringify(payload)), drawn(43)].join('.');
const rules = (text: string) => secretsIn('a.txt', encodeUtf8(text)).secrets.map(({ rule }) => rule);

/** A text for each rule, with at least one of each pattern. */
const EXAMPLES: readonly (readonly [rule: string, ...texts: string[]])[] = [
  ['aws-access-key', ...['AKIA', 'ASIA'].map((begin) => begin + upper(16))],
  ['aws-secret-key', `aws_secret_access_key = ${drawn(40)}`, `"SecretAccessKey": "${drawn(40)}"`],
  ['google-api-key', `key=AIza${drawn(35)}`],
  ['google-refresh-token', `{"refresh_token": "1//0${drawn(60)}"}`],
  ['google-client-secret', `GOCSPX-${drawn(28)}`],
  ['google-access-token', `ya29.${drawn(60)}`],
  ['github-token', `ghp_${drawn(36)}`, `token: github_pat_${drawn(22)}_${drawn(59)}`],
  ['gitlab-token', `glpat-${drawn(20)}`],
  ['huggingface-token', `HF_TOKEN=hf_${drawn(34)}`, `login("hf_${drawn(34)}")`, `api_org_${drawn(34)}`],
  ['anthropic-key', `sk-ant-api03-${drawn(93)}AA`],
  ['openai-key', `sk-${drawn(48)}`, `sk-proj-${drawn(120)}`],
  ['openrouter-key', `sk-or-v1-${hex(64)}`],
  ['groq-key', `gsk_${drawn(52)}`],
  ['replicate-token', `r8_${drawn(37)}`],
  ['xai-key', `xai-${drawn(80)}`],
  ['perplexity-key', `pplx-${drawn(48)}`],
  ['nvidia-key', `nvapi-${drawn(64)}`],
  ['langsmith-key', `lsv2_pt_${hex(32)}_${hex(10)}`],
  ['databricks-token', `dapi${hex(32)}`],
  ['slack-token', `xoxb-${drawn(12, '0123456789')}-${drawn(24)}`, `xapp-1-A${upper(10)}-${'1234567890'}-${drawn(64)}`],
  ['stripe-key', `sk_live_${drawn(24)}`],
  ['npm-token', `//registry.example/:_authToken=npm_${drawn(36)}`],
  ['pypi-token', `password = pypi-AgEIcHlwaS5vcmc${drawn(120)}`],
  ['rubygems-key', `rubygems_${hex(48)}`],
  ['docker-token', `dckr_pat_${drawn(27)}`],
  ['digitalocean-token', `dop_v1_${hex(64)}`],
  ['sendgrid-key', `SG.${drawn(22)}.${drawn(43)}`],
  ['vault-token', `hvs.${drawn(90)}`],
  ['shopify-token', `shpat_${hex(32)}`],
  ['linear-key', `lin_api_${drawn(40)}`],
  ['kaggle-token', `KGAT_${hex(32)}`],
  ['age-key', `AGE-SECRET-KEY-1${upper(58)}`],
  [
    'private-key',
    pem('RSA PRIVATE KEY', drawn(64)),
    pem('PRIVATE KEY', drawn(64)).replaceAll('\n', '\r\n'),
    pem('OPENSSH PRIVATE KEY', drawn(70)),
    pem('PGP PRIVATE KEY BLOCK', `Version: 1\n\n${drawn(64)}`),
    pem('RSA PRIVATE KEY', `Proc-Type: 4,ENCRYPTED\n\n${drawn(64)}`),
    JSON.stringify({ private_key: pem('PRIVATE KEY', drawn(64)) }),
    `PuTTY-User-Key-File-${3}: ssh-ed25519`,
    `client-key-data: ${drawn(60)}`,
  ],
  ['azure-key', `AccountName=a;AccountKey=${drawn(86)}==;`, `SharedAccessKey=${drawn(43)}=`],
  ['azure-signature', `https://a.blob.example/b?sv=2022&sig=${drawn(43)}%3D`],
  [
    'webhook',
    `https://hooks.slack.com/services/T${upper(8)}/B${upper(8)}/${drawn(24)}`,
    `https://discord.com/api/webhooks/${drawn(18, '0123456789')}/${drawn(68)}`,
  ],
  ['telegram-token', `bot ${drawn(9, '123456789')}:AA${drawn(33)}`],
  ['jwt', jwt({ alg: 'HS256', typ: 'JWT' }, { sub: 'me', exp: 1 })],
  ['docker-login', JSON.stringify({ auths: { host: { auth: btoa(`me:${drawn(12)}`) } } })],
  ['netrc', `machine api.wandb.ai\n  login user\n  password ${hex(40)}`],
  ['url-password', `postgres://me:${drawn(8)}@db.internal:5432/a`, `git+https://x:${drawn(20)}@host.internal/r.git`],
  ['bearer', `Authorization: Bearer ${drawn(40)}`],
  ['password', `PASSWORD=${'hunter'}22`, `login(password="${drawn(10)}7a")`, `  db_password: ${drawn(10)}7a # old`],
  ['api-key', `WANDB_API_KEY=${hex(40)}`, `"client_secret": "${drawn(32)}"`, `export MY_TOKEN='${drawn(24)}'`],
];

describe('secrets in the content of a file', () => {
  it.each(EXAMPLES)('finds %s', (rule, ...texts) => {
    for (const text of texts) {
      expect(rules(text), text.slice(0, 20)).toContain(rule);
      // Anywhere in a file of any system, also as it is written in UTF-16.
      const found = secretsIn(
        'a.txt',
        encodeUtf8(`# ü\n\n  ${text.split('\n')[0]}${text.slice(text.split('\n')[0]?.length)}\n`),
      );
      expect(found.secrets[0]).toMatchObject({ rule, line: 3 });
      const utf16 = Uint8Array.from(Buffer.from(`\ufeffЖ\n${text}`, 'utf16le'));
      expect(secretsIn('a.txt', utf16).secrets[0]).toMatchObject({ rule, line: 2 });
      const unmarked = Uint8Array.from(Buffer.from(`a\n${text}`, 'utf16le'));
      for (const bytes of [unmarked, Uint8Array.from(Buffer.from(unmarked).swap16())])
        expect(secretsIn('a.txt', bytes).secrets[0]).toMatchObject({ rule, line: 2 });
    }
  });

  it('has an example of each rule', () => {
    const shown = new Set(EXAMPLES.map(([rule]) => rule));
    expect(SECRET_PATTERNS.flatMap(({ rule }) => (shown.has(rule) ? [] : rule))).toEqual([]);
  });

  it('names one for each line, the most telling one, and never the secret', () => {
    const key = `hf_${drawn(34)}`;
    const text = `a\nHF_TOKEN=${key}\n\nb = "AKIA${upper(16)}"; c = "${key}"\n`;
    const { secrets, isWhole } = secretsIn('sub/prod.env', encodeUtf8(text));
    expect(secrets).toEqual([
      { rule: 'name/env', what: 'environment variables' },
      { rule: 'huggingface-token', what: 'Hugging Face token', line: 2 },
      { rule: 'aws-access-key', what: 'AWS access key', line: 4 },
    ]);
    expect(isWhole).toBe(true);
  });

  it.each([
    // What documentation shows.
    'login(token="hf_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx")',
    'export HF_TOKEN=<your token>',
    'HF_TOKEN=hf_...',
    'OPENAI_API_KEY=sk-your-key-here-and-some-more-letters-12',
    'AKIAIOSFODNN7EXAMPLE',
    'aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    'api_key = os.environ["API_KEY"]',
    'password: str = getpass.getpass()',
    'password = "your-password-1"',
    'token = $HF_TOKEN',
    'Authorization: Bearer $TOKEN',
    'curl -H "Authorization: Bearer <ACCESS_TOKEN>"',
    'https://user:password@host.example/a',
    `postgres://user:${'$'}{PASSWORD}@host/a`,
    'http://localhost:8080/@scope/a',
    'see http://a.example: me@example.com',
    `${DASHES}BEGIN PRIVATE KEY${DASHES}\n...\n${DASHES}END PRIVATE KEY${DASHES}`,
    `if "${DASHES}BEGIN RSA PRIVATE KEY${DASHES}" in text:`,
    `${DASHES}BEGIN CERTIFICATE${DASHES}\n${drawn(64)}\n`,
    `${DASHES}BEGIN PUBLIC KEY${DASHES}\n${drawn(64)}\n`,
    // Near misses.
    `AKIA${upper(15)}`,
    `xAKIA${upper(16)}`,
    `hf_${drawn(33)}`,
    `hf_${drawn(50)}`,
    `task-${drawn(48)}`,
    jwt({ alg: 'none' }, { sub: 'a' }),
    `eyJ${drawn(40)}.eyJ${drawn(40)}.${drawn(40)}`,
    '{"auth": "aGVsbG8gd29ybGQgaGVsbG8="}',
    // What models and their code are made of.
    '"bos_token": "<|begin_of_text|>", "eos_token": "<|reserved_special_token_12|>"',
    '"tokenizer_class": "GPT2TokenizerFast", "token_type_ids": [0, 1]',
    '"Ġpassword": 9206, "Ġtoken": 11241, "Ġsecret": 3200',
    'token = tokens[0].text',
    'token = self.vocab.token_to_id_2',
    'secret_key = settings.SECRET_KEY_V2',
    'next_token = sample(logits, top_p=0.9)',
    'password = hashlib.sha256(text).hexdigest()',
    `"sha256": "${hex(64)}", "commit": "${hex(40)}"`,
    `data:image/png;base64,${drawn(400)}`,
  ])('finds none in %s', (text) => expect(rules(text)).toEqual([]));

  it('finds none in ordinary files of models', () => {
    const vocabulary = Object.fromEntries(
      Array.from({ length: 100_000 }, (_, at) => [`Ġ${drawn(3 + (at % 9))}${at}`, at]),
    );
    const tokens = [
      'password',
      'token',
      'secret',
      'api_key',
      '-----BEGIN ',
      'sk-',
      'hf_',
      'AKIA',
      'eyJ',
      '://',
      ' bearer ',
    ];
    const tokenizer = {
      added_tokens: Array.from({ length: 256 }, (_, id) => ({
        id,
        content: `<|reserved_special_token_${id}|>`,
        special: true,
      })),
      model: {
        type: 'BPE',
        vocab: Object.fromEntries(tokens.map((token, at) => [token, at])),
        merges: tokens.map((token) => `${token} ${token}`),
      },
    };
    const index = Object.fromEntries(
      Array.from({ length: 900 }, (_, at) => [
        `model.layers.${at}.self_attn.k_proj.weight`,
        'model-00001-of-00004.safetensors',
      ]),
    );
    const files: Record<string, string> = {
      'vocab.json': JSON.stringify(vocabulary),
      'tokenizer.json': JSON.stringify(tokenizer, undefined, 2),
      'vocab.txt': tokens.join('\n'),
      'tokens.txt': tokens.map((token, at) => `${token} ${at}`).join('\n'),
      'model.safetensors.index.json': JSON.stringify({ weight_map: index }),
      'config.json': '{"architectures": ["LlamaForCausalLM"], "bos_token_id": 1, "transformers_version": "4.40.1"}',
      'special_tokens_map.json': '{"bos_token": "<s>", "pad_token": {"content": "<pad>"}}',
      'README.md':
        'Log in with `huggingface-cli login --token hf_xxxxxxxxxxxxxxxx`.\n\n    token = "hf_XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX"\n',
      'requirements.txt': 'torch==2.3.1 --hash=sha256:0a1b2c3d4e5f\ngit+https://github.com/a/b@v1.2#egg=b\n',
    };
    for (const [path, text] of Object.entries(files))
      expect([path, secretsIn(path, encodeUtf8(text).subarray(0, MAX_SECRET_BYTES))]).toEqual([
        path,
        { secrets: [], isWhole: true },
      ]);
  });
});

/** How binary files begin that have zeros where UTF-16 has some: TFLite, MP4, TrueType, ICO, and a mark of UTF-16. */
const BEGINNINGS = [
  [0x1c, 0, 0, 0, 0x54, 0x46, 0x4c, 0x33],
  [0, 0, 0, 0x20, 0x66, 0x74, 0x79, 0x70],
  [0, 1, 0, 0, 0, 0x0c, 0, 0x80],
  [0, 0, 1, 0, 1, 0],
  [0xff, 0xfe, 1, 0],
];

it.each(BEGINNINGS)('finds a key after zeros, in bytes and in UTF-16: %i %i %i %i', (...beginning) => {
  const secret = `\nghp_${drawn(36)}\n`;
  for (const encoding of ['utf8', 'utf16le'] as const)
    for (const padding of [[], [0]]) {
      const content = Uint8Array.from([...beginning, ...padding, ...Buffer.from(secret, encoding), 0, 7]);
      expect(secretsIn('a.bin', content).secrets).toMatchObject([{ rule: 'github-token', line: 2 }]);
      const swapped = content.slice(beginning.length + padding.length, -2);
      if (encoding === 'utf8') continue;
      const big = Uint8Array.from([...beginning, ...padding, ...Buffer.from(swapped).swap16()]);
      expect(secretsIn('a.bin', big).secrets).toMatchObject([{ rule: 'github-token', line: 2 }]);
    }
});

it('says what a file may contain and where', () => {
  const line = (at: number): Secret => ({ rule: 'a', what: 'password', line: at });
  expect(secretPhrases([{ rule: 'name/env', what: 'logins' }, line(2)])).toEqual([
    'Its name suggests logins',
    'Line 2: password',
  ]);
  expect(secretPhrases([1, 2, 3, 4].map(line)).slice(2)).toEqual(['Line 3: password', '1 more line']);
  expect(secretPhrases([1, 2, 3, 4, 5].map(line)).at(-1)).toBe('2 more lines');
});

describe('what looking for secrets takes', () => {
  it('has no pattern that could be slow', () => {
    for (const { rule, pattern, literals } of SECRET_PATTERNS) {
      expect(pattern.sticky, rule).toBe(true);
      const bare = pattern.source
        .replace(/\\./g, 'x')
        .replace(/\[[^\]]*\]/g, 'x')
        .replace(/\(\?<?[=!:]|\(\?<value>/g, '(');
      expect(bare, rule).not.toMatch(/[*+]|\{\d+,\}/);
      // A repeated group ends with a character that its own repetition cannot match, and none is in another one.
      expect(bare.match(/\([^()]*[{?][^()]*\)\{/g) ?? [], rule).toEqual(
        rule === 'private-key' && bare.includes('BEGIN')
          ? [expect.stringMatching(/^\(x\{1,12\} \)\{$/), expect.anything()]
          : [],
      );
      for (const literal of literals) expect(literal.length, rule).toBeGreaterThan(2);
    }
  });

  it('gives up on a file that was made to be slow, and says so', () => {
    for (const literal of ['AKIA', '://', 'eyJ', 'password', '-----BEGIN ', 'discordapp.com/api/webhooks/']) {
      const text = `${literal} `.repeat(Math.ceil(MAX_SECRET_BYTES / (literal.length + 1))).slice(0, MAX_SECRET_BYTES);
      const { secrets, isWhole } = secretsIn('a.txt', encodeUtf8(text));
      expect(secrets).toEqual([]);
      expect([literal, isWhole]).toEqual([literal, MAX_SECRET_BYTES / (literal.length + 1) <= MAX_TRIES]);
    }
  });

  it('looks at one MiB, and says that there is more', () => {
    const text = `${'a\n'.repeat(MAX_SECRET_BYTES / 2)}AKIA${upper(16)}`;
    expect(secretsIn('a.txt', encodeUtf8(text))).toEqual({ secrets: [], isWhole: false });
    expect(secretsIn('a.txt')).toEqual({ secrets: [], isWhole: false });
  });

  it('takes any bytes, and gives lines that are there', () => {
    const part = fc.constantFrom(
      ...SECRET_PATTERNS.flatMap(({ literals }) => literals),
      ...EXAMPLES.flatMap(([, ...texts]) => texts),
      '\n',
      '"',
      '=',
      ': ',
    );
    const text = fc
      .array(fc.oneof(part, fc.string({ maxLength: 40 })), { maxLength: 40 })
      .map((parts) => encodeUtf8(parts.join('')));
    fc.assert(
      fc.property(fc.oneof(text, fc.uint8Array({ maxLength: 500 })), (content) => {
        const { secrets, isWhole } = secretsIn('a.txt', content);
        const lines = Buffer.from(content).toString('latin1').split('\n').length;
        const found = secrets.map(({ line = 0 }) => line);
        expect(found).toEqual([...new Set(found)].sort((a, b) => a - b));
        expect(isWhole && found.every((line) => line >= 1 && line <= lines)).toBe(true);
      }),
    );
  });
});
