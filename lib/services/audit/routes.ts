import { type Operation, operation } from '../access/operation';
import { listAuditEndpoint } from './endpoints';
import { listAudit } from './list-audit';

export const auditRoutes: readonly Operation[] = [
  operation(listAuditEndpoint, (actor, { query }) => listAudit(actor, query)),
];
