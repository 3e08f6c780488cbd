import { useRef, useState } from 'react';
import { requestReads } from '#shared/contract/parts';
import type { DeviceRequest } from '#shared/model/device';
import { type CallOptions, failedWith, mayBeDone } from '../../../lib/api';
import { useInvalidate } from '../../../lib/changes';
import { useIdempotencyKey } from '../../../lib/use-idempotency-key';
import { showFailure } from '../../../ui/toast';
import { useAction } from '../../../ui/use-action';

/** Whether a refusal means that the device has changed since the screen read it: it is read again. */
const isOutdated = (error: unknown): boolean =>
  failedWith(error, 'DEVICE_LOCKED', 'DEVICE_NOT_ELIGIBLE', 'DEVICE_NOT_FOUND', 'REPAIR_IN_PROGRESS');

interface SendOptions {
  /** Title of the toast when a request fails. */
  title: string;
  /** The toast's text if the server gives none. */
  fallback: string;
  /** Called with true while sending, and with false afterwards. */
  onHold: (held: boolean) => void;
  /** The device turned out to be locked or changed; called after it was read again. */
  onOutdated: () => void;
  onAccepted: () => void;
}

/**
 * Sends a request for a device. A confirmed request keeps one idempotency key until the server has decided, so that a
 * retry after a lost response gets the receipt of the first attempt. `unsure`: the last attempt's response was lost.
 */
export function useSendRequest({ title, fallback, onHold, onOutdated, onAccepted }: SendOptions) {
  const [unsure, setUnsure] = useState(false);
  const [accepted, setAccepted] = useState<DeviceRequest>();
  const key = useIdempotencyKey();
  const confirmed = useRef<string>(undefined);
  const invalidate = useInvalidate();

  const fail = async (error: unknown): Promise<void> => {
    key.failed(error);
    setUnsure(mayBeDone(error));
    showFailure(error, { title, refused: fallback, unreachable: fallback });
    if (!isOutdated(error)) return;
    await invalidate(...requestReads);
    onOutdated();
  };

  type Post = (options: CallOptions) => Promise<{ request: DeviceRequest }>;
  const [send, busy] = useAction(async (body: object, post: Post) => {
    const content = JSON.stringify(body);
    // Other content is another confirmation; should the first have been accepted, its lock refuses the second.
    if (confirmed.current !== undefined && confirmed.current !== content) key.renew();
    confirmed.current = content;
    onHold(true);
    try {
      const { request } = await post({ idempotencyKey: key.value(), background: true });
      onHold(false);
      setUnsure(false);
      setAccepted(request);
      onAccepted();
    } catch (error) {
      await fail(error);
      onHold(false);
    }
  });
  return { unsure, accepted, busy, send };
}
