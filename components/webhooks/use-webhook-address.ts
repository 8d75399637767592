'use client';

import { useSearchParams } from 'next/navigation';
import { useCallback, useMemo } from 'react';
import { showSearch } from '@/components/ui/show-search';

export const WEBHOOK_TABS = ['deliveries', 'settings', 'secret', 'test', 'receiver'] as const;
export type WebhookTab = (typeof WEBHOOK_TABS)[number];

/** The panel's content; without a view it is closed. */
export type WebhookView =
  | { kind: 'list' }
  | { kind: 'new' }
  | { kind: 'one'; id: string; tab: WebhookTab; deliveryId: string | null };

/** Keeps the panel's view in the URL, so that reload, sharing and Back work. */
export function useWebhookAddress() {
  const search = useSearchParams();
  const view = useMemo(() => readView(search), [search]);
  const go = useCallback((to: WebhookView | null, how: 'push' | 'replace' = 'push') => {
    showSearch(withView(window.location.search, to), how);
  }, []);
  return { view, go };
}

/** True if the change of view removes a form; the tabs of one subscription keep it. */
export function leavesForm(from: WebhookView | null, to: WebhookView | null): boolean {
  if (from === null || from.kind === 'list') return false;
  if (from.kind === 'one' && to?.kind === 'one') return from.id !== to.id;
  return from.kind !== to?.kind;
}

const NAMES = ['webhooks', 'webhookTab', 'delivery'] as const;

export function readView(search: { get(name: string): string | null }): WebhookView | null {
  const [place, tab, deliveryId] = NAMES.map((name) => search.get(name));
  if (!place) return null;
  if (place === 'list' || place === 'new') return { kind: place };
  const known = WEBHOOK_TABS.find((each) => each === tab) ?? 'deliveries';
  return { kind: 'one', id: place, tab: known, deliveryId: deliveryId ?? null };
}

/** Returns the URL's search string with the panel at `view`; other parameters stay. */
export function withView(search: string, view: WebhookView | null): string {
  const params = new URLSearchParams(search);
  for (const name of NAMES) params.delete(name);
  if (view === null) return params.toString();
  params.set('webhooks', view.kind === 'one' ? view.id : view.kind);
  if (view.kind === 'one' && view.tab !== 'deliveries') params.set('webhookTab', view.tab);
  if (view.kind === 'one' && view.deliveryId !== null) params.set('delivery', view.deliveryId);
  return params.toString();
}
