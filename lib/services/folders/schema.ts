import { z } from 'zod';
import { singleLineText } from '../../platform/text/text-schemas';

export const FolderName = singleLineText(80);

/** A node of the workspace's folder tree. `parentId` is null at the top. */
export const Folder = z
  .object({ id: z.string(), workspaceId: z.string(), parentId: z.string().nullable(), name: z.string() })
  .meta({ id: 'Folder' });
export type Folder = z.infer<typeof Folder>;
