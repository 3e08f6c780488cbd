import { useEffect, useRef, useState } from 'react';
import type { ShopRecord, Subscription } from '#shared/model/customer';
import { HeldView } from './held-view';
import { heldContract, knownContract } from './known-contract';
import { NewSubscriptionWizard } from './new-subscription-wizard';

interface NewSubscriptionDialogProps {
  shop: ShopRecord;
  open: boolean;
  onClose: () => void;
  /** The shop's devices are contracted already: their number can be changed instead. */
  onQuantity: (subscription: Subscription) => void;
}

/**
 * The wizard for a shop's new subscription; where a known product runs already it closes for the change of its
 * quantity (spec 4).
 */
export function NewSubscriptionDialog({ shop, open, onClose, onQuantity }: NewSubscriptionDialogProps) {
  // Decided at the opening: the contract that the wizard itself makes does not turn it away.
  if (!open) return null;
  return <Opened shop={shop} onClose={onClose} onQuantity={onQuantity} />;
}

function Opened({ shop, onClose, onQuantity }: Omit<NewSubscriptionDialogProps, 'open'>) {
  const [contract, setContract] = useState(() => knownContract(shop));

  const [held] = useState(() => heldContract(shop));
  const told = useRef<string>(undefined);

  useEffect(() => {
    // Once for a contract, whatever the parent draws anew meanwhile.
    if (!contract || told.current === contract.id) return;
    told.current = contract.id;
    onClose();
    onQuantity(contract);
  }, [contract, onClose, onQuantity]);

  if (contract) return null;
  if (held) return <HeldView contract={held} onClose={onClose} />;
  return <NewSubscriptionWizard shop={shop} onClose={onClose} onContract={setContract} />;
}
