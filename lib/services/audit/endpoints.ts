import { z } from 'zod';
import { defineEndpoint } from '../../platform/http/endpoint';
import {
  cursorParam,
  instantParam,
  integerParam,
  listParam,
  textParam,
} from '../../platform/http/query-params';
import { AUDIT_ACTORS, AuditEvent } from './schema';

export const listAuditEndpoint = defineEndpoint({
  id: 'listAudit',
  method: 'GET',
  path: '/api/v1/audit',
  summary: 'List who changed what in a workspace',
  description: 'For admins. Newest first; also what the product did by itself.',
  tag: 'Audit',
  auth: 'key',
  scope: 'audit:read',
  query: z.strictObject({
    workspaceId: textParam(),
    actors: listParam(z.enum(AUDIT_ACTORS)).optional().describe('Who did it: any of these.'),
    action: textParam(80).optional().describe('A noun, such as `webhook`, or an action: `webhook.disabled`.'),
    target: textParam(500).optional().describe('Exactly, as it is listed.'),
    startDate: instantParam.optional().describe('From this time on.'),
    endDate: instantParam.optional().describe('Before this time.'),
    limit: integerParam(1, 200).default(50),
    cursor: cursorParam,
  }),
  response: z.object({ data: z.array(AuditEvent), nextCursor: z.string().nullable() }),
  problems: ['cursor_invalid'],
});
