import { writeFileSync } from 'node:fs';
import { TORCH_ARCHIVE } from '../src/testing/builders/torch-files.ts';
import { writeCarton } from './built-carton.ts';
import { axe, expect, openBytes, openFile, openNext, show, test } from './support.ts';

/** `os.system("id")` in protocol 2, and the same again after `STOP`. */
const SYSTEM = '\x80\x02cos\nsystem\nU\x02id\x85R.';

test('a pickle says what loading it would call; a PyTorch file shows its tensors, views among them', async ({
  page,
}, info) => {
  await page.goto('/');
  await openBytes(page, Buffer.from(SYSTEM, 'latin1'), 'model.pkl');
  const runs = page.getByRole('region', { name: 'What would run' }).locator('[data-fact=unpickles]');
  await expect(runs).toContainText('Calls os.system with ("id",)');
  await runs.getByText('What it imports', { exact: true }).click();
  await expect(runs).toContainText('called once, first at byte 2');
  const row = page.getByRole('table', { name: 'Imports' }).locator('[data-import="os.system"]');
  await expect(row).toHaveAttribute('data-standing', 'dangerous');
  await expect(row).toContainText('once with ("id",)');
  const inspect = page.getByRole('region', { name: 'Inspect it' });
  await expect(inspect).toContainText('python -m pickletools model.pkl');
  // A pickle of Python lists no tensors.
  await expect(page.getByRole('tab')).toHaveText([/^Overview/, /^Files/, /^Problems/]);
  await axe(page);
  await page.getByRole('tab', { name: /^Problems/ }).click();
  const problem = page.getByRole('list', { name: 'Problems' }).locator('[data-code="pickle/dangerous"]');
  await expect(problem).toHaveAttribute('data-severity', 'error');

  // Compressed in a carton, it is as dangerous: on the card, among the problems, and in the rows of its file and folder.
  const packed = info.outputPath('packed.carton');
  writeCarton(packed, [], '', { 'model/a.pkl': Buffer.from(SYSTEM, 'latin1') }, '', 'python', 8);
  await openFile(page, packed);
  await expect(page.locator('h1')).toHaveText('Built');
  await expect(runs).toContainText('Calls os.system with ("id",) in model/a.pkl');
  const card = page.getByRole('list', { name: 'Trust' });
  await expect(card.locator('[data-tone="error"]').first()).toContainText('A file in it calls dangerous code');
  await page.getByRole('tab', { name: /^Problems/ }).click();
  await expect(problem).toHaveAttribute('data-path', 'model/a.pkl');
  await show(page, '#/overview');
  await axe(page);

  const path = info.outputPath('model.pt');
  writeFileSync(path, TORCH_ARCHIVE);
  await openNext(page, path);
  await expect(page.locator('h1')).toHaveText('model.pt');
  await expect(page.getByRole('table', { name: 'Imports' }).locator('tbody tr')).not.toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Use it' })).toContainText('weights_only=True');
  await page.getByRole('tab', { name: /^Tensors/ }).click();
  const table = page.getByRole('table', { name: 'Tensors' });
  await expect(table.locator('[data-name]')).toHaveCount(5);
  await show(page, '#/tensors/t');
  await expect(page.getByText('1, 4 (in elements)')).toBeVisible();
  const cells = page.getByRole('grid', { name: 'Values of t' }).locator('[data-value]');
  await expect(cells.nth(1)).toHaveAttribute('data-value', '4');
  await axe(page);
});
