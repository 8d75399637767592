import type { Prisma } from '../../generated/prisma/client';
import { open, seal } from '../../platform/encryption/encryption';
import { sameSecret } from '../../platform/encryption/same-secret';
import { AppError } from '../../platform/errors';
import type { Actor } from '../access/actor';
import { defineVerb } from '../verbs/define-verb';
import { requireRoomFor } from '../verbs/quotas';
import { changeVariables } from './change-variables';
import type { Environment } from './environment';
import type { Variable } from './schema';
import { sealingContext } from './sealing-context';
import { variableOf } from './variable-row';

export interface SetVariable {
  workspaceId: string;
  name: string;
  /** The value for drafts; absent: unchanged. Required for a new variable. */
  value?: string | undefined;
  /** The value for live versions; null: the same as drafts. Absent: unchanged. */
  liveValue?: string | null | undefined;
  /** Absent: unchanged; a new variable is a secret. */
  plain?: boolean | undefined;
}

interface Stored {
  plain: boolean;
  ciphertext: Uint8Array;
  liveCiphertext: Uint8Array | null;
}

/**
 * Creates the variable or replaces its values; runs that start from now on use it. Where nothing differs,
 * nothing is written.
 *
 * @throws AppError forbidden, quota_exceeded; invalid_request for a new one without a value, and for a
 * secret that is to become readable without new values
 */
export const setVariable = defineVerb({
  role: 'writer',
  quota: { inside: 'variables', why: 'only a new name takes room' },
  audit: { actions: ['variable.set'], unless: 'it has these values already' },
  transaction: changeVariables,
  async run(_: Actor, asked: SetVariable, change): Promise<{ data: Variable; changed: boolean }> {
    const { workspaceId, name, value, liveValue, plain } = asked;
    const sealed = (text: string, environment: Environment) =>
      new Uint8Array(seal(text, sealingContext(workspaceId, name, environment)));
    const { row, changed } = await change({ workspaceId }, async (tx) => {
      const stored = await lockVariable(tx, workspaceId, name);
      if (stored === null) await requireRoomFor(tx, 'variables', workspaceId);
      requireValues(asked, stored);
      const isSame = stored !== null && hasAll(asked, stored);
      const columns = {
        ...(value !== undefined && { ciphertext: sealed(value, 'draft') }),
        ...(liveValue !== undefined && {
          liveCiphertext: liveValue === null ? null : sealed(liveValue, 'live'),
        }),
        ...(plain !== undefined && { plain }),
      };
      const where = { workspaceId_name: { workspaceId, name } };
      const create = { workspaceId, name, ...columns, ciphertext: sealed(value ?? '', 'draft') };
      const result = isSame
        ? await tx.variable.findUniqueOrThrow({ where })
        : await tx.variable.upsert({ where, create, update: columns });
      const audit = { target: name, detail: { values: valuesSet(asked) } };
      return { result: { row: result, changed: !isSame }, audit: isSame ? null : audit };
    });
    return { data: variableOf(row), changed };
  },
});

/** Locks the variable, so that nothing becomes readable that another call has just set as a secret. */
async function lockVariable(
  tx: Prisma.TransactionClient,
  workspaceId: string,
  name: string,
): Promise<Stored | null> {
  const [stored] = await tx.$queryRaw<Stored[]>`
    SELECT plain, ciphertext, live_ciphertext AS "liveCiphertext" FROM variable
    WHERE workspace_id = ${workspaceId}::uuid AND name = ${name} FOR UPDATE`;
  return stored ?? null;
}

/** True if the variable is already as asked for. */
function hasAll({ workspaceId, name, value, liveValue, plain }: SetVariable, stored: Stored): boolean {
  const holds = (sealed: Uint8Array | null, text: string | null, environment: Environment) =>
    sealed === null || text === null
      ? sealed === null && text === null
      : isSealed(Buffer.from(sealed), text, sealingContext(workspaceId, name, environment));
  return (
    (plain === undefined || plain === stored.plain) &&
    (value === undefined || holds(stored.ciphertext, value, 'draft')) &&
    (liveValue === undefined || holds(stored.liveCiphertext, liveValue, 'live'))
  );
}

/** False also for what was sealed with a lost key: setting it again repairs it. */
function isSealed(sealed: Buffer, text: string, context: string): boolean {
  try {
    return sameSecret(open(sealed, context), text);
  } catch {
    return false;
  }
}

function requireValues({ value, liveValue, plain }: SetVariable, stored: Stored | null): void {
  if (stored === null && value === undefined) throw missing('value', 'A new variable needs a value.');
  if (stored === null || stored.plain || plain !== true) return;
  const words = 'A secret can’t be read, so it only becomes readable with a new value.';
  if (value === undefined) throw missing('value', words);
  if (stored.liveCiphertext !== null && liveValue === undefined) throw missing('liveValue', words);
}

const missing = (param: string, message: string): AppError =>
  new AppError('invalid_request', message, {
    issues: [{ param, code: 'param_missing', message }],
  });

function valuesSet({ value, liveValue }: SetVariable): string[] {
  return [
    ...(value === undefined ? [] : ['draft']),
    ...(liveValue === undefined ? [] : [liveValue === null ? 'live as draft' : 'live']),
  ];
}
