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
