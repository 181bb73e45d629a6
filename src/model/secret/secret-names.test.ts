import { describe, expect, it } from 'vitest';
import { leftOutKind } from '../left-out.ts';
import { secretName } from './secret-names.ts';

describe('paths that say that a file may contain a secret', () => {
  it.each([
    ['.env', 'name/env'],
    ['a/.aws/credentials', 'name/folder'],
    ['.kube/config', 'name/folder'],
    ['.netrc', 'name/login'],
    ['_netrc', 'name/login'],
    ['.npmrc', 'name/login'],
    ['.pypirc', 'name/login'],
    ['.git-credentials', 'name/login'],
    ['credentials.json', 'name/credentials'],
    ['service-account-prod.json', 'name/credentials'],
    ['keys/id_rsa', 'name/private-key'],
    ['server.pem', 'name/key-file'],
    ['a.p12', 'name/key-file'],
    ['Passwords.kdbx', 'name/key-file'],
  ])('is sure of %s', (path, rule) => {
    expect(secretName(path)).toMatchObject({ rule, isSure: true });
    expect(leftOutKind(path)).toBe('secret');
  });

  it.each([
    ['.aws_credentials', 'name/credentials'],
    ['config/aws-credentials.ini', 'name/credentials'],
    ['credentials', 'name/credentials'],
    ['kaggle.json', 'name/credentials'],
    ['application_default_credentials.json', 'name/credentials'],
    ['PROD.env', 'name/env'],
    ['token.txt', 'name/token'],
    ['.huggingface/token', 'name/token'],
    ['hf_token', 'name/token'],
    ['openai-api-key.txt', 'name/token'],
    ['passwords.csv', 'name/token'],
    ['.vault-token', 'name/token'],
    ['kubeconfig', 'name/kubernetes'],
    ['prod.kubeconfig.yaml', 'name/kubernetes'],
    ['prod.tfvars', 'name/key-file'],
    ['.bash_history', 'name/history'],
    ['.Rhistory', 'name/history'],
  ])('asks about %s', (path, rule) => {
    const name = secretName(path);
    expect(name).toMatchObject({ rule });
    expect(name).not.toHaveProperty('isSure');
    expect(leftOutKind(path)).toBeUndefined();
  });

  it.each([
    'tokenizer.json',
    'tokenizer_config.json',
    'special_tokens_map.json',
    'added_tokens.json',
    'tokens.txt',
    'vocab.txt',
    'history.json',
    'training_history.csv',
    'config.json',
    'model.safetensors.index.json',
    '.env.example',
    'prod.env.sample',
    'environment.yml',
    'env.py',
    'secrets.py',
    'password.py',
    'token.py',
    'keys.npz',
    'README.md',
  ])('has nothing to say of %s', (path) => expect(secretName(path)).toBeUndefined());
});
