import { useEffect, useRef, useState } from 'react';
import type { ShopRecord, Subscription } from '#shared/model/customer';
import { HeldView } from './held-view';
import { heldDeviceSubscription, runningDeviceSubscription } from './device-subscription';
import { NewSubscriptionWizard } from './new-subscription-wizard';

interface NewSubscriptionDialogProps {
  shop: ShopRecord;
  open: boolean;
  onClose: () => void;
  /** The shop's devices are rented already: their number can be changed instead. */
  onQuantity: (subscription: Subscription) => void;
}

/**
 * The wizard for a shop's new subscription; where a known product runs already it closes for the change of its
 * quantity (spec 4).
 */
export function NewSubscriptionDialog({ shop, open, onClose, onQuantity }: NewSubscriptionDialogProps) {
  // Decided at the opening: the subscription that the wizard itself makes does not turn it away.
  if (!open) return null;
  return <Opened shop={shop} onClose={onClose} onQuantity={onQuantity} />;
}

function Opened({ shop, onClose, onQuantity }: Omit<NewSubscriptionDialogProps, 'open'>) {
  const [running, setRunning] = useState(() => runningDeviceSubscription(shop));

  const [held] = useState(() => heldDeviceSubscription(shop));
  const told = useRef<string>(undefined);

  useEffect(() => {
    // Once for a subscription, whatever the parent draws anew meanwhile.
    if (!running || told.current === running.id) return;
    told.current = running.id;
    onClose();
    onQuantity(running);
  }, [running, onClose, onQuantity]);

  if (running) return null;
  if (held) return <HeldView subscription={held} onClose={onClose} />;
  return <NewSubscriptionWizard shop={shop} onClose={onClose} onRunning={setRunning} />;
}
