import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { address, renderApp } from '../../../../testing/render-app';
import { ShareWidget } from './share-widget';

/** The app's share sheet and camera. */
const share = jest.fn();
const scan = jest.fn();
const requestPermissions = jest.fn();
jest.mock('@capacitor/share', () => ({ Share: { share: (options: unknown) => share(options) } }));
jest.mock('@capacitor-mlkit/barcode-scanning', () => ({
  BarcodeFormat: { QrCode: 'QR_CODE' },
  BarcodeScanner: { scan: () => scan(), requestPermissions: () => requestPermissions() },
}));
const shell = window as { Capacitor?: unknown };
const inApp = (): void => void (shell.Capacitor = { isNativePlatform: () => true });
const writeText = jest.fn();

beforeEach(() => {
  writeText.mockReset().mockResolvedValue(undefined);
  share.mockReset().mockResolvedValue({});
  scan.mockReset();
  requestPermissions.mockReset().mockResolvedValue({ camera: 'granted' });
});
afterEach(() => {
  delete shell.Capacitor;
  jest.useRealTimers();
});

/** Replaces the clipboard after rendering, because user-event installs its own. */
function show(): void {
  renderApp(<ShareWidget title="青山店" />);
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
}

const shareButton = () => screen.getByRole('button', { name: 'このページを共有' });
const readButton = () => screen.getByRole('button', { name: 'QRコードを読み取る' });
const press = (button: HTMLElement) => act(async () => void fireEvent.click(button));

test('the visible text of each button is a part of its name', () => {
  show();
  for (const button of [readButton(), shareButton()])
    expect(button.getAttribute('aria-label')).toContain(button.textContent);
});

test('in a browser the address is copied, and a message says so for two seconds', async () => {
  jest.useFakeTimers();
  show();
  await press(shareButton());
  expect(writeText).toHaveBeenCalledWith(window.location.href);
  expect(screen.getByText('リンクをコピーしました')).toBeVisible();
  await act(() => jest.advanceTimersByTimeAsync(1900));
  expect(screen.getByText('リンクをコピーしました')).toBeVisible();
  await act(() => jest.advanceTimersByTimeAsync(200));
  expect(screen.queryByText('リンクをコピーしました')).not.toBeInTheDocument();
});

test('the clipboard refuses: a message says so', async () => {
  writeText.mockRejectedValue(new Error('denied'));
  show();
  await press(shareButton());
  expect(await screen.findByText('コピーできませんでした')).toBeVisible();
});

test('in the app the share sheet opens and nothing is copied; if it does not open, the address is copied', async () => {
  inApp();
  show();
  await press(shareButton());
  await waitFor(() => expect(share).toHaveBeenCalledTimes(1));
  expect(share).toHaveBeenCalledWith(expect.objectContaining({ title: '青山店', url: window.location.href }));
  await waitFor(() => expect(shareButton()).toBeEnabled());
  expect(writeText).not.toHaveBeenCalled();
  share.mockRejectedValueOnce(new Error('no sheet'));
  await press(shareButton());
  await waitFor(() => expect(writeText).toHaveBeenCalledTimes(1));
});

test('in a browser reading leads to the app', async () => {
  show();
  await press(readButton());
  expect(await screen.findByText('アプリ版をご利用ください')).toBeVisible();
  expect(address()).toBe('/');
});

test('the camera may not be used: a message, and nothing is read', async () => {
  inApp();
  requestPermissions.mockResolvedValueOnce({ camera: 'denied' });
  show();
  await press(readButton());
  expect(await screen.findByText('カメラへのアクセスを許可してください')).toBeVisible();
  expect(scan).not.toHaveBeenCalled();
});

test('the camera does not open: a message; it was closed: none', async () => {
  inApp();
  scan.mockRejectedValueOnce(new Error('scan canceled.'));
  show();
  await press(readButton());
  await waitFor(() => expect(scan).toHaveBeenCalledTimes(1));
  await waitFor(() => expect(readButton()).toBeEnabled());
  expect(screen.queryByText('QRコードを読み取れませんでした')).not.toBeInTheDocument();
  scan.mockRejectedValueOnce(new Error('no camera'));
  await press(readButton());
  expect(await screen.findByText('QRコードを読み取れませんでした')).toBeVisible();
});

test.each([
  ['RV-1', '/devices/RV-1'],
  ['cus_1', '/store/cus_1'],
  ['https://evil.example/', '/devices/https%3A%2F%2Fevil.example%2F'],
])('the scanned content %s leads to %s', async (content, route) => {
  inApp();
  scan.mockResolvedValueOnce({ barcodes: [{ rawValue: content }] });
  show();
  await press(readButton());
  await waitFor(() => expect(address()).toBe(route));
});
