import { expect, test } from 'vitest';
import { corsHelp } from './cors.ts';

test.each([
  ['https://bucket.s3.eu-west-1.amazonaws.com/m.carton?X-Amz-Signature=1', /S3 console/, /"ExposeHeaders"/],
  ['https://s3.amazonaws.com/bucket/m.carton', /S3 console/, /"AllowedOrigins"/],
  ['https://pub-1.r2.dev/m.carton', /bucket settings/, /"AllowedMethods"/],
  ['https://storage.googleapis.com/bucket/m.carton', /gcloud/, /"responseHeader"/],
  ['https://bucket.storage.googleapis.com/m.carton', /cors\.json/, /"origin"/],
  ['https://example.org/m.carton', /nginx/, /Access-Control-Allow-Origin \*/],
  ['https://amazonaws.com.example.org/m.carton', /nginx/, /add_header/],
])('%s is told what to set', (url, text, setting) => {
  const help = corsHelp(url);
  expect(help.text).toMatch(text);
  expect(help.setting).toMatch(setting);
});

test.each([
  ['https://github.com/o/r/releases/download/v1/m.carton', /nobody can change that/],
  ['https://release-assets.githubusercontent.com/a', /nobody can change that/],
  ['https://github.com/o/r', /web page on GitHub/],
  ['https://huggingface.co/o/r/resolve/main/m.carton', /private, gated/],
])('%s cannot be set', (url, text) => {
  expect(corsHelp(url).text).toMatch(text);
  expect(corsHelp(url)).not.toHaveProperty('setting');
});

test('a setting that must be JSON is JSON', () => {
  for (const url of ['https://b.s3.amazonaws.com/', 'https://storage.googleapis.com/']) {
    expect(JSON.parse(corsHelp(url).setting as string)).toHaveLength(1);
  }
});
