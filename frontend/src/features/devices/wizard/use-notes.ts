import { useState } from 'react';
import { longestNote, requestTexts } from '#shared/model/device';

export interface Notes {
  /** As typed. */
  typed: string;
  setTyped: (text: string) => void;
  /** Without blanks around it, as it is sent (spec 5, Exchange: notes trimmed). */
  text: string;
  error: string | undefined;
}

/** An optional note. */
export function useNotes(): Notes {
  const [typed, setTyped] = useState('');
  const text = typed.trim();
  return { typed, setTyped, text, error: text.length > longestNote ? requestTexts.notes : undefined };
}
