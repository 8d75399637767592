import type { Dispatcher } from 'undici';
import { type BodySink, createBodySink, describeTooLarge, HeadSink } from './body-sink';
import type { KeptFile, OutboundOptions, OutboundResponse } from './contract';
import { FileSink, type OpenFile } from './file-sink';
import type { ConnectTrace } from './guarded-connector';
import { MAX_FILE_BYTES } from './limits';
import { describeCutShort, describeNetworkError, isCutShort } from './network-error';
import { OutboundFailure } from './outbound-failure';
import { flowOfData, type SocketFlow } from './socket-flow';

export interface ExchangeResult {
  status: number;
  headers: OutboundResponse['headers'];
  body: Buffer;
  /** In place of the body. */
  file: KeptFile | null;
  truncated: boolean;
  timing: OutboundResponse['timing'];
}

export interface ExchangeOptions {
  maxBodyBytes: number;
  /** See `OutboundOptions`. */
  keepPartialBody: boolean;
  idleTimeoutMs: number | null;
  /** Null when the response has to fit into memory. */
  newFile: (status: number, headers: OutboundResponse['headers']) => OpenFile | null;
  /** See `OutboundOptions`. */
  onResponse: OutboundOptions['onResponse'];
  /** Whether a response's body is of no interest (a redirect that will be followed). */
  skipsBody: (status: number, headers: RawHeaders) => boolean;
}

type RawHeaders = Record<string, string | string[] | undefined>;

/** A redirect's body is read only to keep the connection, and only when it is this small. */
const MAX_SKIPPED_BYTES = 64 * 1024;
const MAX_SKIPPING_MS = 1_000;

/**
 * One request and its response on one connection, as undici's handler. Settles exactly once, whatever comes
 * first; `stop` settles it at once in every phase, and no socket outlives it half used.
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
    failure.status = this.status;
    this.sink?.discard();
    if (this.controller) this.controller.abort(failure);
    else this.connecting?.abandon(failure);
    this.reject(failure);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    this.sentAt = performance.now();
    if (this.settled) controller.abort(new Error('nobody waits for this request'));
    else this.watchIdle();
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: RawHeaders): void {
    if (status < 200 || this.settled) return;
    this.status = status;
    this.headersAt = performance.now();
    this.idleTimer?.refresh();
    this.headers = flatten(headers);
    if (this.options.skipsBody(status, headers)) {
      this.skipBody(controller);
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
    const encoding = headers['content-encoding'];
    const codings = encoding === undefined ? '' : String(encoding);
    const openFile = status === 304 ? null : this.options.newFile(status, this.headers);
    const most = openFile === null ? maxBodyBytes : MAX_FILE_BYTES;
    // A 304 names the length of a body it does not send.
    if (codings === '' && status !== 304 && declared > most) {
      this.stop(describeTooLarge(most));
      return;
    }
    if (openFile !== null) {
      this.endsWithConnection = !('content-length' in headers || 'transfer-encoding' in headers);
      this.sink = this.createFileSink(openFile, codings, Number.isNaN(declared) ? null : declared);
      return;
    }
    this.sink = createBodySink(codings, maxBodyBytes, {
      onChunk: this.options.onResponse?.({ status, headers: this.headers }) ?? null,
      onBody: (body) => this.succeed(body),
      onFailure: (failure) => this.stop(failure),
    });
  }

  /**
   * Never pauses: undici throws where nobody can catch it when a connection ends while its parser is paused.
   */
  onResponseData(_controller: unknown, chunk: Buffer): void {
    this.idleTimer?.refresh();
    this.flow = flowOfData();
    this.sink?.write(chunk);
  }

  onResponseEnd(): void {
    // Its server may have sent the end long ago and be about to close it.
    if (this.wasHeld) this.flow?.retire();
    // Bytes that were held back are lost with the connection, and nothing else tells that they are missing.
    if (this.isHeld && this.endsWithConnection) this.stop(describeCutShort(this.host));
    else if (this.sink) this.sink.end();
    else this.succeed(Buffer.alloc(0));
  }

  onResponseError(_controller: unknown, error: Error): void {
    const cutShort = this.status !== null && isCutShort(error);
    // A 304 names the length of a body it does not send.
    if (cutShort && this.status === 304) this.succeed(Buffer.alloc(0));
    const failure = cutShort
      ? describeCutShort(this.host)
      : describeNetworkError(error, 'response', this.host);
    if (this.settleWithHead(failure)) return;
    this.sink?.discard();
    if (this.settled) return;
    this.settle();
    failure.status = this.status;
    this.reject(failure);
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
      onFile: (file) => this.succeed(Buffer.alloc(0), false, file),
      onFailure: (error) => this.stop(describeNetworkError(error, 'response', this.host)),
    });
  }

  /**
   * Doesn't wait for the body: a short one is read in the background, so that the connection can be reused.
   */
  private skipBody(controller: Dispatcher.DispatchController): void {
    const giveUp = () => controller.abort(new Error('the body of a redirect is not needed'));
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
    this.succeed(Buffer.alloc(0));
  }

  /** With `keepPartialBody` a body that is cut off is no error: the exchange succeeds with what came. */
  private settleWithHead(failure: OutboundFailure): boolean {
    if (this.settled || !(this.sink instanceof HeadSink)) return false;
    const { sink } = this;
    this.succeed(sink.head(), true);
    this.controller?.abort(failure);
    return true;
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

  private succeed(body: Buffer, truncated = false, file: KeptFile | null = null): void {
    if (this.settled) return;
    this.settle();
    const endedAt = performance.now();
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
        firstByteMs: tenths(this.headersAt - this.sentAt),
        downloadMs: tenths(endedAt - this.headersAt),
      },
    });
  }
}

/** A repeated header is one list (RFC 9110, 5.3), except cookies, which stay apart. */
function flatten(headers: RawHeaders): OutboundResponse['headers'] {
  const flat: OutboundResponse['headers'] = Object.create(null);
  for (const name of Object.keys(headers)) {
    const value = headers[name];
    if (value === undefined) continue;
    if (name === 'set-cookie') flat[name] = Array.isArray(value) ? value : [value];
    else flat[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return flat;
}

function tenths(ms: number): number {
  return Math.round(ms * 10) / 10;
}
