import { useState } from 'react';
import { readLocal, writeLocal } from '../../../lib/local-values';

const key = 'email-notifications';

/** The notification switch: on by default, stored only on this device (spec 2, Settings). */
export function useNotificationSetting(): [on: boolean, set: (on: boolean) => void] {
  const [on, setOn] = useState(() => readLocal(key) !== 'off');
  const set = (next: boolean): void => {
    writeLocal(key, next ? 'on' : 'off');
    setOn(next);
  };
  return [on, set];
}
