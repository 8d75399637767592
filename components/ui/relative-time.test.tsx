import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PageTimeProvider } from './page-time';
import { RelativeTime } from './relative-time';

const MINUTE_MS = 60_000;
beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-11-29T12:00:00Z') }));
afterEach(() => void vi.useRealTimers());

const shownBy = (markup: string) => markup.replaceAll(/<[^<>]*>/g, '');

test('a server that has run for long says how long ago something was, not since its own start', () => {
  vi.advanceTimersByTime(20 * 60 * MINUTE_MS);
  const nowMs = Date.now();
  const page = renderToStaticMarkup(
    <PageTimeProvider nowMs={nowMs} timeZone="UTC">
      <RelativeTime at={nowMs - 2 * MINUTE_MS} />
    </PageTimeProvider>,
  );
  expect(shownBy(page)).toBe('2 min ago');
});

test('what has just begun is not in the future', () => {
  const nowMs = Date.now();
  const page = renderToStaticMarkup(
    <PageTimeProvider nowMs={nowMs - 5_000} timeZone="UTC">
      <RelativeTime at={nowMs} />
    </PageTimeProvider>,
  );
  expect(shownBy(page)).toBe('just now');
});
