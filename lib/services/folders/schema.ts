import { z } from 'zod';
import { lineOfText } from '../../platform/text/line-of-text';

export const FolderName = lineOfText(80);

/** A node of the workspace's folder tree. `parentId` null: at the top. */
export const Folder = z
  .object({ id: z.string(), workspaceId: z.string(), parentId: z.string().nullable(), name: z.string() })
  .meta({ id: 'Folder' });
export type Folder = z.infer<typeof Folder>;
