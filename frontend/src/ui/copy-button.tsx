import { Check, Copy } from 'lucide-react';
import { useCopy } from './use-copy';
import { Button, type ButtonLook } from './button';

type CopyButtonProps = Pick<ButtonLook, 'variant' | 'size'> & { text: string; label?: string };

/** Copies a text and confirms it for two seconds (spec 9, copy confirmation). */
export function CopyButton({ text, label = 'コピー', variant = 'secondary', size = 'sm' }: CopyButtonProps) {
  const { copied, copy } = useCopy();
  return (
    <>
      <Button
        variant={variant}
        size={size}
        icon={copied ? <Check aria-hidden className="size-4" /> : <Copy aria-hidden className="size-4" />}
        onClick={() => void copy(text)}
      >
        {copied ? 'コピーしました' : label}
      </Button>
      <output className="sr-only">{copied ? 'コピーしました' : ''}</output>
    </>
  );
}
