import { cn } from './class-names';

/** The style of all floating elements (menus, selects, popovers). */
export const floatingClasses =
  'z-50 animate-enter overflow-y-auto rounded-lg bg-raised p-1 text-ink text-sm shadow-float outline-none';

export const itemClasses = cn(
  'relative flex min-h-8 cursor-default select-none items-center gap-2 rounded-md px-2 py-1 text-sm',
  'outline-none data-[disabled]:pointer-events-none data-[highlighted]:bg-hover data-[disabled]:opacity-45',
  'data-[state=open]:bg-hover [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-faint',
);

export const dangerItemClasses = 'text-danger data-[highlighted]:bg-danger-soft [&_svg]:text-danger';

export const separatorClasses = 'mx-1 my-1 h-px bg-line';

export const menuLabelClasses = 'px-2 pt-1.5 pb-1 font-medium text-faint text-xs';
