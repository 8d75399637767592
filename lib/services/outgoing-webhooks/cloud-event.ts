import { readEventHead, type SubjectName } from './payload';

const PATHS: Readonly<Record<SubjectName, string>> = {
  workflowId: 'workflows',
  webhookId: 'webhooks',
  alertId: 'alerts',
};

/**
 * Returns the attributes of CloudEvents 1.0 in binary mode: headers, so that the body stays the documented
 * one byte for byte. The source is a path of the API, as the body's links are. Empty if the payload is gone.
 */
export function cloudEventHeaders(payload: string): Array<[string, string]> {
  const head = readEventHead(payload);
  if (head === null) return [];
  return [
    ['ce-specversion', '1.0'],
    ['ce-id', head.id],
    ['ce-source', `/v1/${PATHS[head.subject.name]}/${head.subject.id}`],
    ['ce-type', head.type],
    ...(head.executionId === null ? [] : [['ce-subject', head.executionId] as [string, string]]),
    ['ce-time', new Date(head.timestampMs).toISOString()],
  ];
}
