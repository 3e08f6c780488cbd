import type { ComponentProps } from 'react';
import { ReadFailure } from '../../../ui/read-failure';

/** Devices cannot be read (spec 8). */
export const DevicesFailure = ({ read }: Pick<ComponentProps<typeof ReadFailure>, 'read'>) => (
  <ReadFailure read={read} title="デバイス情報の取得に失敗しました" />
);
