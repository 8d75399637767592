import { MoreHorizontal } from 'lucide-react';
import { IconButton, type IconButtonProps } from './icon-button';

/** The button of a menu with further actions; the only one with three dots. */
export function MoreButton(props: Omit<IconButtonProps, 'children'>) {
  return (
    <IconButton {...props}>
      <MoreHorizontal />
    </IconButton>
  );
}
