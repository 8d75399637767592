import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { actionsOf } from '../services/access/guards';
import { AUDIT_NOUNS } from '../services/audit/schema';
import { formerRoutes, routes } from './routes';

const served = [...routes, ...formerRoutes];
const writing = served.filter(({ endpoint }) => endpoint.method !== 'GET');

/** Returns the reasons in a value, which must be sentences: three words at least. */
function reasonsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  const { none, unless, why, own } = value as Record<string, string | undefined>;
  return [none, unless, why, own].filter((reason) => reason !== undefined);
}

test.each(writing.map((operation) => [operation.endpoint.path, operation] as const))(
  'a change at %s names its role, quota, audit entry and transaction, or says why it has none',
  (_, { guards }) => {
    const { role, quota, audit, transaction } = guards!;
    for (const guard of [role, quota, audit, transaction]) {
      expect(guard).toBeDefined();
      for (const reason of reasonsIn(guard)) expect(reason.split(' ').length).toBeGreaterThan(2);
      if (typeof guard === 'object' && !Array.isArray(guard)) expect(reasonsIn(guard)).not.toEqual([]);
    }
    for (const action of actionsOf({ audit })) {
      expect(action).toMatch(/^[a-z_-]+\.[a-z_]+$/);
      expect(AUDIT_NOUNS).toContain(action.split('.')[0]);
    }
    // A change with an audit entry must have a transaction.
    if (actionsOf({ audit }).length > 0) expect(transaction).not.toHaveProperty('none');
  },
);

/** Files that write their audit entries themselves, and the reason. */
const BY_HAND: Readonly<Record<string, string>> = {
  'cli/bootstrap.ts': 'no request: the operator sets up an installation',
  'services/accounts/prove-email.ts': 'a part of signing in and of joining',
  'services/accounts/reset-password.ts': 'the account is known inside the transaction',
  'services/accounts/verify-email.ts': 'a part of joining too',
  'services/connections/keep-tokens.ts': 'the provider’s answer, with retries while the database is away',
  'services/limits/set-plan.ts': 'shared with the operator’s command',
  'services/management-mcp/audit-call.ts': 'a call of an agent, also one that is refused and changes nothing',
  'services/schedules/run-schedule.ts': 'the recorder writes the run',
  'services/setup/create-owner.ts': 'the account is made inside the transaction',
  'services/verbs/define-verb.ts': 'for all verbs',
  'services/workspaces/accept-invitation.ts': 'the account may be made inside the transaction',
};

test('an entry is written by defineVerb, or by the few files that say why not', () => {
  const lib = fileURLToPath(new URL('..', import.meta.url));
  const found = readdirSync(lib, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.ts') && !/test|generated/.test(path))
    .filter((path) => /\bimport \{[^}]*recordAudit/.test(readFileSync(`${lib}${path}`, 'utf8')));
  expect(found.sort()).toEqual(Object.keys(BY_HAND).sort());
});

test('what only reads has no guards to lie about', () => {
  for (const { endpoint, guards } of served)
    if (endpoint.method === 'GET') expect(guards, endpoint.id).toBeUndefined();
});
