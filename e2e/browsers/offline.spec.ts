import { OfflineHost } from '../offline-host.ts';
import { SAMPLE } from '../support.ts';
import { button, type Driver, field, one, tab } from './driver.ts';
import { click, expect, fill, goTo, openFile, sees, test, textOf } from './journey.ts';

/** The page is there without its host: the server is stopped, and nothing listens on its port any more. */

const GREETING = { from: 'See what is inside a model package', to: 'See it in the next version' };
const heading = (driver: Driver) => textOf(driver, 'h1');

/** Runs a journey with a host of its own, in a folder of it. */
async function withHost(travel: (host: OfflineHost) => Promise<void>): Promise<void> {
  const host = new OfflineHost('/tools/boxcutter/');
  await host.start();
  try {
    await travel(host);
  } finally {
    await host.remove();
  }
}

/** The first visit, until all of the page is kept. */
async function visit(driver: Driver, host: OfflineHost): Promise<void> {
  await goTo(driver, host.url);
  await sees(driver, { css: '[role="status"][aria-label="Offline"]' });
  await expect.poll(() => textOf(driver, '[role="status"][aria-label="Offline"]')).toBe('Ready to work offline');
}

/** Whether the host answers a request that the page does not keep. */
const answers = (driver: Driver) =>
  driver.run(() =>
    fetch('sample.carton', { headers: { Range: 'bytes=0-9' } }).then(
      () => true,
      () => false,
    ),
  );

test('after one visit, opens, verifies and edits a file without a network, from a deep address', async ({ driver }) => {
  await withHost(async (host) => {
    await visit(driver, host);
    expect(await answers(driver)).toBe(true);
    await host.stop();
    await driver.reopen();
    await goTo(driver, `${host.url}index.html?from=here#/tensors`);
    expect(await answers(driver)).toBe(false);
    driver.complaints.length = 0;
    await openFile(driver, SAMPLE);
    await sees(driver, one('[data-integrity="verified"]'));
    await driver.run(() => {
      window.location.hash = '#/tensors/_tensor_6';
    });
    await sees(driver, one('[role="grid"][aria-label="Values of _tensor_6"] [data-value]'));
    for (const name of ['Schema', 'Examples', 'Files', 'Problems']) {
      await click(driver, tab(name));
      await sees(driver, { css: '[role="tab"][aria-selected="true"]', name: `^${name}` });
    }
    await click(driver, tab('Edit'));
    await fill(driver, field('Short description'), 'Mine');
    await click(driver, tab('Overview'));
    await expect.poll(() => textOf(driver)).toContain('1 change');
  });
});

test('a new version comes without harm to a draft', async ({ driver }) => {
  await withHost(async (host) => {
    await visit(driver, host);
    await openFile(driver, SAMPLE);
    await click(driver, tab('Edit'));
    await fill(driver, field('Short description'), 'Old');
    await host.deployNext(GREETING);
    await driver.run(() =>
      navigator.serviceWorker
        .getRegistration()
        .then((found) => found?.update())
        .then(() => {}),
    );
    await sees(driver, button('New version available: reload'));
    // The tab of the version before is closed, and with it that version goes.
    await driver.reopen();
    await goTo(driver, host.url);
    await expect.poll(() => heading(driver)).toContain(GREETING.to);
    await host.stop();
    await openFile(driver, SAMPLE);
    await click(driver, button('Restore'));
    await expect.poll(() => textOf(driver)).toContain('1 change');
  });
});
