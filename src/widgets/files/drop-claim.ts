/**
 * Drops of files that an element has kept from something within it, by preventing their default, and that it leaves to
 * what is around it.
 */
const unclaimed = new WeakSet<Event>();

/** Keeps dropped files from what handles them by itself, such as a text editor, and leaves them to the page. */
export function leaveDrop(event: Event): void {
  event.preventDefault();
  unclaimed.add(event);
}

/** Takes dropped files. For whoever handles such a drop around what left it. */
export function claimDrop(event: Event): void {
  event.preventDefault();
  unclaimed.delete(event);
}

/** Whether somebody has taken what is dropped. */
export function isDropClaimed(event: Event): boolean {
  return event.defaultPrevented && !unclaimed.has(event);
}
