import type { BlockChangeKind } from '@/lib/core/workflow/diff-documents';
import type { Tone } from '../../ui/badge';
import type { Side } from './use-versions-address';

export const sideName = (side: Side): string => (side === 'draft' ? 'Draft' : `Version ${side}`);

/** The marks of changes: by sign and word too, not by colour alone. */
export const MARKS: Record<BlockChangeKind, { sign: string; word: string; tone: Tone; ring: string }> = {
  added: { sign: '+', word: 'Added', tone: 'success', ring: 'outline-success outline-solid' },
  removed: { sign: '−', word: 'Removed', tone: 'danger', ring: 'outline-danger outline-dashed' },
  changed: { sign: '≠', word: 'Changed', tone: 'warning', ring: 'outline-warning outline-double' },
  moved: { sign: '↔', word: 'Moved only', tone: 'neutral', ring: 'outline-faint outline-dotted' },
};
