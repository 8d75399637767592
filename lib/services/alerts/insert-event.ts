import type { ClientBase } from 'pg';
import type { AlertEvent } from './schema';

interface NewEvent extends Pick<AlertEvent, 'id' | 'kind' | 'summary'> {
  ruleId: string;
  body: string;
}

export async function insertEvent(client: Pick<ClientBase, 'query'>, event: NewEvent): Promise<void> {
  const { id, ruleId, kind, summary, body } = event;
  await client.query(
    'INSERT INTO runtime.alert_event (id, rule_id, kind, summary, body) VALUES ($1, $2, $3, $4, $5)',
    [id, ruleId, kind, summary, body],
  );
}
