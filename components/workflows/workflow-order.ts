'use client';

import { create } from 'zustand';
import { localStore } from '../ui/browser-storage';
import { keepInStorage } from '../ui/keep-in-storage';
import type { WorkflowOrder } from './folder-tree';

const KEY = 'millrace:workflow-order';
const ORDERS: readonly WorkflowOrder[] = ['name', 'last-run', 'edited'];

interface OrderStore {
  order: WorkflowOrder;
  /** True once the device's own order is read, after the first render, which must match the server's. */
  isRead: boolean;
}

const useOrderStore = create<OrderStore>(() => ({ order: 'name', isRead: false }));

/** The sort order of the workflow list on this device. */
export const useWorkflowOrder = (): WorkflowOrder => useOrderStore(({ order }) => order);

/** Reads the stored order; to be called after the first render. */
export function readWorkflowOrder(): void {
  if (useOrderStore.getState().isRead) return;
  useOrderStore.setState({ order: stored(), isRead: true });
}

export function changeWorkflowOrder(order: WorkflowOrder): void {
  useOrderStore.setState({ order });
  keepInStorage(localStore, KEY, order, 'what the list of workflows is sorted by');
}

function stored(): WorkflowOrder {
  const kept = localStore.getItem(KEY);
  return ORDERS.find((order) => order === kept) ?? 'name';
}
