// Runs in the page before the scripts of the page. Records when each mark happens, by the clock of the page.

(() => {
  /** @typedef {'drop' | 'click' | 'asked' | 'save' | 'ready' | 'painted' | 'verifying' | 'checked' | 'saved'} Mark */
  /** @type {Partial<Record<Mark, number>>} milliseconds since the page began to load */
  const times = {};
  /** @type {Map<Mark, (time: number) => void>} */
  const waiting = new Map();
  /** The last value of the status "Integrity". */
  let integrity = '';

  /** @param {Mark} name @param {number} [time] */
  function mark(name, time = performance.now()) {
    if (times[name] !== undefined) return;
    times[name] = time;
    waiting.get(name)?.(time);
  }

  function look() {
    const { state } = document.documentElement?.dataset ?? {};
    if (state === 'ready' || state === 'failed') {
      mark('ready');
      // This task runs after the work of the next frame: the frame is on its way to the screen.
      requestAnimationFrame(() => setTimeout(() => mark('painted')));
    }
    // The page says this only after it has opened and checked the new carton.
    if (times.save !== undefined && document.querySelector('[role=dialog] [role=status][aria-label=Saved]'))
      mark('saved');
    const status = document.querySelector('[role=status][data-integrity]');
    if (!(status instanceof HTMLElement)) return;
    integrity = status.dataset.integrity ?? '';
    if (integrity === 'verifying') mark('verifying');
    // Any other value counts: the check may end before this sees it running.
    else if (integrity !== 'unverified' || times.verifying !== undefined) mark('checked');
  }

  addEventListener('drop', (event) => mark('drop', event.timeStamp), { capture: true });
  addEventListener(
    'click',
    (event) => {
      const button = event.target instanceof Element ? event.target.closest('button') : null;
      if (button?.textContent?.startsWith('Check all')) mark('click', event.timeStamp);
      if (button?.textContent?.trim() === 'Open URL') mark('asked', event.timeStamp);
      if (/^Save( without checking)?$/.test(button?.textContent?.trim() ?? '')) mark('save', event.timeStamp);
    },
    { capture: true },
  );
  new MutationObserver(look).observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['data-state', 'data-integrity'],
  });

  let typing = false;
  /**
   * Milliseconds that each letter took.
   * @type {number[]}
   */
  const taken = [];
  let pressed = 0;
  addEventListener('keydown', () => (pressed = performance.now()), { capture: true });
  addEventListener(
    'input',
    () => {
      if (!typing) return;
      const { port1, port2 } = new MessageChannel();
      const began = pressed;
      port1.onmessage = () => {
        document.body.getBoundingClientRect();
        taken.push(performance.now() - began);
      };
      port2.postMessage(0);
    },
    { capture: true },
  );

  Object.assign(window, {
    boxcutterBench: {
      times,
      /** @param {boolean} on */
      letters: (on) => {
        typing = on;
      },
      taken: () => taken,
      integrity: () => integrity,
      /**
       * Goes to another address. Milliseconds until the first frame with an element of it, with this text in it.
       * @param {string} hash @param {string} selector @param {string} text
       */
      go: (hash, selector, text) =>
        new Promise((done) => {
          const begun = performance.now();
          const look = () => {
            if (!document.querySelector(selector)?.textContent?.includes(text)) requestAnimationFrame(look);
            else requestAnimationFrame(() => setTimeout(() => done(performance.now() - begun)));
          };
          window.location.hash = hash;
          look();
        }),
      /**
       * Chooses a tensor, and asks for its statistics where it is so large that they wait for that. Milliseconds from
       * then until they are there.
       * @param {string} hash @param {number} count
       */
      statistics: (hash, count) =>
        new Promise((done, failed) => {
          let begun = performance.now();
          let asked = false;
          const look = () => {
            const strip = document.querySelector('section[aria-label=Statistics]');
            const value = strip?.querySelector('[data-stat=count]')?.getAttribute('data-value');
            if (value) {
              if (value.replaceAll(/\D/g, '') === String(count)) done(performance.now() - begun);
              else failed(new Error(`the page counts ${value} elements, not ${count}`));
              return;
            }
            const button = [...(strip?.querySelectorAll('button') ?? [])].find(
              ({ textContent }) => textContent === 'Compute statistics',
            );
            if (button && !asked) {
              asked = true;
              begun = performance.now();
              button.click();
            }
            setTimeout(look, 5);
          };
          window.location.hash = hash;
          look();
        }),
      /**
       * Presses "Scan" in the list of tensors. Milliseconds from then until all are scanned and listed.
       * @param {number} count
       */
      scan: (count) =>
        new Promise((done) => {
          const begun = performance.now();
          const look = () => {
            const said = [...document.querySelectorAll('[role=status]')].map(({ textContent }) => textContent ?? '');
            const all = `${count} of ${count} tensors`;
            const isDone = said.some((text) => text.replaceAll(',', '').includes(all) && text.includes('read in'));
            if (isDone && document.querySelector('tr[data-flags]')) done(performance.now() - begun);
            else setTimeout(look, 5);
          };
          const buttons = [...document.querySelectorAll('[role=group] button')];
          const button = buttons.find(({ textContent }) => textContent === 'Scan');
          if (button instanceof HTMLElement) button.click();
          look();
        }),
      /**
       * Chooses what a tensor is compared with. Milliseconds until it is said whether both are close.
       * @param {string} name @param {number} count
       */
      compared: (name, count) =>
        new Promise((done, failed) => {
          const begun = performance.now();
          const look = () => {
            const text = document.querySelector('section[aria-label=Comparison] [data-result]')?.textContent;
            if (!text) setTimeout(look, 5);
            else if (/^Close: [\d,]+ elements differ, all within the tolerance/.test(text))
              done(performance.now() - begun);
            else failed(new Error(`the page says of ${count} elements: ${text}`));
          };
          const listed = [...document.querySelectorAll('[role=dialog] li > button')];
          const button = listed.find(({ textContent }) => textContent?.startsWith(name));
          if (button instanceof HTMLElement) button.click();
          look();
        }),
      /** Chooses the view "Line". Milliseconds until the first frame with the line. */
      line: () =>
        new Promise((done) => {
          const begun = performance.now();
          const look = () => {
            if (!document.querySelector('[role=slider] canvas')) requestAnimationFrame(look);
            else requestAnimationFrame(() => setTimeout(() => done(performance.now() - begun)));
          };
          const radio = document.querySelector('input[type=radio][value=Line]');
          if (radio instanceof HTMLElement) radio.click();
          look();
        }),
      /**
       * Zooms a line in to half of it, then moves it back and forth by keys. The median of the milliseconds from a
       * key to the frame that shows what it did.
       * @param {number} times
       */
      linePan: async (times) => {
        const chart = document.querySelector('[role=slider]:has(canvas)');
        const what = () => document.querySelector('[data-shown]')?.textContent;
        /** @param {string} key @param {boolean} shiftKey */
        const press = (key, shiftKey) =>
          new Promise((done, failed) => {
            const before = what();
            const begun = performance.now();
            chart?.dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey, bubbles: true, cancelable: true }));
            requestAnimationFrame(() =>
              setTimeout(() => {
                if (what() === before) failed(new Error('the line has not moved'));
                done(performance.now() - begun);
              }),
            );
          });
        await press('+', false);
        const all = [];
        for (let at = 0; at < times; at++) {
          all.push(await press(at % 8 < 4 ? 'ArrowRight' : 'ArrowLeft', true));
          await new Promise((next) => setTimeout(next, 30));
        }
        return all.sort((a, b) => a - b)[Math.floor(times / 2)];
      },
      /** Chooses the heat map. Milliseconds until the first frame with its canvas. */
      heatMap: () =>
        new Promise((done) => {
          const begun = performance.now();
          const look = () => {
            if (!document.querySelector('canvas')) setTimeout(look, 2);
            else requestAnimationFrame(() => setTimeout(() => done(performance.now() - begun)));
          };
          const radio = document.querySelector('input[type=radio][value="Heat map"]');
          if (radio instanceof HTMLElement) radio.click();
          look();
        }),
      /** Zooms in by the wheel, step by step. Milliseconds that the median step takes to its frame. */
      heatZoom: async () => {
        const canvas = document.querySelector('canvas');
        const { left, top, width, height } = canvas?.getBoundingClientRect() ?? new DOMRect();
        const steps = [];
        for (let step = 0; step < 12; step++) {
          await new Promise((done) => setTimeout(done, 100));
          const begun = performance.now();
          const at = { clientX: left + width / 3, clientY: top + height / 3 };
          canvas?.dispatchEvent(new WheelEvent('wheel', { deltaY: -100, bubbles: true, cancelable: true, ...at }));
          await new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(undefined))));
          steps.push(performance.now() - begun);
        }
        return steps.sort((a, b) => a - b)[6];
      },
      /**
       * Goes from slice to slice by a button. Milliseconds that the median slice takes until it is drawn.
       * @param {string} label
       */
      heatSlide: async (label) => {
        const steps = [];
        for (let step = 0; step < 12; step++) {
          const button = document.querySelector(`button[aria-label="${label}"]`);
          const begun = performance.now();
          if (button instanceof HTMLElement) button.click();
          await new Promise((done) => {
            const look = () => {
              if (document.querySelector('[data-grows]')?.getAttribute('aria-busy') !== 'false') setTimeout(look, 1);
              else requestAnimationFrame(() => setTimeout(() => done(undefined)));
            };
            look();
          });
          steps.push(performance.now() - begun);
        }
        return steps.sort((a, b) => a - b)[6];
      },
      /** @param {Mark} name */
      until: (name) =>
        times[name] === undefined ? new Promise((done) => waiting.set(name, done)) : Promise.resolve(times[name]),
    },
  });
})();
