import { afterEach, expect, test, vi } from 'vitest';
import { localStore } from './browser-storage';

afterEach(() => {
  localStore.removeItem('theme');
  vi.unstubAllGlobals();
  Reflect.deleteProperty(globalThis, 'localStorage');
});

function forbid(): void {
  vi.stubGlobal('window', globalThis);
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    get() {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    },
  });
}

test('where the browser forbids storage, texts last for the page', () => {
  forbid();
  expect(localStore.getItem('theme')).toBeNull();
  localStore.setItem('theme', 'dark');
  expect(localStore.getItem('theme')).toBe('dark');
  expect([localStore.length, localStore.key(0), localStore.key(1)]).toEqual([1, 'theme', null]);
  localStore.removeItem('theme');
  expect(localStore.getItem('theme')).toBeNull();
});

test('a full storage says so, and its texts last for the page', () => {
  const setItem = () => {
    throw new DOMException('Full.', 'QuotaExceededError');
  };
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('localStorage', {
    length: 0,
    getItem: () => null,
    setItem,
    removeItem: () => undefined,
    clear() {},
  });
  expect(() => localStore.setItem('theme', 'dark')).toThrow('Full.');
  expect(localStore.getItem('theme')).toBe('dark');
});

test('a server keeps nothing', () => {
  localStore.setItem('theme', 'dark');
  expect(localStore.getItem('theme')).toBeNull();
});
