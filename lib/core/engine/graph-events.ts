import { isoTime } from './block-span';
import type { CompiledBlock } from './compile-block';
import type { GraphPlace } from './graph-place';
import { LiveText } from './live-text';
import { createMasker } from './masker';
import type { RunState } from './run-state';
import type { TraceSpan } from './trace-span';

const UNMASKED = createMasker([]);

/** Emits the events of one pass over a graph for those who watch the run. */
export class GraphEvents {
  constructor(
    readonly place: Pick<GraphPlace, 'path'>,
    readonly state: RunState,
  ) {}

  started(block: CompiledBlock, startMs: number): void {
    const { onEvent } = this.state.ports;
    onEvent?.({ type: 'block-started', ...this.#at(block), startedAt: isoTime(startMs) });
  }

  finished(block: CompiledBlock, span: TraceSpan): void {
    const { onEvent } = this.state.ports;
    if (!onEvent) return;
    // The blocks inside had events of their own.
    const shown = block.members === null ? span : { ...span, children: [] };
    onEvent({ type: 'block-finished', ...this.#at(block), span: shown });
  }

  /** Returns the live text of a block that writes piece by piece; null if nobody watches. */
  liveText(block: CompiledBlock): LiveText | null {
    const { onEvent, now, exactText } = this.state.ports;
    if (!onEvent) return null;
    const at = this.#at(block);
    return new LiveText(
      () => (exactText ? UNMASKED : this.state.masker),
      now,
      (piece) => onEvent({ type: 'block-text', ...at, ...piece }),
    );
  }

  #at({ id: blockId }: CompiledBlock): { blockId: string; iteration?: string } {
    const { path } = this.place;
    return path === '' ? { blockId } : { blockId, iteration: path };
  }
}
