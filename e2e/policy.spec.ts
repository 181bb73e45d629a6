import type { Page, Worker } from '@playwright/test';
import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js';
import { Type } from 'csp_evaluator/dist/finding.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';
import { HEADER_POLICY, META_POLICY } from '../scripts/policy.ts';
import { startHost } from './share-host.ts';
import { expect, openFile, SAMPLE, test } from './support.ts';

/** What csp_evaluator has against the policy, and why it stays. One that it no longer names must be taken out. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  "SCRIPT_ALLOWLIST_BYPASS script-src 'self'":
    'It may be dangerous where the host also serves uploads or JSONP (docs/security.md). A nonce needs a server, and files that scripts import have no hashes.',
  'IP_SOURCE connect-src http://127.0.0.1:*': 'People serve their own packages to themselves.',
  'SRC_HTTP connect-src http://127.0.0.1:*': 'The same. Such a request leaves the computer neither way.',
  'SRC_HTTP connect-src http://localhost:*': 'The same.',
};

function evaluate(policy: string): string[] {
  return new CspEvaluator(new CspParser(policy).csp)
    .evaluate()
    .map(({ type, directive, value }) => [Type[type], directive, value].filter(Boolean).join(' '))
    .sort();
}

test('the page, its worker and its files come with the policy', async ({ page, request }) => {
  const scripts: string[] = [];
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.startsWith('/worker/')) scripts.push(response.url());
  });
  await page.goto('/?url=sample.carton');
  await expect(page.locator('html')).toHaveAttribute('data-state', 'ready');
  expect(scripts.length, 'scripts of the worker').toBeGreaterThan(0);
  for (const url of ['/', ...scripts]) {
    const headers = (await request.get(url)).headers();
    expect(headers['content-security-policy'], url).toBe(HEADER_POLICY);
    expect(headers['x-content-type-options'], url).toBe('nosniff');
  }
  // Browsers keep single quotes and slashes in an attribute, so the texts can be compared.
  const meta = page.locator('meta[http-equiv="Content-Security-Policy"]');
  await expect(meta).toHaveAttribute('content', META_POLICY);
  for (const policy of [META_POLICY, HEADER_POLICY]) expect(evaluate(policy)).toEqual(Object.keys(EXCEPTIONS).sort());
});

interface WithTrustedTypes {
  trustedTypes: { createPolicy(name: string, rules: { createHTML(text: string): string }): unknown };
}

/** Ways in which text becomes code. Each is to throw. */
const EVERYWHERE = {
  // biome-ignore lint/security/noGlobalEval: it is what must not work
  eval: () => globalThis.eval('globalThis.pwned = true'),
  Function: () => new Function('globalThis.pwned = true')(),
  'setTimeout with text': () => setTimeout('globalThis.pwned = true'),
  'a worker by its address': () => new Worker('/worker/entry.js', { type: 'module' }),
  'a worker from a blob': () => new Worker(URL.createObjectURL(new Blob(['globalThis.pwned = true']))),
  'a policy for HTML': () =>
    (globalThis as unknown as WithTrustedTypes).trustedTypes.createPolicy('default', { createHTML: String }),
  'the policy again': () =>
    (globalThis as unknown as WithTrustedTypes).trustedTypes.createPolicy('boxcutter', { createHTML: String }),
};

const IN_THE_PAGE = {
  ...EVERYWHERE,
  innerHTML: (html: string) => Object.assign(document.createElement('div'), { innerHTML: html }),
  outerHTML: (html: string) =>
    Object.assign(document.body.appendChild(document.createElement('p')), { outerHTML: html }),
  insertAdjacentHTML: (html: string) => document.body.insertAdjacentHTML('beforeend', html),
  'document.write': (html: string) => document.write(html),
  DOMParser: (html: string) => new DOMParser().parseFromString(html, 'text/html'),
  createContextualFragment: (html: string) => document.createRange().createContextualFragment(html),
  srcdoc: (html: string) => Object.assign(document.createElement('iframe'), { srcdoc: html }),
  'an attribute that is code': () => document.body.setAttribute('onclick', 'globalThis.pwned = true'),
  'the text of a script': () => Object.assign(document.createElement('script'), { text: 'globalThis.pwned = true' }),
  'the address of a script': () => Object.assign(document.createElement('script'), { src: '/assets/index.js' }),
  'a shared worker': () => new SharedWorker('/worker/entry.js'),
  'a service worker': () => navigator.serviceWorker.register('/sample.carton'),
};

/**
 * What comes of each attempt in a thread. It runs as code of the thread's own, a moment after what the test injects:
 * the browser lets the latter do more.
 */
async function outcomes(thread: Page | Worker, attempts: Record<string, (html: string) => unknown>) {
  const html = '<img src="data:," onerror="globalThis.pwned = true">';
  const tried = Object.entries(attempts).map(async ([name, attempt]) => {
    const trying = `(async () => (${attempt})(${JSON.stringify(html)}))()`;
    const said = `${trying}.then(() => done('done'), ({ name }) => done('refused: ' + name))`;
    return [name, await (thread as Page).evaluate<string>(`new Promise((done) => setTimeout(() => ${said}))`)];
  });
  return Object.fromEntries(await Promise.all(tried));
}

const allRefused = (attempts: object) =>
  Object.fromEntries(Object.keys(attempts).map((name) => [name, expect.stringMatching(/^refused: (Type|Eval)Error$/)]));

test.describe('text', () => {
  test.use({ allowedConsole: [/Content Security Policy|Trusted ?Type|TrustedHTML|TrustedScript/] });

  test('becomes no code and no HTML, neither in the page nor in its worker, and WebAssembly runs', async ({ page }) => {
    await page.goto('/');
    await openFile(page, SAMPLE);
    const worker = page.workers().find((one) => one.url().includes('/worker/entry'));
    if (!worker) throw new Error('The page has no worker.');
    expect(await outcomes(page, IN_THE_PAGE)).toEqual(allRefused(IN_THE_PAGE));
    expect(await outcomes(worker, EVERYWHERE)).toEqual(allRefused(EVERYWHERE));
    const allowed = { wasm: () => new WebAssembly.Module(new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0])) };
    for (const thread of [page, worker]) expect(await outcomes(thread, allowed)).toEqual({ wasm: 'done' });

    const refused = await page.evaluate(async () => {
      const found = new Set<string>();
      document.addEventListener('securitypolicyviolation', (event) => found.add(event.effectiveDirective));
      for (const name of ['script', 'style']) {
        const element = document.createElement(name);
        element.append('globalThis.pwned = true');
        document.head.append(element);
      }
      document.body.append(Object.assign(document.createElement('iframe'), { src: '/' }));
      while (found.size < 3) await new Promise((done) => setTimeout(done, 16));
      return [...found].sort();
    });
    expect(refused).toEqual(['frame-src', 'require-trusted-types-for', 'style-src-elem']);
    expect(await page.evaluate(() => 'pwned' in window)).toBe(false);
    expect(await worker.evaluate(() => 'pwned' in globalThis)).toBe(false);
  });
});

test.describe('another site', () => {
  test.use({ allowedOrigins: [/^http:\/\/127\.0\.0\.1:\d+$/] });

  test('may frame the page', async ({ page, baseURL }) => {
    const html = `<title>Host</title><link rel="icon" href="data:,"><iframe src="${baseURL}/?embed=1"></iframe>`;
    const host = await startHost({ '/': { bytes: html, type: 'text/html' } });
    try {
      await page.goto(host.origin);
      await expect(page.frameLocator('iframe').locator('html')).toHaveAttribute('data-state', 'empty');
    } finally {
      await host.close();
    }
  });
});
