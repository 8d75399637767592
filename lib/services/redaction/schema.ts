import { z } from 'zod';
import {
  MAX_NAME_CHARACTERS,
  MAX_REDACTED_PATH_CHARACTERS,
  MOST_RULES_OF_A_KIND,
  whyNotName,
  whyNotPath,
} from '../../core/redaction/rules';

const list = (longest: number) => z.array(z.string().trim().max(longest, `At most ${longest} characters.`));

const names = () =>
  list(MAX_NAME_CHARACTERS).meta({
    description:
      'Members whose values are left out, at any depth, wherever they are: `password`. Capitals, `_`, `-` and ' +
      'spaces make no difference.',
    examples: [['password', 'iban']],
  });
const paths = () =>
  list(MAX_REDACTED_PATH_CHARACTERS).meta({
    description:
      'Places whose values are left out: the name of a block, or `input` for the input of a run, and a path inside ' +
      'it. `[*]` stands for every item.',
    examples: [['api.data.customer.email', 'input.items[*].card']],
  });

/** What is left out of what is stored of runs. */
export const Redaction = z.object({ names: names(), paths: paths() }).meta({ id: 'Redaction' });
export type Redaction = z.infer<typeof Redaction>;

export const eachOnce = (given: Redaction): Redaction => ({
  names: [...new Set(given.names)],
  paths: [...new Set(given.paths)],
});

/** The same for one workflow, with what its workspace leaves out of all. */
export const WorkflowRedaction = Redaction.extend({
  ofWorkspace: z
    .object({
      names: z.array(z.string()).meta({ examples: [['password']] }),
      paths: z.array(z.string()).meta({ examples: [['input.card']] }),
    })
    .meta({ description: 'The rules of the workspace, which count as well.' }),
}).meta({ id: 'WorkflowRedaction' });
export type WorkflowRedaction = z.infer<typeof WorkflowRedaction>;

/** Rules as they are given: what is left out is none. */
export const NewRedaction = z
  .strictObject({ names: names().default([]), paths: paths().default([]) })
  .superRefine(({ names: givenNames, paths: givenPaths }, context) => {
    const check = (
      kind: keyof Redaction,
      given: readonly string[],
      whyNot: (rule: string) => string | null,
    ) => {
      const refuse = (message: string) => context.addIssue({ code: 'custom', path: [kind], message });
      if (given.length > MOST_RULES_OF_A_KIND) refuse(`At most ${MOST_RULES_OF_A_KIND}.`);
      const message = given.map(whyNot).find((why) => why !== null);
      if (message != null) refuse(message);
    };
    check('names', givenNames, whyNotName);
    check('paths', givenPaths, whyNotPath);
  });
