import { lateModule } from '../ui/late-part';

/** Most visits to the editor never open them. */
export const webhookPanel = lateModule(() => import('../webhooks/webhook-panel'));
export const variableDialog = lateModule(() => import('../settings/variable-dialog'));
