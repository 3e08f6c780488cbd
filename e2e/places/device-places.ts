import * as opened from './open';
import type { Place } from './place';
import type { ShopNamed } from './shop-places';

/** Devices, and the requests for them. */
export function devicePlaces(shopNamed: ShopNamed): Place[] {
  const devices = `/store/${shopNamed('青山').id}/devices`;
  const locked = `/store/${shopNamed('名古屋').id}/devices`;
  const [returnTerms, exchangeTerms] = [
    opened.termsOf('RVZ-001-01', '返却', '契約終了'),
    opened.termsOf('RVZ-001-01', '交換', '異音がする'),
  ];
  return [
    { name: 'shop-devices', as: 'owner', path: devices, main: true },
    { name: 'shop-devices-locked', as: 'owner', path: locked },
    { name: 'shop-devices-none', as: 'owner', path: `/store/${shopNamed('福岡').id}/devices` },
    { name: 'device', as: 'owner', path: devices, open: opened.device('RVZ-001-01') },
    { name: 'device-code', as: 'owner', path: devices, open: opened.deviceCode('RVZ-001-01') },
    { name: 'device-exchange', as: 'owner', path: devices, open: opened.wizard('RVZ-001-01', /交換/) },
    { name: 'device-return', as: 'owner', path: devices, open: opened.wizard('RVZ-001-01', /返却/) },
    { name: 'device-return-terms', as: 'owner', path: devices, open: returnTerms },
    { name: 'device-exchange-terms', as: 'owner', path: devices, open: exchangeTerms },
    { name: 'device-discard', as: 'owner', path: devices, open: opened.discardQuestion },
    { name: 'device-bought', as: 'owner', path: devices, open: opened.device('RVZ-001-03') },
    { name: 'device-returned', as: 'owner', path: devices, open: opened.device('RVZ-001-02') },
    { name: 'device-locked', as: 'owner', path: locked, open: opened.device('RVZ-004-01') },
    { name: 'devices', as: 'owner', path: '/devices' },
    { name: 'scanned', as: 'owner', path: '/devices/RVZ-001-01' },
    { name: 'scanned-unknown', as: 'owner', path: '/devices/RVZ-900-01' },
  ];
}
