import { z } from 'zod';
import { singleLineText } from '../../platform/text/text-schemas';
import { ShownExternalId } from '../external-ids/schema';

export const FolderName = singleLineText(80);

/** A node of the workspace's folder tree. `parentId` is null at the top. */
export const Folder = z
  .object({
    id: z.string(),
    workspaceId: z.string(),
    parentId: z.string().nullable(),
    name: z.string(),
    externalId: ShownExternalId,
  })
  .meta({ id: 'Folder' });
export type Folder = z.infer<typeof Folder>;

/** A deleted folder that can be restored. */
export const DeletedFolder = z
  .object({
    id: z.string(),
    workspaceId: z.string(),
    name: z.string(),
    folders: z
      .number()
      .int()
      .meta({ description: 'Folders that lay in it.', examples: [1] }),
    workflows: z
      .number()
      .int()
      .meta({ description: 'Workflows that lay in it.', examples: [4] }),
    deletedAt: z.string().meta({ examples: ['2026-01-31T12:00:00.000Z'] }),
    restorableUntil: z.string().meta({ examples: ['2026-03-02T12:00:00.000Z'] }),
    deletedBy: z
      .object({ id: z.string(), name: z.string().meta({ examples: ['Ada'] }) })
      .nullable()
      .meta({ description: 'Null when the account is gone.' }),
  })
  .meta({ id: 'DeletedFolder' });
export type DeletedFolder = z.infer<typeof DeletedFolder>;
