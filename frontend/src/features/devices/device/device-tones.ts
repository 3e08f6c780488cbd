import type { Tone } from '../../../ui/badge';

/** Green when shipped, grey when returned; anything else as it is (spec 4, Device status). */
export const statusTone = (status: string | null): Tone => (status === '出荷' ? 'success' : 'neutral');

/** In the list of all shops: highlights devices in use (spec 2, Device management). */
export const listTone = (status: string): Tone => (status === '出荷' ? 'accent' : 'neutral');

const categoryTones: Readonly<Record<string, Tone>> = { サブスク: 'info', 購入機材: 'warning' };
export const categoryTone = (category: string): Tone => categoryTones[category] ?? 'neutral';
