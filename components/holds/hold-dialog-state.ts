import { create } from 'zustand';
import type { HoldTarget } from './use-hold-actions';

interface HoldDialogState {
  target: HoldTarget | null;
  ask: (target: HoldTarget | null) => void;
}

/** The open dialog; rows, bars and commands open it. */
export const useHoldDialog = create<HoldDialogState>((set) => ({
  target: null,
  ask: (target) => set({ target }),
}));
