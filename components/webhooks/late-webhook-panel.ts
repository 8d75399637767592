import { lateModule } from '../ui/late-part';

/** Loaded on demand, because most visits to the editor never open it. */
export const webhookPanel = lateModule(() => import('./webhook-panel'));
