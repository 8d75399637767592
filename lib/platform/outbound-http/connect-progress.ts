import type { OutboundFailure } from './outbound-failure';

/** Times set by the connector while it opens the connection; milliseconds. */
export interface ConnectTrace {
  dnsMs: number;
  connectMs: number;
  tlsMs: number;
  /** Aborts the connection while it is being opened; no effect afterwards. */
  abandon(failure: OutboundFailure): void;
}

export class ConnectProgress implements ConnectTrace {
  dnsMs = 0;
  connectMs = 0;
  tlsMs = 0;
  phase: 'dns' | 'connect' | 'tls' = 'connect';
  isSettled = false;
  abandon: ConnectTrace['abandon'] = () => undefined;
  private readonly startedAt = performance.now();

  constructor(readonly isSecure: boolean) {}

  resolved(): void {
    this.phase = 'connect';
    this.dnsMs = performance.now() - this.startedAt;
  }

  connected(): void {
    if (this.isSecure) this.phase = 'tls';
    this.connectMs = performance.now() - this.startedAt - this.dnsMs;
  }

  secured(): void {
    this.tlsMs = performance.now() - this.startedAt - this.dnsMs - this.connectMs;
  }
}
