import type { Device } from '#shared/model/device';

/** The props of the wizard of each kind of device request. */
export interface WizardProps {
  device: Device;
  /** The shop that has the device. */
  customerId: string;
  /** While something is sent, the dialog stays open. */
  onHold: (held: boolean) => void;
  /** The device has changed: it was locked meanwhile, or no longer exists. */
  onOutdated: () => void;
  onBack: () => void;
  onClose: () => void;
}
