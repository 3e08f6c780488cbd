import { useState } from 'react';
import { requestTexts } from '#shared/model/device';

/** Longest note that the API takes, in characters (shared/model/device.ts). */
const longest = 1000;

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
  return { typed, setTyped, text, error: text.length > longest ? requestTexts.notes : undefined };
}
