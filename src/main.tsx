import './app/mantine.css';
import './app/fonts.css';
import './app/theme-variables.css';
import './app/tokens.css';
import './app/global.css';
import './app/components.css';
// Dropping a folder may need it before anything is opened.
import './archive/findings.ts';
import { localStorageColorSchemeManager, type MantineColorSchemeManager, MantineProvider } from '@mantine/core';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { startOffline } from './app/offline/start.ts';
import { isEmbedded } from './app/page-address.ts';
import { theme } from './app/theme.ts';
import { ownScript } from './base/own-script.ts';
import { THEME_SETTING } from './recovery/stores.ts';
import { browserDrafts } from './state/draft/browser-drafts.ts';
import { LevelsProvider } from './state/hooks.ts';
import { createLevels } from './state/level/levels.ts';
import { browserRecents } from './state/recents.ts';
import { createWorkerClient } from './worker/client.ts';
import entryUrl from './worker/entry.ts?worker&url';
import { watchLife } from './worker/thread.ts';

const client = createWorkerClient(() =>
  watchLife(new Worker(ownScript(entryUrl), { type: 'module', name: 'packages' })),
);
function onVisibility(is: DocumentVisibilityState, listener: () => void, signal?: AbortSignal): void {
  document.addEventListener('visibilitychange', () => document.visibilityState === is && listener(), { signal });
}

const drafts = {
  storage: browserDrafts(),
  onHide(listener: () => void, signal?: AbortSignal) {
    onVisibility('hidden', listener, signal);
    window.addEventListener('pagehide', listener, { signal });
  },
  onShow(listener: () => void, signal?: AbortSignal) {
    onVisibility('visible', listener, signal);
    window.addEventListener('focus', listener, { signal });
  },
};
// What the page of another site shows in a frame is not what people opened, and must not show what they did.
const kept = isEmbedded() ? { isEmbedded: true } : { drafts, recents: browserRecents() };
const startRunThread = async (signal?: AbortSignal) => (await import('./sandbox/run-thread.ts')).startRunThread(signal);
const levels = createLevels(client, { ...kept, startRunThread });

if (import.meta.env.PROD) {
  startOffline({
    script: import.meta.url,
    onShow: drafts.onShow,
    isOpen: () => levels.outermost.getState().load.phase !== 'empty' || levels.outermost.getState().shelf !== undefined,
  });
}

// Mantine's own complains to the console where the browser stores nothing. The page then forgets the choice with itself.
const colorSchemeManager: MantineColorSchemeManager = {
  ...localStorageColorSchemeManager({ key: THEME_SETTING }),
  set(scheme) {
    try {
      window.localStorage.setItem(THEME_SETTING, scheme);
    } catch {
      // It is full, or not allowed.
    }
  },
};

// Text moves when its font arrives. The fonts are preloaded beside this script, so they are there by now; on a slow
// line the page does not wait for them.
const FONT_WAIT_MS = 200;
const fonts = Promise.all([document.fonts.load('1em Geist'), document.fonts.load('1em "Geist Mono"')]);
const root = createRoot(document.getElementById('root') as HTMLElement);
const render = () =>
  root.render(
    <StrictMode>
      {/* Both would be written as HTML, which the policy forbids. theme-variables.css has the variables. */}
      <MantineProvider
        theme={theme}
        colorSchemeManager={colorSchemeManager}
        defaultColorScheme="auto"
        withCssVariables={false}
        withGlobalClasses={false}
      >
        <LevelsProvider value={levels}>
          <App />
        </LevelsProvider>
      </MantineProvider>
    </StrictMode>,
  );
void Promise.race([fonts, new Promise((done) => setTimeout(done, FONT_WAIT_MS))]).then(render, render);
