'use client';

import { create } from 'zustand';
import { keepInStorage } from '../ui/keep-in-storage';
import type { WorkflowOrder } from './folder-tree';

const KEY = 'millrace:workflow-order';
const ORDERS: readonly WorkflowOrder[] = ['name', 'last-run', 'edited'];

interface OrderStore {
  order: WorkflowOrder;
  /** Whether the device's own order is read: not before the page is shown as the server drew it. */
  isRead: boolean;
}

const useOrderStore = create<OrderStore>(() => ({ order: 'name', isRead: false }));

/** What the list of workflows is sorted by on this device. */
export const useWorkflowOrder = (): WorkflowOrder => useOrderStore(({ order }) => order);

/** Once the page stands. */
export function readWorkflowOrder(): void {
  if (useOrderStore.getState().isRead) return;
  useOrderStore.setState({ order: stored(), isRead: true });
}

export function changeWorkflowOrder(order: WorkflowOrder): void {
  useOrderStore.setState({ order });
  keepInStorage(localStorage, KEY, order, 'what the list of workflows is sorted by');
}

function stored(): WorkflowOrder {
  try {
    const kept = localStorage.getItem(KEY);
    return ORDERS.find((order) => order === kept) ?? 'name';
  } catch {
    return 'name';
  }
}
