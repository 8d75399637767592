import type {
  OutboundAttempt,
  OutboundClient,
  OutboundOptions,
  OutboundRequest,
  OutboundResult,
} from '../../platform/outbound-http/contract';
import { readUrl } from '../../platform/read-url';
import type { LostRequest } from '../blocks/block';
import type { Masker } from './masker';
import { joinEffects, MOST_EFFECTS, mayWrite, type RunEffect, type StepEffects } from './run-effect';

const MAX_PATH = 500;
const MAX_KEY = 255;
const IDEMPOTENCY_KEY = 'idempotency-key';
/** The codes of attempts of which no byte of the request left this machine. */
const NEVER_SENT: ReadonlySet<string | null> = new Set([
  'ADDRESS_NOT_ALLOWED',
  'CONNECTION_REFUSED',
  'DNS_FAILED',
  'HOST_UNREACHABLE',
  'TLS_FAILED',
]);
/** The phases of the same, for codes that name several. */
const BEFORE_SENDING: ReadonlySet<string> = new Set(['dns', 'connect', 'tls']);

/** The block that sends, in one iteration. */
interface SendingStep {
  /** Its `stepKey`. */
  step: string;
  id: string;
  name: string;
}

/** The effects of one step, each under what makes a repetition the same request. */
interface Written {
  list: Map<string, RunEffect>;
  more: number;
  /** The last request that was only counted, whose repetition is not counted again. */
  counted: string;
}

/**
 * Notes what a run sends that may change something at a server. A request that is repeated, after a failure or a
 * crash, is noted once.
 */
export class EffectLedger {
  readonly #steps = new Map<string, Written>();
  #listed = 0;
  /** The count of steps that have ended and list none. */
  #more = 0;

  /** Returns `client` for one block: the same, with its requests noted. */
  client(client: OutboundClient, from: SendingStep, now: () => number): OutboundClient {
    return {
      request: async (request, options) => {
        const sent = this.#begin(from, request, { key: options?.idempotencyKey, options, atMs: now() });
        if (sent === null) return client.request(request, options);
        const result = await client.request(request, options);
        this.#end(from.step, sent, result);
        return result;
      },
      close: () => client.close(),
      shared: client.shared ?? client,
    };
  }

  /** Notes a request that an earlier try of the run may have sent, and that is not sent again. */
  lost(from: SendingStep, { request, idempotencyKey }: LostRequest, atMs: number): void {
    this.#begin(from, request, { key: idempotencyKey, atMs });
  }

  /** Takes over what an earlier try of the run has noted of a step. */
  restore(step: string, effects: StepEffects): void {
    const before = this.#steps.get(step);
    if (before !== undefined) this.#listed -= before.list.size;
    const list = new Map(effects.list.map((effect) => [identityOf(effect), { ...effect }]));
    this.#listed += list.size;
    this.#steps.set(step, { list, more: effects.more, counted: '' });
  }

  /** The same from a note about a step that had not ended; the longest of these notes is the last. */
  restoreNoted(step: string, effects: StepEffects): void {
    const before = this.#steps.get(step);
    const count = before === undefined ? 0 : before.list.size + before.more;
    if (effects.list.length + effects.more >= count) this.restore(step, effects);
  }

  /** Returns what is noted of a step so far; undefined if that is nothing. */
  ofStep(step: string, masker: Masker): StepEffects | undefined {
    const written = this.#steps.get(step);
    return written && { list: masked(written, masker), more: written.more };
  }

  /** The same of a step that has ended. */
  endStep(step: string, masker: Masker): StepEffects | undefined {
    const effects = this.ofStep(step, masker);
    // There may be as many of these as a run has steps.
    if (effects?.list.length === 0) {
      this.#more += effects.more;
      this.#steps.delete(step);
    }
    return effects;
  }

  /** Returns all that is noted; undefined if that is nothing. */
  all(masker: Masker): StepEffects | undefined {
    const steps = [...this.#steps.values()].map((written) => ({
      list: masked(written, masker),
      more: written.more,
    }));
    const { list, more } = joinEffects([...steps, { list: [], more: this.#more }]);
    return list.length + more === 0 ? undefined : { list, more };
  }

  #begin(
    { step, id, name }: SendingStep,
    request: LostRequest['request'],
    { key, options, atMs }: { key: string | undefined; options?: OutboundOptions | undefined; atMs: number },
  ): RunEffect | null {
    const method = request.method.toUpperCase();
    // A message without a key belongs to a protocol that a block speaks with its server.
    if (key === undefined || !mayWrite(method) || options?.retry?.isHarmless === true) return null;
    const url = readUrl(request.url);
    if (url === null) return null;
    const sent: RunEffect = {
      key,
      blockId: id,
      blockName: name,
      method,
      host: url.host,
      path: url.pathname.slice(0, MAX_PATH),
      status: null,
      attempts: 0,
      idempotencyKey: keySent(method, request.headers, key),
      sentAtMs: atMs,
    };
    return this.#note(step, sent);
  }

  /** Returns the entry of a request, which is that of the one before if this repeats it. */
  #note(step: string, sent: RunEffect): RunEffect | null {
    const identity = identityOf(sent);
    const written = this.#steps.get(step) ?? { list: new Map<string, RunEffect>(), more: 0, counted: '' };
    this.#steps.set(step, written);
    const before = written.list.get(identity);
    if (before !== undefined) return before;
    if (this.#listed < MOST_EFFECTS) {
      this.#listed += 1;
      written.list.set(identity, sent);
      return sent;
    }
    if (written.counted !== identity) written.more += 1;
    written.counted = identity;
    return null;
  }

  /** Drops a request of which no byte left this machine. */
  #end(step: string, sent: RunEffect, result: OutboundResult): void {
    const { response } = result;
    const reached = attemptsThatWereSent(result);
    if (response !== null || reached.length > 0) {
      sent.attempts += Math.max(1, reached.length);
      sent.status = response?.status ?? reached.at(-1)?.status ?? null;
      return;
    }
    if (sent.attempts > 0) return;
    const written = this.#steps.get(step);
    if (written?.list.delete(identityOf(sent)) !== true) return;
    this.#listed -= 1;
    if (written.list.size + written.more === 0) this.#steps.delete(step);
  }
}

/** A redirect was an answer, whatever happened on the way to its target. */
function attemptsThatWereSent({ attempts, error, redirects }: OutboundResult): OutboundAttempt[] {
  const last = attempts.length - 1;
  const isLastUnsent = error !== null && BEFORE_SENDING.has(error.phase);
  return attempts.filter(({ status, code }, index) => {
    if (status !== null || (index === last && redirects !== undefined)) return true;
    return !NEVER_SENT.has(code) && !(index === last && isLastUnsent);
  });
}

const identityOf = ({ method, key }: RunEffect): string => `${method} ${key}`;

/** Returns the key that is sent: the author's own, or else that of the step with POST and PATCH. */
function keySent(method: string, headers: OutboundRequest['headers'], key: string): string | null {
  const own = headers.find(([name]) => name.trim().toLowerCase() === IDEMPOTENCY_KEY)?.[1].trim();
  const isKeyed = method === 'POST' || method === 'PATCH';
  return (own ?? (isKeyed ? key : '')).slice(0, MAX_KEY) || null;
}

/** A request under way has one attempt. */
const masked = ({ list }: Written, masker: Masker): RunEffect[] =>
  Array.from(list.values(), (sent) => ({
    ...sent,
    host: masker.text(sent.host),
    path: masker.text(sent.path),
    idempotencyKey: sent.idempotencyKey === null ? null : masker.text(sent.idempotencyKey),
    attempts: Math.max(1, sent.attempts),
  }));
