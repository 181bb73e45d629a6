/**
 * Waits for a lock of the browser that a worker holds, and keeps it then for as long as the page lives: what it protects
 * outlives the worker. Does nothing in browsers without locks.
 */
export function takeOverLock(name: string): void {
  globalThis.navigator?.locks?.request(name, () => new Promise<never>(() => {})).catch(() => {});
}
