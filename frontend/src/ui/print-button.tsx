import { Printer } from 'lucide-react';
import { Button, type ButtonLook } from './button';

type PrintButtonProps = Pick<ButtonLook, 'variant'> & { className?: string };

/** Prints the screen. */
export const PrintButton = ({ variant = 'secondary', className = '' }: PrintButtonProps) => (
  <Button
    variant={variant}
    className={className}
    icon={<Printer aria-hidden className="size-5" />}
    onClick={() => window.print()}
  >
    印刷する
  </Button>
);
