import type { ModelAnswer, ModelClient, ModelMessage, ModelRequest } from '../../../platform/models/contract';
import { CheckWork } from '../../json-schema/check-work';
import { type ObjectSchema, readSchema } from '../../json-schema/read-schema';
import type { BlockError, BlockResult, ExecutionContext, TextWatcher } from '../block';
import { notedWork } from '../noted-work';
import { describeStep, withoutPrice } from './ask-step';
import { AgentBudget, tooManySteps } from './budget';
import { type CalledTool, callTool } from './call-tool';
import { baseUrlOf, type ResolvedAgentConfig } from './config';
import { modelKey } from './connection';
import { NO_USAGE } from './count-tokens';
import { type OpenedTools, openTools } from './open-tools';
import { Spent } from './spent';
import { invalidOutput, readAnswer, repairWords, schemaWords } from './structured-output';

type Answered = Extract<ModelAnswer, { ok: true }>;

/** The most tool calls of one answer; a model that asks for more is not working on the question. */
const MAX_CALLS_AT_ONCE = 64;

/** One run of the block: asks the model and calls tools until there is an answer or a limit is reached. */
export class AgentRun {
  readonly #messages: ModelMessage[] = [];
  readonly #spent = new Spent();
  readonly #warnings = new Set<string>();
  readonly #toolCalls: Array<CalledTool['told']> = [];
  readonly #budget: AgentBudget;
  readonly #now: () => number;
  readonly #schema: ObjectSchema | null;
  /** Shared by all answers and tool calls, however many of them are made at once. */
  readonly #checks = new CheckWork();
  #steps = 0;
  #seenMessages = 0;
  /** True if the model was told of a mistake in its last answer. */
  #isCorrected = false;
  #tools: OpenedTools = { tools: [], error: null, close: async () => {} };

  constructor(
    readonly config: ResolvedAgentConfig,
    readonly context: ExecutionContext,
    readonly models: ModelClient,
  ) {
    this.#now = context.now ?? Date.now;
    this.#budget = new AgentBudget(config.limits, context.spending, this.#now);
    const schema = config.outputSchema.trim() === '' ? null : readSchema(config.outputSchema);
    this.#schema = schema?.ok ? schema.schema : null;
  }

  async run(): Promise<BlockResult> {
    if (this.#budget.isInUsd && (await this.models.price(this.#request(''), NO_USAGE)) === null)
      return this.#failed(withoutKnownPrice(this.config.model));
    const remainingMs = () => this.#budget.remainingMs;
    this.#tools = await openTools(this.config, this.context, (call) => this.#keyOf(call), remainingMs);
    try {
      return this.#tools.error === null ? await this.#converse() : this.#failed(this.#tools.error);
    } finally {
      await this.#tools.close();
    }
  }

  async #converse(): Promise<BlockResult> {
    const { system, prompt, limits } = this.config;
    const instructions = [
      system.trim() === '' ? [] : [system],
      this.#asksInWords ? [schemaWords(this.#schema ?? {})] : [],
    ];
    const text = instructions.flat().join('\n\n');
    if (text !== '') this.#messages.push({ role: 'system', text });
    this.#messages.push({ role: 'user', text: prompt });
    while (this.#steps < limits.steps) {
      const answer = await this.#ask();
      if (!('ok' in answer)) return this.#failed(answer);
      if (!answer.ok)
        return this.#failed(
          this.#budget.remainingMs > 0 ? answer.error : (this.#budget.usedUp() ?? answer.error),
        );
      this.#messages.push({ role: 'model', turn: answer.turn });
      if (answer.turn.toolCalls.length === 0) {
        const end = await this.#read(answer);
        if (end !== null) return end;
      } else {
        const error = await this.#callTools(answer);
        if (error !== null) return this.#failed(error);
      }
    }
    return this.#failed(tooManySteps(limits.steps));
  }

  /** True if the prompt asks for JSON: not every provider takes a schema and tools in one request. */
  get #asksInWords(): boolean {
    return this.#schema !== null && this.#tools.tools.length > 0;
  }

  #request(apiKey: string): ModelRequest {
    const { provider, model, temperature, maxOutputTokens, cachePrompt, stream } = this.config;
    const { tools } = this.#tools;
    return {
      provider: provider.kind,
      baseUrl: baseUrlOf(provider),
      apiKey,
      model: model.trim(),
      messages: this.#messages,
      tools: tools.map(({ name, description, parameters }) => ({ name, description, parameters })),
      cachesPrompt: cachePrompt,
      streams: stream,
      ...this.#askedOutput,
      ...(temperature === undefined ? {} : { temperature }),
      ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    };
  }

  /** The members of the request that ask the provider itself for JSON. */
  get #askedOutput(): Pick<ModelRequest, 'outputSchema' | 'schemaWords'> {
    if (this.#schema === null || this.#asksInWords) return {};
    return { outputSchema: this.#schema, schemaWords: schemaWords(this.#schema) };
  }

  /** Asks for one answer, counts it and emits its span; returns an error if a limit is used up. */
  async #ask(): Promise<ModelAnswer | BlockError> {
    const key = await modelKey(this.config.provider, this.context);
    if (!key.ok) return key.error;
    const used = this.#budget.takeCall();
    if (used !== null) return used;
    this.#steps += 1;
    const number = this.#steps;
    const request = this.#request(key.apiKey);
    const { answer, ...times } = await notedWork(this.context.notes, `answer-${number}`, async () => {
      const startMs = this.#now();
      const { watchText } = this.context;
      let text: TextWatcher | null = null;
      const answer = await this.models.ask(request, {
        http: this.context.http,
        signal: this.context.signal,
        idempotencyKey: this.#keyOf(`step-${number}`),
        totalTimeoutMs: Math.max(1, this.#budget.remainingMs),
        idleTimeoutMs: this.config.idleTimeoutMs,
        maxRetries: this.config.maxRetries,
        ...(watchText && {
          onAnswer: () => {
            text = watchText(number);
            return text.add;
          },
        }),
      });
      if (answer.ok) (text as TextWatcher | null)?.end(answer.turn.text);
      return { answer, startMs, endMs: this.#now() };
    });
    const news = this.#messages.slice(this.#seenMessages);
    this.#seenMessages = this.#messages.length;
    const { price, warnings, step } = await describeStep(this.models, request, answer, {
      number,
      news,
      ...times,
    });
    for (const warning of warnings) this.#warnings.add(warning);
    if (answer.usage !== null) this.#spent.add(answer.usage, price);
    if (price !== null) this.#budget.addCost(price.total);
    this.context.onPart?.(step);
    return answer;
  }

  /** @returns the error that ends the block; null if the model is asked again */
  async #callTools({ turn }: Answered): Promise<BlockError | null> {
    const { toolCalls } = turn;
    if (toolCalls.length > MAX_CALLS_AT_ONCE) return tooManyCalls(toolCalls.length);
    const context = { ...this.context, tools: this.#tools.tools, checks: this.#checks, now: this.#now };
    const running: Array<Promise<CalledTool>> = [];
    let used: BlockError | null = null;
    for (const [index, call] of toolCalls.entries()) {
      used = this.#budget.takeCall();
      if (used !== null) break;
      const place = `step-${this.#steps}-tool-${index}`;
      const options = { idempotencyKey: this.#keyOf(place), place, remainingMs: this.#budget.remainingMs };
      running.push(notedWork(this.context.notes, place, () => callTool(call, context, options)));
    }
    const called = await Promise.all(running);
    for (const { step, told } of called) {
      this.context.onPart?.(step);
      this.#toolCalls.push(told);
    }
    if (this.context.signal.aborted) return CANCELLED;
    const failure = used ?? called.find((one) => one.failure !== null)?.failure ?? null;
    if (failure !== null) return failure;
    this.#messages.push({ role: 'tools', results: called.map(({ result }) => result) });
    const mistake = called.find((one) => one.mistake !== null)?.mistake ?? null;
    const isRepeated = mistake !== null && this.#isCorrected;
    this.#isCorrected = mistake !== null;
    return isRepeated
      ? { ...mistake, message: `The model made the same kind of mistake twice: ${mistake.message}` }
      : null;
  }

  /** Returns the block's result; null if the model must correct its answer. */
  async #read({ turn, finishReason }: Answered): Promise<BlockResult | null> {
    const { text: content } = turn;
    if (finishReason === 'content-filter') return this.#failed(FILTERED, { content, finishReason });
    const found = { content, finishReason };
    if (this.#schema === null) {
      if (finishReason === 'length') this.#warnings.add(CUT_WARNING);
      return this.#succeeded({ ...found, data: null });
    }
    const read = await readAnswer(content, this.#schema, this.#checks, this.context);
    if (read.ok) return this.#succeeded({ ...found, data: read.data });
    if (read.error !== null) return this.#failed(read.error, found);
    const problem =
      finishReason === 'length' ? 'It was cut off at the maximum of output tokens.' : read.problem;
    if (this.#isCorrected || this.#steps >= this.config.limits.steps)
      return this.#failed(invalidOutput(problem), found);
    this.#isCorrected = true;
    this.#messages.push({ role: 'user', text: repairWords(problem) });
    return null;
  }

  #keyOf(call: string): string {
    const { idempotencyKey } = this.context;
    return `${idempotencyKey.slice(0, idempotencyKey.lastIndexOf('.'))}.${call}`;
  }

  #succeeded(found: { content: string; data: unknown; finishReason: string }): BlockResult {
    return { ok: true, output: { ...this.#output(), ...found }, warnings: [...this.#warnings] };
  }

  #failed(error: BlockError, found: object = {}): BlockResult {
    const output = { ...this.#output(), ...found, error };
    return { ok: false, error, output, continuable: false, warnings: [...this.#warnings] };
  }

  #output() {
    return {
      content: null,
      data: null,
      model: this.config.model.trim(),
      ...this.#spent.output,
      toolCalls: this.#toolCalls,
      steps: this.#steps,
      finishReason: null,
      error: null,
    };
  }
}

const CANCELLED: BlockError = { code: 'CANCELLED', message: 'The agent was cancelled because the run was.' };

const FILTERED: BlockError = {
  code: 'CONTENT_FILTERED',
  message: 'The provider blocked the answer because of its content, or the prompt’s.',
  retryable: false,
};

const CUT_WARNING = 'The answer was cut off at the maximum of output tokens.';

const tooManyCalls = (count: number): BlockError => ({
  code: 'TOOL_CALL_LIMIT',
  message: `The model asked for ${count} calls of tools at once; at most ${MAX_CALLS_AT_ONCE} are made.`,
  limit: 'calls',
  scope: 'block',
  retryable: false,
});

const withoutKnownPrice = (model: string): BlockError => ({
  code: 'PRICE_UNKNOWN',
  message: `${withoutPrice(model)} Until then a limit in USD can't be kept.`,
  field: 'limits',
  retryable: false,
});
