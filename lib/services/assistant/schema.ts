import { z } from 'zod';
import { readUrl } from '@/lib/platform/read-url';
import { MAX_EXPLANATION_CHARACTERS, ProposedChange } from '../../core/assistant/change';
import { MODEL_PROVIDERS, PROVIDER_URLS } from '../../platform/models/contract';
import { explainBadUrl } from '../../platform/text/explain-bad-url';
import { ModelName } from '../model-prices/schema';
import { Proposal } from '../proposals/schema';
import { RunTest, TestResult } from '../run-tests/schema';
import { VariableName } from '../variables/schema';

const MAX_URL_CHARACTERS = 2_048;
/** Limits of the author's request and of a page of documentation. */
export const MAX_WORDS_CHARACTERS = 4_000;
export const MAX_DOCUMENTATION_CHARACTERS = 60_000;

const BaseUrl = z
  .string()
  .trim()
  .max(MAX_URL_CHARACTERS, `Use at most ${MAX_URL_CHARACTERS} characters.`)
  .superRefine((text, context) => {
    const message = text === '' ? null : whyNotBaseUrl(text);
    if (message !== null) context.addIssue({ code: 'custom', message });
  });

function whyNotBaseUrl(text: string): string | null {
  const url = readUrl(text);
  if (url === null)
    return /^https?:\/\//i.test(text)
      ? explainBadUrl(text)
      : `This is not a URL. It must look like ${PROVIDER_URLS.openai}.`;
  const { protocol, username, password, search, hash } = url;
  if (protocol !== 'http:' && protocol !== 'https:') return 'Only http:// and https:// URLs can be used.';
  if (username !== '' || password !== '') return 'Keep the key in a variable, not in the URL.';
  return search === '' && hash === '' ? null : 'Remove what follows the path.';
}

/** The model that helps a workspace's authors. */
export const AssistantModelSettings = z
  .strictObject({
    provider: z.enum(MODEL_PROVIDERS),
    baseUrl: BaseUrl.default('').describe('Of another server than the provider’s own; else empty.'),
    keyVariable: z
      .union([z.literal(''), VariableName])
      .default('')
      .meta({ description: 'Name of the variable that holds the API key.', examples: ['OPENAI_KEY'] }),
    model: ModelName,
  })
  .refine(
    ({ provider, baseUrl, keyVariable }) => keyVariable !== '' || (provider === 'openai' && baseUrl !== ''),
    { path: ['keyVariable'], message: 'Choose the variable that holds the API key.' },
  );
export type AssistantModelSettings = z.infer<typeof AssistantModelSettings>;

/** `changedAt`: ISO 8601. */
export const AssistantModel = z
  .object({
    provider: z.enum(MODEL_PROVIDERS),
    baseUrl: z.string().meta({ examples: [''] }),
    keyVariable: z.string().meta({ examples: ['OPENAI_KEY'] }),
    model: z.string(),
    changedAt: z.string(),
  })
  .meta({ id: 'AssistantModel' });
export type AssistantModel = z.infer<typeof AssistantModel>;

export const Words = z
  .string()
  .max(MAX_WORDS_CHARACTERS, `At most ${MAX_WORDS_CHARACTERS} characters.`)
  .default('');
export const Documentation = z
  .string()
  .max(
    MAX_DOCUMENTATION_CHARACTERS,
    `At most ${MAX_DOCUMENTATION_CHARACTERS} characters: paste the part about it.`,
  )
  .default('');

/** The model's answer, or the reason why there is no usable one. */
export const AssistantReply = z
  .union([
    z.object({
      ok: z.literal(true),
      explanation: z.string().max(MAX_EXPLANATION_CHARACTERS),
      change: ProposedChange.nullable().describe('Nothing of it is saved: its author takes it, or not.'),
      notes: z.array(z.string()).describe('What is left to do, for example a variable to create.'),
    }),
    z.object({
      ok: z.literal(false),
      code: z.string(),
      message: z.string(),
      problems: z.array(z.string()).describe('What was wrong with the proposal.'),
    }),
  ])
  .meta({ id: 'AssistantReply' });
export type AssistantReply = z.infer<typeof AssistantReply>;

/** A failed run as a test, and the proposal that should make it pass; nulls if no change was proposed. */
export const RunFix = z
  .object({
    reply: AssistantReply,
    test: RunTest.nullable(),
    proposal: Proposal.nullable(),
    before: TestResult.nullable().describe('Of the test on the draft.'),
    after: TestResult.nullable().describe('Of the test on the proposal.'),
  })
  .meta({ id: 'RunFix' });
export type RunFix = z.infer<typeof RunFix>;
