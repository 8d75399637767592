import type { Dispatcher } from 'undici';
import { type BodySink, createBodySink, describeTooLarge, HeadSink } from './body-sink';
import type { ConnectTrace } from './connect-progress';
import type { OutboundOptions, OutboundResponse, StoredResponseFile } from './contract';
import { FileSink, type OpenFile } from './file-sink';
import { MAX_FILE_BYTES } from './limits';
import { hasNoBody } from './loose-head';
import { describeCutShort, describeNetworkError, isCutShort } from './network-error';
import { OutboundFailure } from './outbound-failure';
import { codingsOf, flatten, type RawHeaders } from './response-headers';
import { currentFlow, type SocketFlow } from './socket-flow';

export interface ExchangeResult {
  status: number;
  headers: OutboundResponse['headers'];
  body: Buffer;
  /** The file that replaces the body. */
  file: StoredResponseFile | null;
  truncated: boolean;
  timing: OutboundResponse['timing'];
}

export interface ExchangeOptions {
  /** True for a HEAD, whose response has no body whatever its headers announce. */
  isHead: boolean;
  maxBodyBytes: number;
  /** See `OutboundOptions`. */
  keepPartialBody: boolean;
  idleTimeoutMs: number | null;
  /** Returns null when the response has to fit into memory. */
  newFile: (status: number, headers: OutboundResponse['headers']) => OpenFile | null;
  /** See `OutboundOptions`. */
  onResponse: OutboundOptions['onResponse'];
  /** True if a response's body is not needed (a redirect that will be followed). */
  skipsBody: (status: number, headers: RawHeaders) => boolean;
}

/** What nobody needs is read only to keep the connection, and only if it is this small. */
const MAX_SKIPPED_BYTES = 64 * 1024;
const MAX_SKIPPING_MS = 1_000;

const NOTHING = Buffer.alloc(0);

/**
 * One request and its response on one connection, as undici's handler. Settles exactly once; `stop` settles
 * it immediately in every phase, and no socket is left in an undefined state.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly result: Promise<ExchangeResult>;
  connecting: ConnectTrace | null = null;

  private resolve: (result: ExchangeResult) => void = () => undefined;
  private reject: (failure: OutboundFailure) => void = () => undefined;
  private settled = false;
  private controller: Dispatcher.DispatchController | null = null;
  private sink: BodySink | null = null;
  private status: number | null = null;
  private headers: OutboundResponse['headers'] = {};
  private sentAt = 0;
  private headersAt = 0;
  private idleTimer: NodeJS.Timeout | null = null;
  private flow: SocketFlow | null = null;
  private isHeld = false;
  private wasHeld = false;
  private endsWithConnection = false;

  constructor(
    private readonly host: string,
    private readonly options: ExchangeOptions,
  ) {
    this.result = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }

  /** Ends the exchange with `failure` now and closes its connection. */
  stop(failure: OutboundFailure): void {
    if (this.settled || this.settleWithHead(failure)) return;
    this.settle();
    this.markAnswered(failure);
    this.sink?.discard();
    if (this.controller) this.controller.abort(failure);
    else this.connecting?.abandon(failure);
    this.reject(failure);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    this.sentAt = performance.now();
    if (this.settled) {
      controller.abort(new Error('nobody waits for this request'));
      return;
    }
    this.flow = currentFlow();
    this.flow?.beginResponse(this.options.isHead);
    this.watchIdle();
  }

  onResponseStart(_controller: unknown, status: number, headers: RawHeaders): void {
    if (status < 200 || this.settled) return;
    this.status = status;
    this.headersAt = performance.now();
    this.idleTimer?.refresh();
    this.headers = flatten(headers);
    if (this.options.isHead) {
      // Asked for its effect: whether it is a redirect to be followed.
      this.options.skipsBody(status, headers);
      this.succeed(NOTHING);
      return;
    }
    if (hasNoBody(status)) {
      this.endWithoutBody(headers);
      return;
    }
    if (this.options.skipsBody(status, headers)) {
      this.skipBody();
      return;
    }
    const { maxBodyBytes, keepPartialBody } = this.options;
    if (keepPartialBody) {
      this.sink = new HeadSink(maxBodyBytes, {
        onBody: (body) => this.succeed(body),
        onFailure: (failure) => this.stop(failure),
      });
      return;
    }
    const declared = Number(headers['content-length']);
    const codings = codingsOf(headers);
    const openFile = this.options.newFile(status, this.headers);
    const most = openFile === null ? maxBodyBytes : MAX_FILE_BYTES;
    if (codings === '' && declared > most) {
      this.stop(describeTooLarge(most));
      return;
    }
    if (openFile !== null) {
      this.endsWithConnection = !('content-length' in headers || 'transfer-encoding' in headers);
      this.sink = this.createFileSink(openFile, codings, Number.isNaN(declared) ? null : declared);
      return;
    }
    const onChunk = this.options.onResponse?.({ status, headers: this.headers }) ?? null;
    if (onChunk === 'headAlone') {
      this.cutOff(NOTHING);
      return;
    }
    this.sink = createBodySink(codings, maxBodyBytes, {
      onChunk,
      onBody: (body) => this.succeed(body),
      onEnough: (body) => this.cutOff(body),
      onFailure: (failure) => this.stop(failure),
    });
  }

  /** Never pauses: undici throws an uncatchable error when a connection ends while its parser is paused. */
  onResponseData(_controller: unknown, chunk: Buffer): void {
    this.idleTimer?.refresh();
    this.sink?.write(chunk);
  }

  onResponseEnd(): void {
    // If the connection was held, the server may have sent the end long ago and be about to close it.
    this.flow?.endResponse(this.wasHeld);
    // Bytes that were held back are lost with the connection, and nothing else shows that they are missing.
    if (this.isHeld && this.endsWithConnection) this.stop(describeCutShort(this.host));
    else if (this.sink) this.sink.end();
    else this.succeed(NOTHING);
  }

  onResponseError(_controller: unknown, error: Error): void {
    const cutShort = this.status !== null && isCutShort(error);
    const failure = cutShort
      ? describeCutShort(this.host)
      : describeNetworkError(error, 'response', this.host);
    if (this.settleWithHead(failure)) return;
    this.sink?.discard();
    if (this.settled) return;
    this.settle();
    this.markAnswered(failure);
    this.reject(failure);
  }

  private markAnswered(failure: OutboundFailure): void {
    failure.status = this.statusSoFar;
    failure.isAnswerBegun = this.status !== null || this.flow?.hasBegun === true;
  }

  /** The status as far as known, also for a head that never ended or can't be parsed. */
  private get statusSoFar(): number | null {
    return this.status ?? this.flow?.status ?? null;
  }

  /**
   * Ends a response that has no body by its status. If its headers announce one, the connection is closed.
   * A content type without a length announces one too, which may arrive late.
   */
  private endWithoutBody(headers: RawHeaders): void {
    this.succeed(NOTHING);
    const length = headers['content-length'] ?? ('content-type' in headers ? 'unknown' : 0);
    const isAnnounced = 'transfer-encoding' in headers || Number(length) !== 0;
    if (isAnnounced) this.flow?.endResponse(true);
  }

  private createFileSink(openFile: OpenFile, codings: string, declaredBytes: number | null): FileSink {
    const setHeld = (isHeld: boolean) => {
      this.isHeld = isHeld;
      this.wasHeld ||= isHeld;
      if (isHeld) this.flow?.hold();
      else this.flow?.release();
      this.idleTimer?.refresh();
    };
    return new FileSink({
      contentEncoding: codings,
      declaredBytes,
      maxMemoryBytes: this.options.maxBodyBytes,
      openFile,
      hold: () => setHeld(true),
      release: () => setHeld(false),
      onBody: (body) => this.succeed(body),
      onFile: (file) => this.succeed(NOTHING, false, file),
      onFailure: (error) => this.stop(describeNetworkError(error, 'response', this.host)),
    });
  }

  /** Settles without the body. */
  private skipBody(): void {
    this.skipRest();
    this.succeed(NOTHING);
  }

  /** Reads a short rest in the background, so that the connection can be reused. */
  private skipRest(): void {
    const giveUp = () => this.controller?.abort(new Error('the rest of the body is not needed'));
    let left = MAX_SKIPPED_BYTES;
    const timer = setTimeout(giveUp, MAX_SKIPPING_MS);
    this.sink = {
      write: (chunk) => {
        left -= chunk.length;
        if (left < 0) giveUp();
      },
      end: () => clearTimeout(timer),
      discard: () => clearTimeout(timer),
    };
  }

  /**
   * With `keepPartialBody` an error behind the status line is ignored: the exchange succeeds with the
   * received part.
   */
  private settleWithHead(failure: OutboundFailure): boolean {
    if (this.settled || !this.options.keepPartialBody || this.statusSoFar === null) return false;
    this.status = this.statusSoFar;
    this.succeed(this.sink instanceof HeadSink ? this.sink.head() : NOTHING, true);
    this.controller?.abort(failure);
    return true;
  }

  /** Succeeds with the body so far, because nobody needs the rest. */
  private cutOff(body: Buffer): void {
    if (this.settled) return;
    this.sink?.discard();
    this.skipRest();
    this.succeed(body);
  }

  private watchIdle(): void {
    const { idleTimeoutMs } = this.options;
    if (idleTimeoutMs === null) return;
    const message =
      `${this.host} sent nothing for ${idleTimeoutMs / 1000} s. ` +
      'Try again later, or raise the time that it may be silent.';
    this.idleTimer = setTimeout(
      () => this.stop(new OutboundFailure('TIMEOUT', message, 'idle')),
      idleTimeoutMs,
    );
  }

  private settle(): void {
    this.settled = true;
    if (this.idleTimer) clearTimeout(this.idleTimer);
  }

  private succeed(body: Buffer, truncated = false, file: StoredResponseFile | null = null): void {
    if (this.settled) return;
    this.settle();
    const endedAt = performance.now();
    // Zero while the headers are incomplete.
    const headersAt = this.headersAt || endedAt;
    const { dnsMs, connectMs, tlsMs } = this.connecting ?? { dnsMs: 0, connectMs: 0, tlsMs: 0 };
    this.resolve({
      status: this.status ?? 0,
      headers: this.headers,
      body,
      file,
      truncated,
      timing: {
        dnsMs: tenths(dnsMs),
        connectMs: tenths(connectMs),
        tlsMs: tenths(tlsMs),
        firstByteMs: tenths(headersAt - this.sentAt),
        downloadMs: tenths(endedAt - headersAt),
      },
    });
  }
}

function tenths(ms: number): number {
  return Math.round(ms * 10) / 10;
}
