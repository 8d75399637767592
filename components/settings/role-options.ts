import type { Role } from '@/lib/services/access/actor';

export const ROLE_OPTIONS: ReadonlyArray<{ value: Role; label: string; description: string }> = [
  { value: 'reader', label: 'Reader', description: 'Sees workflows and logs' },
  { value: 'writer', label: 'Writer', description: 'Also changes and runs workflows' },
  { value: 'admin', label: 'Admin', description: 'Also manages people and the workspace' },
];
