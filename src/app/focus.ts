import type { Tab } from '../model/place.ts';

/** A `ref` that focuses its element when it appears. For what replaces a control that had the focus. */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}

/** As `takeFocus`, without scrolling: the text above the button is to be read first. */
export function takeFocusInPlace(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
}

/** Focuses a tab. What had the focus may be gone with the tab before. */
export function focusTab(tab: Tab): void {
  document.querySelector<HTMLElement>(`main [role="tab"][id$="-tab-${tab}"]`)?.focus();
}

/** Focuses the chosen tab, without scrolling there. For when the control that had the focus is gone. */
export function focusChosenTab(): void {
  document.querySelector<HTMLElement>('main [role="tab"][aria-selected="true"]')?.focus({ preventScroll: true });
}

/** As `focusChosenTab`, after the next paint: the control that has the focus is about to disappear. */
export function focusChosenTabSoon(): void {
  requestAnimationFrame(focusChosenTab);
}

/** Focuses what had the focus before a dialog. The dialog is loaded after the click, so it cannot know where it was. */
export function giveFocusBack(opener: Element | null): void {
  // Another package is open now, and its page has no such control.
  if (!(opener instanceof HTMLElement && opener.isConnected)) {
    focusChosenTab();
    return;
  }
  opener.focus({ preventScroll: true });
  // Once the page is drawn again, the control is gone if it offered what was just done.
  requestAnimationFrame(() => {
    if (!opener.isConnected) focusChosenTab();
  });
}
