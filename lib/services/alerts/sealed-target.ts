import { open, seal } from '../../platform/encryption/encryption';
import { keyIdOf, NEXT_SEALED, type SealedStore } from '../../platform/encryption/reseal';

/** The URL of a rule's requests and the secret that signs them. */
export interface WebhookTarget {
  url: string;
  secret: string;
}

const contextOf = (ruleId: string): string => `alert ${ruleId}`;

export const sealTarget = (ruleId: string, target: WebhookTarget): Uint8Array<ArrayBuffer> =>
  new Uint8Array(seal(JSON.stringify(target), contextOf(ruleId)));

export const openTarget = (ruleId: string, sealed: Uint8Array): WebhookTarget =>
  JSON.parse(open(sealed, contextOf(ruleId))) as WebhookTarget;

export const alertTargetStore: SealedStore = {
  name: 'webhooks of alerts',
  select: `SELECT id AS a, '' AS b, '' AS c, target AS sealed FROM alert_rule
    WHERE ${keyIdOf('target')} = $1 ${NEXT_SEALED}`,
  update: `UPDATE alert_rule SET target = $5 WHERE id = $1::uuid AND $2 = '' AND $3 = '' AND target = $4`,
  context: ({ a }) => contextOf(a),
};
