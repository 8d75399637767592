import type { Secret } from '../blocks/secret';
import type { StepNote } from './ports';

const NAME = 'called-secrets';

/**
 * A called workflow's result is exact and may hold secrets that only that workflow knows. The note has them
 * for a try of the caller that goes on with the result, so that it masks them too.
 */
export const noteOfSecrets = (
  { step, part }: { step: string; part?: string | undefined },
  secrets: readonly Secret[],
): StepNote => ({ step, name: part === undefined ? NAME : `${NAME}-${part}`, value: secrets });

export const secretsOfNote = ({ name, value }: StepNote): readonly Secret[] =>
  name === NAME || name.startsWith(`${NAME}-`) ? (value as Secret[]) : [];
