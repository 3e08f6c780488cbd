import { isNativeApp, readCode, shareNatively } from './native-app';

const share = jest.fn();
const scan = jest.fn();
const requestPermissions = jest.fn();
const loaded = jest.fn();
jest.mock('@capacitor/share', () => {
  loaded('share');
  return { Share: { share: (options: unknown) => share(options) } };
});
jest.mock('@capacitor-mlkit/barcode-scanning', () => {
  loaded('scanner');
  return {
    BarcodeFormat: { QrCode: 'QR_CODE' },
    BarcodeScanner: { scan: (options: unknown) => scan(options), requestPermissions: () => requestPermissions() },
  };
});

const shell = window as { Capacitor?: unknown };
const link = { title: '青山店', url: 'https://portal.example/store/cus_1/devices' };

afterEach(() => {
  delete shell.Capacitor;
  jest.resetAllMocks();
});

test('in a browser: Capacitor is not loaded, nothing is shared or read natively', async () => {
  expect(isNativeApp()).toBe(false);
  await expect(shareNatively(link)).resolves.toBe(false);
  await expect(readCode()).resolves.toEqual({ state: 'browser' });
  expect(loaded).not.toHaveBeenCalled();
});

test('Capacitor without a native platform: treated as a browser', () => {
  shell.Capacitor = { isNativePlatform: () => false };
  expect(isNativeApp()).toBe(false);
  shell.Capacitor = {};
  expect(isNativeApp()).toBe(false);
});

describe('in the app', () => {
  beforeEach(() => {
    shell.Capacitor = { isNativePlatform: () => true };
    requestPermissions.mockResolvedValue({ camera: 'granted' });
  });

  test('the share sheet gets title and address; closing it is not a failure, failing to open is', async () => {
    await expect(shareNatively(link)).resolves.toBe(true);
    expect(share).toHaveBeenCalledWith({ ...link, dialogTitle: '青山店' });
    share.mockRejectedValueOnce(new Error('Share canceled'));
    await expect(shareNatively(link)).resolves.toBe(true);
    share.mockRejectedValueOnce(new Error("Can't share while sharing is in progress"));
    await expect(shareNatively(link)).rejects.toThrow('in progress');
  });

  test('a QR code is read: the content of the first one', async () => {
    scan.mockResolvedValueOnce({ barcodes: [{ rawValue: 'RV-1' }, { rawValue: 'RV-2' }] });
    await expect(readCode()).resolves.toEqual({ state: 'read', content: 'RV-1' });
    expect(scan).toHaveBeenCalledWith({ formats: ['QR_CODE'] });
  });

  test.each([
    ['closed', () => scan.mockRejectedValueOnce(new Error('scan canceled.'))],
    ['nothing found', () => scan.mockResolvedValueOnce({ barcodes: [] })],
  ])('%s: the scan returns as cancelled', async (_case, arrange) => {
    arrange();
    await expect(readCode()).resolves.toEqual({ state: 'cancelled' });
  });

  test('the camera is denied: it is not opened', async () => {
    requestPermissions.mockResolvedValueOnce({ camera: 'denied' });
    await expect(readCode()).resolves.toEqual({ state: 'denied' });
    expect(scan).not.toHaveBeenCalled();
  });

  test('the camera does not open: the scan rejects', async () => {
    scan.mockRejectedValueOnce(new Error('The Google Barcode Scanner Module is not available.'));
    await expect(readCode()).rejects.toThrow('not available');
  });
});
