import type { Redaction } from '../redaction/redaction';
import { type Masker, UNMASKABLE } from './masker';

/**
 * Returns a masker that also redacts: for what is stored or shown of a run. `inner` masks secrets, and the
 * values that redaction has found.
 */
export function redactingMasker(
  inner: Masker,
  redaction: Redaction,
  onFailure: (cause: unknown) => void,
): Masker {
  const guarded = <T>(redact: () => T): T | typeof UNMASKABLE => {
    try {
      return redact();
    } catch (cause) {
      onFailure(cause);
      return UNMASKABLE;
    }
  };
  return {
    idle: false,
    secrets: inner.secrets,
    literals: inner.literals,
    wholes: inner.wholes,
    text: (text) => inner.text(guarded(() => redaction.text(text))),
    piece: inner.piece,
    value: (value) => inner.value(guarded(() => redaction.value(value))),
    with: (more) => redactingMasker(inner.with(more), redaction, onFailure),
  };
}
