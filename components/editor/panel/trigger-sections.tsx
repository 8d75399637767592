import type { ComponentType } from 'react';
import type { BlockTrigger } from '@/lib/core/blocks/trigger';
import type { AnyDefinition } from '../document/definition-of';
import { ChatSection } from './chat-section';
import { HookSection } from './hook-address';
import { ScheduleSection } from './schedule-section';

/** What the panel of a trigger's block shows besides its form, such as its address. */
interface TriggerSection {
  Content: ComponentType<{ blockId: string }>;
  /** Above or below the first fields of the form. */
  place: 'above' | 'below';
}

/** Null: a trigger whose form says everything. */
const TRIGGER_SECTIONS: { readonly [Name in BlockTrigger]: TriggerSection | null } = {
  webhook: { Content: HookSection, place: 'above' },
  schedule: { Content: ScheduleSection, place: 'below' },
  chat: { Content: ChatSection, place: 'above' },
};

export function sectionOf({ trigger }: AnyDefinition): TriggerSection | null {
  return trigger?.startsOn === undefined ? null : TRIGGER_SECTIONS[trigger.startsOn];
}
