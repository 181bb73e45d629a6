/** What a path says about a file that may contain a secret. */
export interface SecretName {
  /** Stays the same when words change. */
  rule: string;
  /** What it suggests is in the file: "private keys". */
  what: string;
  /** Hardly anything else has this name. A new package leaves such a file out unless somebody asks for it. */
  isSure?: true;
}

type NameRule = SecretName & { pattern: RegExp };

/** Folders of programs that keep logins there, by their names in lower case. */
const FOLDERS: Readonly<Record<string, string>> = {
  '.ssh': 'SSH keys',
  '.aws': 'AWS credentials',
  '.azure': 'Azure credentials',
  '.docker': 'Docker logins',
  '.gnupg': 'PGP keys',
  '.kube': 'Kubernetes logins',
};

/** Of file names in lower case. Patterns are anchored at both ends, and have no repetition in another one. */
const FILES: readonly NameRule[] = [
  { rule: 'name/env', what: 'environment variables', isSure: true, pattern: /^\.env(?:\..*)?$|^\.envrc$/ },
  {
    rule: 'name/login',
    what: 'logins',
    isSure: true,
    pattern: /^(?:\.netrc|_netrc|\.npmrc|\.pypirc|\.git-credentials|\.htpasswd|\.pgpass|\.my\.cnf|\.dockercfg)$/,
  },
  {
    rule: 'name/credentials',
    what: 'credentials',
    isSure: true,
    pattern: /^(?:credentials|secrets?|service[-_]account.*|client_secret.*)\.(?:json|ya?ml|toml|txt|ini)$/,
  },
  {
    rule: 'name/private-key',
    what: 'private keys',
    isSure: true,
    pattern: /^(?:id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?|.*_rsa)$/,
  },
  {
    rule: 'name/key-file',
    what: 'keys or passwords',
    isSure: true,
    pattern: /\.(?:pem|key|p12|pfx|ppk|jks|keystore|kdbx|asc|gpg|tfstate)$/,
  },
  {
    rule: 'name/env',
    what: 'environment variables',
    pattern: /^(?!\.)[^/]*\.env$|^env\.(?:sh|local|prod|production)$/,
  },
  {
    rule: 'name/credentials',
    what: 'credentials',
    pattern: /^[._]?(?:[a-z0-9]{1,20}[._-])?credentials?(?:\.(?:csv|json|ya?ml|toml|txt|ini|db))?$/,
  },
  {
    rule: 'name/credentials',
    what: 'credentials',
    pattern: /^(?:kaggle|application_default_credentials|.*firebase-adminsdk.*)\.json$|^\.(?:s3cfg|boto|passwd-s3fs)$/,
  },
  {
    // Not "tokens", which is what vocabularies are called.
    rule: 'name/token',
    what: 'access tokens or passwords',
    pattern:
      /^\.?(?:[a-z0-9]{1,20}[._-])?(?:(?:api|access|auth|secret)[_-]?(?:keys?|token)|token|passw(?:or)?d|passwords|passphrase)(?:\.(?:txt|json|ya?ml|ini|csv))?$/,
  },
  { rule: 'name/token', what: 'access tokens or passwords', pattern: /^(?:stored_tokens|\.vault[-_](?:token|pass))$/ },
  { rule: 'name/kubernetes', what: 'Kubernetes logins', pattern: /^(?:\.?kubeconfig|.*\.kubeconfig)(?:\.ya?ml)?$/ },
  { rule: 'name/key-file', what: 'keys or passwords', pattern: /\.(?:pkcs12|agekey|ovpn|tfvars|keytab)$/ },
  {
    rule: 'name/history',
    what: 'a command history',
    pattern: /^\.(?:(?:bash|zsh|sh|python|psql|mysql|sqlite|node_repl|rediscli)_)?(?:history|rhistory)$|^fish_history$/,
  },
];

/** Whether a file may contain a secret by its path. Undefined for all others. Takes time linear to the path. */
export function secretName(path: string): SecretName | undefined {
  const parts = path.toLowerCase().split('/');
  const name = parts.pop() ?? '';
  const folder = parts.find((part) => Object.hasOwn(FOLDERS, part));
  if (folder !== undefined) return { rule: 'name/folder', what: FOLDERS[folder] as string, isSure: true };
  // Templates of such files have no secrets in them.
  if (/\.(?:example|sample|template)$/.test(name)) return undefined;
  return FILES.find(({ pattern }) => pattern.test(name));
}
