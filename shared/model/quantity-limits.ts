/** The most devices with which a shop is opened, or gets its first subscription (spec 9). */
export const mostDevicesOfOrder = 20;

/** The most devices of a subscription, and the largest quantity of any other item (spec 5, Quantity stepper). */
export const mostDevices = 99;
