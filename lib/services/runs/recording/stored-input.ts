import type { Secret } from '../../../core/blocks/secret';
import { open, seal } from '../../../platform/encryption/encryption';
import { keyIdOf, NEXT_SEALED, type SealedStore } from '../../../platform/encryption/reseal';
import type { ExecutionRow } from '../shapes/execution-row';

/** No JSON begins so. */
const SEALED = '~';

interface Contents {
  input: string;
  secrets: readonly Secret[];
}

type InputRow = Pick<ExecutionRow, 'executionId' | 'firstExecutionId' | 'input' | 'secrets' | 'sealsInput'>;

interface SealedFor {
  executionId: string;
  firstExecutionId?: string | null | undefined;
}

/** A later try has the stored input of the first one as it is. */
const sealedFor = ({ executionId, firstExecutionId }: SealedFor): string => firstExecutionId ?? executionId;

/**
 * Plain, unless a run handed on secrets in it or its log redacts values: then it is sealed, together with the
 * secrets, for whoever goes on with the run.
 */
export const storedInput = (row: InputRow): string =>
  row.sealsInput || (row.secrets !== undefined && row.secrets.length > 0) ? sealedInput(row) : row.input;

/** Seals the input of a run that may lie here for days, whatever its caller has put into it. */
export function sealedInput(row: InputRow): string {
  const { input, secrets = [] } = row;
  const contents: Contents = { input, secrets };
  return `${SEALED}${seal(JSON.stringify(contents), sealedFor(row)).toString('base64')}`;
}

export function readStoredInput(
  row: SealedFor,
  stored: string,
): Pick<ExecutionRow, 'input' | 'secrets' | 'isSealed'> {
  if (!stored.startsWith(SEALED)) return { input: stored };
  const bytes = Buffer.from(stored.slice(SEALED.length), 'base64');
  return { ...(JSON.parse(open(bytes, sealedFor(row))) as Contents), isSealed: true };
}

const BYTES = `decode(substring(input from ${SEALED.length + 1}), 'base64')`;

export const storedInputs: SealedStore = {
  name: 'inputs of runs',
  // Materialized: what isn't sealed must not be decoded.
  select: `WITH e AS MATERIALIZED (
      SELECT id, coalesce(first_execution_id, id) AS sealed_for, input FROM runtime.execution
      WHERE left(input, 1) = '${SEALED}'
    ), s AS (SELECT id, sealed_for, ${BYTES} AS sealed FROM e)
    SELECT id AS a, sealed_for AS b, '' AS c, sealed FROM s WHERE ${keyIdOf('sealed')} = $1 ${NEXT_SEALED}`,
  update: `UPDATE runtime.execution SET input = '${SEALED}' || translate(encode($5, 'base64'), E'\\n', '')
    WHERE id = $1::uuid AND coalesce(first_execution_id, id) = $2::uuid AND $3 = ''
      AND input = '${SEALED}' || translate(encode($4, 'base64'), E'\\n', '')`,
  context: ({ b }) => b,
};
