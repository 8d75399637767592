import { z } from 'zod';
import type { BlockOutput } from '../blocks/block';

/** The output of a block that answers the run. */
const AnswerOutput = z.object({
  status: z.int(),
  headers: z.array(z.tuple([z.string(), z.string()])),
  body: z.unknown(),
});

export interface BlockAnswer {
  response: { status: number; headers: Array<[string, string]> };
  body: unknown;
}

/** Throws if a block that answers runs has an output that is no answer: a defect of that block. */
export function toAnswer(output: BlockOutput): BlockAnswer {
  const { status, headers } = AnswerOutput.parse(output);
  return { response: { status, headers }, body: output.body };
}

/** True if an output that a user typed for such a block is an answer. */
export const isAnswer = (output: BlockOutput): boolean => AnswerOutput.safeParse(output).success;
