import { isTriggerBlock } from '@/lib/core/blocks/capabilities';
import { rankWords } from '../../ui/rank-words';
import { type AnyDefinition, allDefinitions } from '../document/definition-of';

const byTitle = new Map(allDefinitions().map((definition) => [definition.title, definition]));

/** Rates a block of the palette; a trigger that only tells of the word counts half, as others are likelier meant. */
export function rankBlock(definition: AnyDefinition, search: string): number {
  const { title, type, synonyms, description } = definition;
  const score = rankWords({ title, synonyms: [type, ...synonyms], description }, search);
  return !isTriggerBlock(definition) || score > TOLD_ONLY ? score : score / 2;
}

const TOLD_ONLY = 0.5;
/** What isn't a block comes after the blocks that are called so. */
const OTHER_SHARE = 0.8;

/** For cmdk: `value` is the title of a block or of another item, `keywords` are that item's. */
export function rankItem(value: string, search: string, keywords: string[] = []): number {
  const definition = byTitle.get(value);
  if (definition !== undefined) return rankBlock(definition, search);
  return OTHER_SHARE * rankWords({ title: value, synonyms: keywords }, search);
}
