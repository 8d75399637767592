import type { LanguageModelV3Message, LanguageModelV3StreamPart } from '@ai-sdk/provider';

export type Content = Extract<LanguageModelV3Message, { role: 'assistant' }>['content'];
type Written = Extract<Content[number], { type: 'text' | 'reasoning' }>;
type Metadata = Extract<LanguageModelV3StreamPart, { type: 'text-delta' }>['providerMetadata'];
type Piece = Extract<
  LanguageModelV3StreamPart,
  { type: 'text-start' | 'reasoning-start' | 'text-delta' | 'reasoning-delta' }
>;

interface Block {
  part: Written;
  /** True once a signature came with its text: other text is another part. */
  isSealed: boolean;
}

/** Puts the texts and thoughts of a stream together as the provider wants them back, signatures with their texts. */
export class ContentReader {
  readonly content: Content = [];
  readonly #blocks = new Map<string, Block>();

  add(piece: Piece): void {
    const kind = piece.type.startsWith('text') ? 'text' : 'reasoning';
    const key = `${kind} ${piece.id}`;
    const { providerMetadata: metadata } = piece;
    if (!('delta' in piece)) {
      // An encrypted thought has no text.
      this.#blocks.delete(key);
      if (metadata !== undefined) this.#begin(key, kind, '', metadata);
      return;
    }
    const block = this.#blocks.get(key);
    const { delta } = piece;
    const isOfBlock =
      block !== undefined &&
      (metadata === undefined ? !block.isSealed : delta === '' || block.part.text === '');
    if (!isOfBlock) {
      if (delta !== '' || metadata !== undefined)
        this.#begin(key, kind, delta, metadata).isSealed = metadata !== undefined;
      return;
    }
    block.part.text += delta;
    if (metadata === undefined) return;
    block.part.providerOptions = { ...block.part.providerOptions, ...metadata };
    block.isSealed = true;
  }

  #begin(key: string, type: Written['type'], text: string, metadata: Metadata): Block {
    const part: Written = { type, text, ...withOptions(metadata) };
    const block = { part, isSealed: false };
    this.content.push(part);
    this.#blocks.set(key, block);
    return block;
  }
}

export const withOptions = (metadata: Metadata) =>
  metadata === undefined ? {} : { providerOptions: metadata };
