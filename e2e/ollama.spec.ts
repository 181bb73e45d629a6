import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { buildGguf } from '../src/testing/builders/gguf-builder.ts';
import { blobPath, configLayer, layerOf, manifestPath, manifestText } from '../src/testing/builders/ollama-store.ts';
import { expectVerdict, neighbours } from './neighbours.ts';
import { axe, expect, fitsWidth, hasFixtures, openBytes, settled, test } from './support.ts';

const CONFIG = '{"model_format":"gguf","model_family":"gemma","model_type":"2B","file_type":"Q4_0"}';
const WEIGHTS = buildGguf();
const ADAPTER = 'an adapter';
const TEMPLATE = '{{ if .System }}<system>{{ .System }}{{ end }}{{ .Prompt }}';
const SYSTEM = 'Be <kind>';
const PARAMS = '{"stop":["\\u003cend\\u003e"]}';
const FIRST = manifestText(
  [layerOf('model', WEIGHTS), layerOf('template', TEMPLATE), layerOf('params', PARAMS)],
  configLayer(CONFIG),
);
const SECOND = manifestText([layerOf('model', WEIGHTS), layerOf('system', SYSTEM), layerOf('adapter', ADAPTER)]);

const CHAT = '{{ .System }} then {{ .Prompt }}';

/** A folder with a model that has a named template and a tensor, as the format's document has them. */
function writeDocumented(folder: string): string {
  const data = new Uint8Array(Float32Array.of(1, 2).buffer);
  const contents = [
    ['config; type=safetensors', '{}'],
    ['template', TEMPLATE],
    ['template; name=chat', CHAT],
    ['tensor; name=w; dtype=F32; shape=2', data],
  ] as const;
  return writeFiles(folder, {
    [manifestPath('documented')]: manifestText(contents.map(([type, content]) => layerOf(type, content))),
    ...Object.fromEntries(contents.map(([, content]) => [blobPath(content), content])),
  });
}

/** A folder of two models: a blob of the second is damaged, one belongs to none, and one is unfinished. */
function writeStore(folder: string): string {
  const files: Record<string, string | Uint8Array> = {
    [manifestPath('gemma', '2b')]: FIRST,
    [manifestPath('gemma', 'kind')]: SECOND,
    [blobPath('left over')]: 'left over',
    [`${blobPath('begun')}-partial`]: 'beg',
    [blobPath(ADAPTER)]: 'an adaptor',
  };
  for (const content of [CONFIG, WEIGHTS, TEMPLATE, PARAMS, SYSTEM]) files[blobPath(content)] = content;
  return writeFiles(folder, files);
}

function writeFiles(folder: string, files: Readonly<Record<string, string | Uint8Array>>): string {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

function tab(page: Page, name: string): Locator {
  return page.getByRole('tab', { name: new RegExp(`^${name}`) });
}

function openFolder(page: Page, path: string): Promise<void> {
  return page.locator('input[type=file][webkitdirectory]').setInputFiles(path);
}

const layers = (page: Page) => page.getByRole('list', { name: 'Layers' }).getByRole('listitem');

test('a manifest alone says what the model needs; a folder of models is checked and shown', async ({ page }, info) => {
  await page.goto('/');
  const integrity = page.getByRole('status', { name: 'Integrity' });
  await test.step('a manifest alone says what the model needs', async () => {
    await openBytes(page, Buffer.from(FIRST), '2b');
    await expect(page.getByRole('heading', { level: 1, name: '2b' })).toBeVisible();
    await expect(integrity).toHaveAttribute('data-integrity', 'unverified');
    await expect(integrity).toContainText('Not checked against manifest');
    await expect(layers(page)).toHaveText([/Model/, /Template/, /Parameters/, /Configuration/]);
    await expect(page.getByRole('region', { name: 'Layers' })).toContainText('Needs 4 files');
    await expect(page.getByRole('region', { name: 'What would run' })).toContainText('Perhaps on another host');
    await tab(page, 'Problems').click();
    await expect(page.locator('[data-code="ollama/blobs-elsewhere"]')).toBeVisible();
  });
  await test.step('a folder of models is checked, and each model chosen shows its layers and texts', async () => {
    await openFolder(page, writeStore(info.outputPath('models')));
    await expect(page.getByRole('heading', { level: 1, name: 'models' })).toBeVisible();
    await expect(integrity).toHaveAttribute('data-integrity', 'failed');
    await expect(integrity).toContainText('1 file does not match manifests');
    const rows = page.getByRole('table', { name: 'Models' }).locator('tbody tr');
    await expect(rows).toHaveText([/gemma:2b.*Matches/, /gemma:kind.*1 fails/]);
    await expect(page.getByRole('region', { name: 'Blobs that no model uses' })).toContainText('1 file, 9 B');
    await expect(page.getByRole('region', { name: 'Unfinished downloads' })).toContainText('1 file, 3 B');

    const template = page.getByRole('region', { name: 'Template' });
    await expect(template).toContainText('{{ if .System }}<system>{{ .System }}{{ end }}{{ .Prompt }}');
    // The action in braces is colored, the text around it is not.
    await expect(template.getByText('if', { exact: true })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Parameters', exact: true })).toContainText('"<end>"');
    await expect(page.getByText('ollama run gemma:2b')).toBeVisible();
    await page.getByText('Windows', { exact: true }).click();
    await expect(page.getByText(/^%USERPROFILE%\\\.ollama\\models\\blobs\\sha256-[0-9a-f]{64}$/)).toBeVisible();
    await axe(page);

    // By keyboard, on the screen of a phone.
    await page.setViewportSize({ width: 390, height: 844 });
    const second = page.getByRole('button', { name: 'gemma:kind' });
    await second.focus();
    await second.press('Enter');
    await expect(rows.nth(1)).toHaveAttribute('aria-selected', 'true');
    // The address has the chosen model, so that "Back" leads to the one before.
    await expect(page).toHaveURL(/#\/overview\/gemma%3Akind$/);
    await page.goBack();
    await expect(rows.first()).toHaveAttribute('aria-selected', 'true');
    await page.goForward();
    await expect(rows.nth(1)).toHaveAttribute('aria-selected', 'true');
    await expect(layers(page)).toHaveText([
      /Model.*shared with 1 other model/,
      /System message/,
      /Adapter.*Fails check/,
    ]);
    await expect(page.getByRole('region', { name: 'System message' })).toContainText(SYSTEM);
    await expect(page.locator('[data-loading="doubtful"]')).toBeVisible();
    await fitsWidth(page, 390);
    await axe(page);

    await page.setViewportSize({ width: 1280, height: 800 });
    await tab(page, 'Files').click();
    await expect(page.locator(`[data-path="${blobPath(ADAPTER)}"]`)).toHaveAttribute('data-hash', 'mismatch');
    await expect(page.locator(`[data-path="${blobPath(WEIGHTS)}"]`)).toHaveAttribute('data-hash', 'verified');
    await tab(page, 'Tensors').click();
    await expect(page.getByText('The tensors are in the blobs of the model.')).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: blobPath(WEIGHTS) })).toBeVisible();
    // The model stays chosen, and its weights open as a package of their own.
    await tab(page, 'Overview').click();
    await expect(rows.nth(1)).toHaveAttribute('aria-selected', 'true');
    await page.getByRole('link', { name: 'Open model' }).click();
    await expect(page.getByRole('navigation', { name: 'Trail' })).toContainText('models');
    await expect(page.getByRole('list', { name: 'In short' })).toContainText('GGUF');
  });
  await test.step('each template is under its name, and the default says that it is used', async () => {
    await page.goto('/');
    await openFolder(page, writeDocumented(info.outputPath('documented')));
    await expect(page.getByRole('heading', { level: 1, name: 'documented:latest' })).toBeVisible();
    const named = page.getByRole('region', { name: 'Template chat' });
    await expect(named).toContainText(CHAT);
    await expect(named).toContainText('Ollama’s own reader ignores it.');
    const used = page.getByRole('region', { name: 'Template', exact: true });
    await expect(used).toContainText('The default, which is used.');
    await expect(layers(page)).toHaveText([/Configuration/, /the default/, /chat/, /Tensor.*float32|Tensor.*F32/]);
    await settled(page);
    await axe(page);
  });
});

test.describe('models that others made', () => {
  test.skip(!hasFixtures, 'needs ../shared');

  test('have their verdicts, one of each', async ({ page }) => {
    await page.goto('/');
    for (const verdict of neighbours('ollama')) {
      await openFolder(page, verdict.path);
      await expect(page.getByRole('main').getByText(verdict.name, { exact: true }).first()).toBeVisible();
      await settled(page);
      await expectVerdict(page, verdict, verdict.path);
    }
  });
});
