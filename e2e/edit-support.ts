import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import type { Download, Page } from '@playwright/test';
import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js';
import { ZSTDDecoder } from 'zstddec';
import { expect, tab } from './support.ts';

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
export const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
export const changes = (page: Page) => page.getByRole('status', { name: 'Changes' });
/** Selector of a dialog, for `axe`. */
export const DIALOG = '[role="dialog"]';

export const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

/** Does something with the chosen file, by the menu in the row above it. */
export async function fileAct(page: Page, name: string): Promise<void> {
  await page.getByRole('region', { name: 'Chosen file' }).getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name, exact: false }).click();
}

/** Opens the review: by its button, or by the menu of a bar that has no room for it. */
export async function openReview(page: Page): Promise<void> {
  if (await button(page, 'Review').isVisible()) return button(page, 'Review').click();
  await page.getByRole('button', { name: /: actions$/ }).click();
  await page.getByRole('menuitem', { name: 'Review' }).click();
}

/** Opens the card of trust from its marks in the bar. */
export async function openTrust(page: Page): Promise<void> {
  await page.getByRole('status', { name: 'Integrity' }).getByRole('button').click();
  await expect(page.getByRole('dialog', { name: 'Trust in detail' })).toBeVisible();
}

/** Opens what the bar says of the package: where it is from, its hash, and the button that downloads it. */
export async function openAbout(page: Page): Promise<void> {
  await page.locator('h1').getByRole('button').click();
  await expect(page.getByRole('dialog').getByRole('list', { name: 'In short' })).toBeVisible();
}

/** Adds something to the files, by the menu above their list. */
export async function addAct(page: Page, name: string): Promise<void> {
  await button(page, 'Add').click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

/** Shows the form of the open carton. */
export async function edit(page: Page): Promise<void> {
  await tab(page, 'Edit').click();
  await expect(field(page, 'Model name')).toBeVisible();
}

/** Shows the form, or the text of the metadata file. */
export async function editAs(page: Page, what: 'Form' | 'carton.toml' | 'manifest.json'): Promise<void> {
  await page.getByRole('radiogroup', { name: 'Edit as' }).getByText(what, { exact: true }).click();
}

/** Changes a field as people do: focuses it, types, and leaves it. */
export async function change(page: Page, name: string, value: string): Promise<void> {
  await field(page, name).fill(value);
  await field(page, name).blur();
}

/** Texts of the drafts that the browser keeps. */
export async function keptTexts(page: Page): Promise<string[]> {
  return (await keptDrafts(page)).flatMap(({ texts }) => texts);
}

/** The drafts that the browser keeps. Does not create the database if it is missing. */
export async function keptDrafts(
  page: Page,
): Promise<{ texts: string[]; files: string[]; renew: boolean | 'reseal' }[]> {
  return page.evaluate(async () => {
    const name = 'boxcutter-drafts';
    if (!(await indexedDB.databases()).some((database) => database.name === name)) return [];
    const answer = <T>(asked: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        asked.onsuccess = () => resolve(asked.result);
        asked.onerror = () => reject(asked.error);
      });
    const database = await answer(indexedDB.open(name));
    const drafts: { texts: Map<string, string>; files: { path: string }[]; renew: boolean | 'reseal' }[] = await answer(
      database.transaction('drafts').objectStore('drafts').getAll(),
    );
    database.close();
    return drafts.map(({ texts, files, renew }) => ({
      texts: [...texts.values()],
      files: files.map(({ path }) => path),
      renew,
    }));
  });
}

/** Makes the page see a browser without a dialog for saving: it downloads what it saves. */
export async function withoutPicker(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(window, { showSaveFilePicker: undefined });
  });
}

/** Makes the page see a dialog for saving that accepts the suggested name, in the private file system of the origin. */
export async function withPicker(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(window, {
      showSaveFilePicker: async ({ suggestedName }: { suggestedName: string }) =>
        (await navigator.storage.getDirectory()).getFileHandle(suggestedName, { create: true }),
    });
  });
}

/** Bytes of a file in the private file system of the origin. Undefined if it is missing. */
export async function privateFile(page: Page, name: string): Promise<Buffer | undefined> {
  const text = await page.evaluate(async (name) => {
    try {
      const file = await (await (await navigator.storage.getDirectory()).getFileHandle(name)).getFile();
      return Array.from(new Uint8Array(await file.arrayBuffer()), (byte) => String.fromCharCode(byte)).join('');
    } catch {
      return undefined;
    }
  }, name);
  return text === undefined ? undefined : Buffer.from(text, 'latin1');
}

export async function bytesOf(download: Download): Promise<Buffer> {
  return readFileSync(await download.path());
}

/** One entry of a zip as another program reads it. `raw` is the SHA-256 of the compressed bytes. */
export interface PeerEntry {
  method: number;
  raw: string;
  data: Buffer;
  text: string;
}

async function unzstd(bytes: Uint8Array, size: number): Promise<Uint8Array> {
  const decoder = new ZSTDDecoder();
  await decoder.init();
  return decoder.decode(bytes, size);
}

/** The entries of a zip in their order, read by @zip.js/zip.js with all checksums checked. */
export async function entriesOf(bytes: Uint8Array): Promise<Map<string, PeerEntry>> {
  const reader = new ZipReader(new Uint8ArrayReader(new Uint8Array(bytes)), { checkSignature: true });
  const entries = new Map<string, PeerEntry>();
  for (const entry of await reader.getEntries()) {
    if (entry.directory) continue;
    const raw = await entry.getData(new Uint8ArrayWriter(), { passThrough: true, checkSignature: false });
    // zip.js has no zstd.
    const isZstd = entry.compressionMethod === 93;
    const data = isZstd ? await unzstd(raw, entry.uncompressedSize) : await entry.getData(new Uint8ArrayWriter());
    if (isZstd && crc32(data) !== entry.signature) throw new Error(`${entry.filename} has another checksum.`);
    entries.set(entry.filename, {
      method: entry.compressionMethod,
      raw: createHash('sha256').update(raw).digest('hex'),
      data: Buffer.from(data),
      text: Buffer.from(data).toString('utf8'),
    });
  }
  await reader.close();
  return entries;
}

/** Names of the entries whose compressed bytes differ, or that only one of the zips has. */
export async function differing(before: Uint8Array, after: Uint8Array): Promise<string[]> {
  const [old, own] = [await entriesOf(before), await entriesOf(after)];
  return [...new Set([...old.keys(), ...own.keys()])]
    .filter((name) => old.get(name)?.raw !== own.get(name)?.raw)
    .sort();
}

/** Ends the thread that has the package, as a browser that needs its memory does: without a word to the page. */
export async function endReader(page: Page): Promise<void> {
  for (const worker of page.workers())
    if ((await worker.evaluate('self.name').catch(() => '')) === 'packages')
      await worker.evaluate('self.close()').catch(() => {});
}
