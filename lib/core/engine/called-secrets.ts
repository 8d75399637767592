import type { Secret } from '../blocks/secret';
import type { StepNote } from './ports';

const NAME = 'called-secrets';

/**
 * Notes the secrets in a called workflow's result, which is exact and may hold secrets that only that
 * workflow knows. A later try of the caller that continues with the result then masks them too.
 */
export const noteOfSecrets = (
  { step, part }: { step: string; part?: string | undefined },
  secrets: readonly Secret[],
): StepNote => ({ step, name: part === undefined ? NAME : `${NAME}-${part}`, value: secrets });

export const secretsOfNote = ({ name, value }: StepNote): readonly Secret[] =>
  name === NAME || name.startsWith(`${NAME}-`) ? (value as Secret[]) : [];
