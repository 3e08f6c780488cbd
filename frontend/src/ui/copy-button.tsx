import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from './basics';
import { useTimeout } from '../lib/use-timeout';
import { showToast } from './toast';

/** Copies a text, `what` it is where nothing beside shows it, and confirms it for two seconds (spec 9). */
export function CopyButton({ text, what }: { text: string; what?: string }) {
  const { copied, copy } = useCopy(what === undefined ? undefined : 'もう一度お試しください。');
  return (
    <>
      <Button variant="secondary" size="sm" Icon={copied ? Check : Copy} onClick={() => void copy(text)}>
        {copied ? 'コピーしました' : `${what === undefined ? '' : `${what}を`}コピー`}
      </Button>
      <output className="sr-only">{copied ? 'コピーしました' : ''}</output>
    </>
  );
}

/** Spec 9: how long a copy is confirmed, in milliseconds. */
const confirmedFor = 2000;

/**
 * Puts a text on the clipboard; `copied` is true for two seconds afterwards. If the clipboard refuses, a toast says so,
 * with `advice`.
 */
export function useCopy(advice = 'お手数ですが、文字を選択してコピーしてください。') {
  const [copied, setCopied] = useState(false);
  useTimeout(() => setCopied(false), copied ? confirmedFor : null);

  const copy = async (text: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      showToast({ tone: 'danger', title: 'コピーできませんでした', description: advice });
    }
  };
  return { copied, copy };
}
