import type { WorkflowDocument } from '@/lib/workflows/schema';

/** What a new workflow begins with: nothing; the editor says what to add first. */
export const starterDocument = (): WorkflowDocument => ({ blocks: {}, edges: [], loops: {}, parallels: {} });
