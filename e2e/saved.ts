import { readFileSync } from 'node:fs';
import type { Download, Page } from '@playwright/test';

/** Takes the shown tensor away by the menu Export: by an item of one of its groups where it has the item twice. */
export async function exportAs(page: Page, item: string, part?: string): Promise<Download> {
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const menu = page.getByRole('menu');
  const group = part ? menu.getByRole('group', { name: new RegExp(`^${part}`) }) : menu;
  const saving = page.waitForEvent('download');
  await group.getByRole('menuitem', { name: item, exact: true }).click();
  return saving;
}

export const bytesOf = async (download: Download) => readFileSync(await download.path());

/** Red, green and blue of each pixel, as the browser reads a picture; of a large one, the colors that it has. */
export async function pixelsOf(
  page: Page,
  download: Download,
): Promise<{ size: number[]; colors: number[]; has: string[] }> {
  const base64 = (await bytesOf(download)).toString('base64');
  return page.evaluate(async (text) => {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes]));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const context = canvas.getContext('2d');
    context?.drawImage(bitmap, 0, 0);
    const data = context?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? new Uint8ClampedArray();
    const has = new Set<string>();
    for (let at = 0; at < data.length; at += 4) has.add(data.slice(at, at + 3).join());
    const colors = data.length > 10_000 ? [] : [...data].filter((_, at) => at % 4 < 3);
    return { size: [bitmap.width, bitmap.height], colors, has: [...has].slice(0, 2000) };
  }, base64);
}
