import {
  Bot,
  Box,
  Braces,
  Clock,
  Code,
  CornerDownLeft,
  FileInput,
  GitBranch,
  Globe,
  LogOut,
  type LucideIcon,
  Mail,
  Play,
  Repeat,
  Reply,
  Rows3,
  Send,
  Split,
  SquareFunction,
  StickyNote,
  Variable,
  Webhook,
  Workflow,
  Zap,
} from 'lucide-react';

/**
 * Icons definitions may name. By name and not all of lucide, which would weigh more than the rest of the
 * editor.
 */
const ICONS: Record<string, LucideIcon> = {
  bot: Bot,
  box: Box,
  braces: Braces,
  clock: Clock,
  code: Code,
  cornerdownleft: CornerDownLeft,
  fileinput: FileInput,
  function: SquareFunction,
  gitbranch: GitBranch,
  globe: Globe,
  logout: LogOut,
  mail: Mail,
  play: Play,
  repeat: Repeat,
  reply: Reply,
  rows3: Rows3,
  send: Send,
  split: Split,
  squarefunction: SquareFunction,
  stickynote: StickyNote,
  variable: Variable,
  webhook: Webhook,
  workflow: Workflow,
  zap: Zap,
};

/** A definition's icon by lucide's name in any spelling; a plain box for one that isn't here. */
export function BlockIcon({ name, className }: { name: string; className?: string }) {
  const Icon = ICONS[name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')] ?? Box;
  return <Icon className={className} aria-hidden />;
}
