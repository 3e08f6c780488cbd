import { act, fireEvent, screen } from '@testing-library/react';
import { renderApp } from '../../../../testing/render-app';
import { readCode, shareNatively } from '../../../lib/native/native-app';
import { ShareWidget } from './share-widget';

jest.mock('../../../lib/native/native-app', () => ({ readCode: jest.fn(), shareNatively: jest.fn() }));
const reads = readCode as jest.Mock;
const shares = shareNatively as jest.Mock;
const writeText = jest.fn();

beforeEach(() => {
  writeText.mockReset().mockResolvedValue(undefined);
  shares.mockReset().mockResolvedValue(false);
  reads.mockReset().mockResolvedValue({ state: 'browser' });
});
afterEach(() => jest.useRealTimers());

/** Replaces the clipboard after rendering, because user-event installs its own. */
function show(): void {
  renderApp(<ShareWidget title="青山店" />);
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
}

const shareButton = () => screen.getByRole('button', { name: 'このページを共有' });
const readButton = () => screen.getByRole('button', { name: 'QRコードを読み取る' });
const press = (button: HTMLElement) => act(async () => void fireEvent.click(button));
const where = () => screen.getByLabelText('現在の場所').textContent;

test('in a browser: the address is copied, confirmed for two seconds', async () => {
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

test('the clipboard is denied: a message', async () => {
  writeText.mockRejectedValue(new Error('denied'));
  show();
  await press(shareButton());
  expect(await screen.findByText('コピーできませんでした')).toBeVisible();
});

test('in the app: the share sheet opens; if it fails, the address is copied', async () => {
  shares.mockResolvedValueOnce(true);
  show();
  await press(shareButton());
  expect(shares).toHaveBeenCalledWith({ title: '青山店', url: window.location.href });
  expect(writeText).not.toHaveBeenCalled();
  shares.mockRejectedValueOnce(new Error('no sheet'));
  await press(shareButton());
  expect(writeText).toHaveBeenCalledTimes(1);
});

test.each([
  ['in a browser', { state: 'browser' }, 'アプリ版をご利用ください'],
  ['without the camera', { state: 'denied' }, 'カメラへのアクセスを許可してください'],
])('reading a code %s: a message says what to do', async (_case, scan, title) => {
  reads.mockResolvedValue(scan);
  show();
  await press(readButton());
  expect(await screen.findByText(title)).toBeVisible();
  expect(where()).toBe('/');
});

test('the camera fails: a message; the user closes it: none', async () => {
  reads.mockResolvedValueOnce({ state: 'cancelled' });
  show();
  await press(readButton());
  expect(screen.queryByText('QRコードを読み取れませんでした')).not.toBeInTheDocument();
  reads.mockRejectedValueOnce(new Error('no camera'));
  await press(readButton());
  expect(await screen.findByText('QRコードを読み取れませんでした')).toBeVisible();
});

test.each([
  ['RV-1', '/devices/RV-1'],
  ['cus_1', '/store/cus_1'],
  ['https://evil.example/', '/devices/https%3A%2F%2Fevil.example%2F'],
])('the code %s is read: %s opens', async (content, route) => {
  reads.mockResolvedValue({ state: 'read', content });
  show();
  await press(readButton());
  expect(where()).toBe(route);
});
