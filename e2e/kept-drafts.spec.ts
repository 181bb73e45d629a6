import { readFileSync } from 'node:fs';
import type { Page, TestInfo } from '@playwright/test';
import { writeCarton } from './built-carton.ts';
import { addAct, button, bytesOf, change, changes, edit, field, keptDrafts, keptTexts } from './edit-support.ts';
import { axe, expect, openFile, settled, tab, test } from './support.ts';

const OLD = 'short_description = "Old words"\nlicense = "MIT"';
const NEW = 'short_description = "Their words"\nlicense = "MIT"\nrepository = "https://a.example/b"';

const offer = (page: Page) => page.getByRole('region', { name: 'Kept draft', exact: true });
const list = (page: Page) => page.getByRole('region', { name: 'Kept drafts', exact: true });
const elsewhere = (page: Page) => page.getByRole('region', { name: 'Draft in another tab' });

function pack(info: TestInfo, name: string, head: string): string {
  const path = info.outputPath(name);
  writeCarton(path, [], '', { 'misc/a.txt': Buffer.from(head) }, head);
  return path;
}

/** Opens a carton and changes two fields of it. */
async function begin(page: Page, path: string): Promise<void> {
  await page.goto('/');
  await openFile(page, path);
  await edit(page);
  await change(page, 'Model name', 'Mine');
  await change(page, 'Short description', 'My words');
  await expect(changes(page)).toHaveText('2 changes');
  await expect.poll(async () => (await keptTexts(page)).join()).toContain('My words');
}

/** The empty page, as after the browser was closed. */
async function leave(page: Page): Promise<void> {
  page.once('dialog', (asked) => void asked.accept());
  await page.goto('about:blank');
  await page.goto('/');
}

async function choose(page: Page, name: string | RegExp, path: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name }).click();
  await (await chooser).setFiles(path);
}

/** Takes what fits of the offered draft, and looks at what became of it. */
async function apply(page: Page): Promise<void> {
  await expect(offer(page)).toContainText('Of its 2 changes, 1 fits, 1 does not fit.');
  const misfits = offer(page).getByRole('table', { name: 'Changes that do not fit' });
  await expect(misfits.getByRole('row', { name: /^Short description/ })).toContainText('Their words');
  await expect(misfits.getByRole('row', { name: /^Short description/ })).toContainText('My words');
  await button(page, 'Apply 1 change').click();
  await expect(field(page, 'Model name')).toHaveValue('Mine');
  await expect(field(page, 'Short description')).toHaveValue('Their words');
  await expect(changes(page)).toHaveText('1 change');
  await expect(offer(page)).toHaveCount(0);
}

test('a draft of a file that was repacked under another name is continued, as far as it fits', async ({
  page,
}, info) => {
  await begin(page, pack(info, 'old.carton', OLD));
  const [written] = await keptTexts(page);
  await leave(page);
  await expect(list(page)).toContainText('1 draft is kept in this browser');
  await expect(list(page)).toContainText('old.carton');
  await axe(page);
  const asked = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Download carton.toml/ }).click();
  const download = await asked;
  expect(download.suggestedFilename()).toBe('carton.toml');
  expect((await bytesOf(download)).toString()).toBe(written);

  await choose(page, /^Choose the file again/, pack(info, 'new.carton', NEW));
  await expect(offer(page)).toContainText('old.carton');
  await axe(page);
  await apply(page);
  await button(page, 'Undo').click();
  await expect(field(page, 'Model name')).toHaveValue('Built');
  await button(page, 'Redo').click();
  // What did not fit is kept on, beside the new draft.
  await expect.poll(async () => (await keptTexts(page)).length).toBe(2);

  await leave(page);
  await expect(list(page)).toContainText('2 drafts are kept in this browser');
  await page.getByRole('button', { name: 'Discard: old.carton' }).click();
  await button(page, 'Keep it').click();
  await page.getByRole('button', { name: 'Discard: old.carton' }).click();
  await button(page, 'Discard it').click();
  await expect(list(page)).toContainText('1 draft is kept in this browser');
  expect((await keptTexts(page)).join()).toContain('Their words');
});

test('files that a draft adds are counted, and come along to another version', async ({ page }, info) => {
  const path = pack(info, 'old.carton', OLD);
  await begin(page, path);
  await tab(page, 'Files').click();
  const asked = page.waitForEvent('filechooser');
  await addAct(page, 'Add files');
  await (await asked).setFiles([{ name: 'notes.md', mimeType: 'text/markdown', buffer: Buffer.from('# Notes') }]);
  await expect(page.locator('[data-path="misc/notes.md"]')).toHaveAttribute('data-change', 'added');
  await expect.poll(async () => (await keptDrafts(page)).map(({ files }) => files)).toEqual([['misc/notes.md']]);

  await leave(page);
  await expect(page.getByRole('button', { name: 'Download notes.md: old.carton' })).toBeVisible();
  await choose(page, /^Choose the file again/, path);
  await expect(offer(page)).toContainText('; 1 file added.');
  await leave(page);
  await choose(page, /^Choose the file again/, pack(info, 'new.carton', NEW));
  await expect(offer(page)).toContainText('Of its 3 changes, 2 fit, 1 does not fit.');
  await expect(offer(page).getByRole('list', { name: 'Files that are added' })).toHaveText('misc/notes.md added');
  await axe(page);
  await button(page, 'Apply 2 changes').click();
  await expect(changes(page)).toHaveText('2 changes');
  await tab(page, 'Files').click();
  await page.locator('[data-path="misc/notes.md"]').click();
  await expect(page.getByRole('region', { name: 'Chosen file' })).toContainText('Notes');
});

test(
  'a second tab says that the first has the draft, and takes it over',
  { tag: '@whole-browser' },
  async ({ page, context }, info) => {
    const path = pack(info, 'old.carton', OLD);
    await begin(page, path);
    const second = await context.newPage();
    await second.goto('/');
    await expect(list(second)).toContainText('1 draft is kept');
    await second.getByRole('button', { name: 'Discard: old.carton' }).click();
    await button(second, 'Discard it').click();
    await expect(list(second)).toContainText('open in another tab');
    await openFile(second, path);
    await expect(elsewhere(second)).toContainText('Another tab has unsaved changes to this carton');
    await expect(offer(second)).toHaveCount(0);
    await axe(second);
    await button(second, 'Take over').click();
    await expect(field(second, 'Model name')).toHaveValue('Mine');
    await expect(elsewhere(second)).toHaveCount(0);

    await expect(elsewhere(page)).toContainText('Another tab took over your changes');
    await expect(field(page, 'Model name')).toHaveValue('Built');
    await change(second, 'License', 'Apache-2.0');
    await expect.poll(async () => (await keptTexts(page)).join()).toContain('Apache-2.0');
    await expect.poll(() => keptTexts(page)).toHaveLength(1);
    // The first tab is offered the draft once the second is gone.
    await second.close();
    await expect(offer(page)).toContainText('without saving it');
    await button(page, 'Restore').click();
    await expect(field(page, 'License')).toHaveValue('Apache-2.0');
    await expect.poll(() => keptTexts(page)).toHaveLength(1);
  },
);

test('a file that changes on the disk while it is open says so, and its draft goes on in the new one', async ({
  page,
}, info) => {
  const path = pack(info, 'old.carton', OLD);
  await begin(page, path);
  pack(info, 'old.carton', NEW);
  await tab(page, 'Files').click();
  await page.locator('[data-path="misc/a.txt"]').click();
  const alert = page.getByRole('alert');
  await expect(alert).toHaveAttribute('data-code', 'source/changed');
  await expect(alert).toContainText('changed on the disk after it was opened');
  await axe(page, '[role="alert"]');
  // It does not lie over a dialog, which has the focus.
  await button(page, 'Save carton').click();
  const saving = page.getByRole('dialog');
  await expect(saving).toContainText('changed on the disk after it was opened');
  await saving.getByRole('button', { name: 'Close' }).click();
  await expect(saving).toHaveCount(0);
  await choose(page, 'Choose the file again', path);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(offer(page)).toContainText('another version of this carton');
  await expect(alert).toHaveCount(0);
  await apply(page);
});

test(
  'a changed file that the system gave is compared with the one on the disk, and opened again',
  { tag: '@whole-browser' },
  async ({ page }, info) => {
    await page.addInitScript(() => {
      const setConsumer = (consumer: unknown) => Object.assign(window, { launch: consumer });
      Object.defineProperty(window, 'launchQueue', { value: { setConsumer } });
    });
    await page.goto('/');
    const write = (path: string) =>
      page.evaluate(async (base64) => {
        const root = await navigator.storage.getDirectory();
        const handle = await root.getFileHandle('given.carton', { create: true });
        const file = await handle.createWritable();
        await file.write(Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)));
        await file.close();
        return handle;
      }, readFileSync(path).toString('base64'));
    await write(pack(info, 'old.carton', OLD));
    await page.evaluate(async () => {
      const root = await navigator.storage.getDirectory();
      const given = window as unknown as { launch(launch: { files: FileSystemFileHandle[] }): void };
      given.launch({ files: [await root.getFileHandle('given.carton')] });
    });
    await settled(page);
    await write(pack(info, 'new.carton', NEW));
    await tab(page, 'Files').click();
    await page.locator('[data-path="misc/a.txt"]').click();
    const alert = page.getByRole('alert');
    await expect(alert).toHaveAttribute('data-code', 'source/changed');
    await expect(alert).toContainText('On the disk now:');
    await button(page, 'Reopen').click();
    await expect(alert).toHaveCount(0);
    await tab(page, 'Overview').click();
    await expect(page.getByText('Their words')).toBeVisible();
  },
);
