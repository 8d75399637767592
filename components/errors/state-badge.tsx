import { Badge } from '@/components/ui/badge';
import type { ErrorGroup } from '@/lib/services/error-groups/schema';
import { STATE_TONES, stateWords } from './group-words';

type Stated = Pick<ErrorGroup, 'state' | 'reopenedAt' | 'resolvedInVersion'>;

export function StateBadge({ group }: { group: Stated }) {
  return (
    <Badge tone={STATE_TONES[group.state]} className="shrink-0">
      {stateWords(group)}
    </Badge>
  );
}
