import { lateModule } from '../ui/late-part';

/** Most visits to the editor never open it. */
export const webhookPanel = lateModule(() => import('./webhook-panel'));
