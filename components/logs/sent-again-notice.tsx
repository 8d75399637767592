import { useQuery } from '@tanstack/react-query';
import { effectsOfRunQuery } from '@/components/effects/effect-queries';
import { useWorkspace } from '@/components/page/workspace-context';
import { Notice } from '@/components/ui/notice';
import { sentAgainWords } from '@/lib/core/replay/accepted-requests';
import type { LogDetail } from '@/lib/services/logs/schema';
import { sentAgain } from './sent-again';

/** Warns of requests that were accepted and would be sent a second time; nothing if there are none. */
export function SentAgainNotice({ log, from }: { log: LogDetail; from: string | null }) {
  const { id } = useWorkspace();
  const { data: effects = [] } = useQuery(effectsOfRunQuery(id, log.executionId));
  const words = sentAgainWords(sentAgain(log, from, effects));
  return words === null ? null : <Notice tone="warning">{words}.</Notice>;
}
